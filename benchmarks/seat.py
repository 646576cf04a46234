"""Make tables with so many hands each in the database of the environment, for the bench; say their codes."""

import sys

import django

django.setup()

from benchmarks.bench_hand import seated  # noqa: E402  (models need Django)

for _ in range(int(sys.argv[1])):
    print(seated(int(sys.argv[2])).code)

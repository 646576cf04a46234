"""Create tables with so many hands each, and print their codes."""

import sys

import django

django.setup()

from benchmarks.bench_hand import seated  # noqa: E402  (models need Django)

for _ in range(int(sys.argv[1])):
    print(seated(int(sys.argv[2])).code)

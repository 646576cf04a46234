"""Create tables with a number of hands each, and print their codes."""

import sys

import django

django.setup()

from benchmarks.bench_hand import create_table  # noqa: E402  (models need Django)

for _ in range(int(sys.argv[1])):
    print(create_table(int(sys.argv[2])).code)

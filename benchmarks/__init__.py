"""Benchmarks of the running site; `make bench` runs every bench_*.py here."""

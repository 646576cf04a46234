"""A command that uploads a file of matches for each of several clubs, and starts to import it."""

import sys


def main(clubs, matches):
    import django

    django.setup()
    from django.test.utils import setup_test_environment

    from scorekeeper.jobs import runner
    from scorekeeper.jobs.models import Job
    from tests.site.club_cast import ClubCast
    from tests.site.clubs.jobs.test_jobs import results_csv, start_check

    setup_test_environment()
    for number in range(clubs):
        cast = ClubCast(f"Club {number}")
        file = start_check(cast, results_csv(matches))
        runner.run_all_jobs()  # check the file
        runner.start_job(cast.club, Job.Kind.BRING, cast.member("Sven"), "Sven", file)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""A command that uploads a file for each of several clubs and prints the files' keys as JSON."""

import json
import os
import sys


def main(clubs, matches):
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.settings")
    django.setup()
    from django.test.utils import setup_test_environment

    from scorekeeper.jobs import runner
    from scorekeeper.jobs.models import Job
    from tests.site.club_cast import ClubCast
    from tests.site.clubs.jobs.test_jobs import sheet, start_check

    setup_test_environment()
    files = []
    for number in range(clubs):
        cast = ClubCast(f"Club {number}")
        file = start_check(cast, sheet(matches))
        runner.run_all_jobs()  # check the file
        runner.start_job(cast.club, Job.Kind.BRING, cast.member("Sven"), "Sven", file)
        files.append(file.pk)
    print(json.dumps(files))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

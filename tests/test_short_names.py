"""Names cut to fit a narrow column: a name that fits stays whole, and different names stay different."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.sheet.names import letters_of, shorten

FIRST_NAMES = (
    *("Christopher", "Christine", "Christian", "Alexandra", "Alexander", "Anne-Catherine", "Anne-Marie"),
    *("Élodie", "Zoë", "Bo", "Κωνσταντίνος", "Κωνσταντίνα", "Александра", "Александр", "歐陽娜娜", "歐陽"),
    *("עמנואל", "עמנואלה", "Nguye\u0302\u0303n", "Nguyễn"),
)


@given(st.lists(st.sampled_from(FIRST_NAMES), min_size=2, max_size=8, unique=True), st.integers(3, 12))
def test_shortened_names_stay_different(names, most):
    for mark in "…", "":
        short_names = shorten(names, most, mark)
        assert len({text.casefold() for text in short_names}) == len(names)
        for name, text in zip(names, short_names, strict=True):
            assert name.startswith(text.removesuffix("…") if mark else text)
            assert text == name or len(letters_of(name)) > most


def test_a_shortened_name_exceeds_the_limit_only_if_names_collide():
    assert shorten(("Christopher", "Bo"), 10) == ("Christoph…", "Bo")
    assert shorten(("Christopher", "Christian"), 3, "") == ("Christo", "Christi")
    assert shorten(("Ann", "Ann"), 3, "") == ("Ann", "Ann")

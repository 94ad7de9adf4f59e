"""The README tells the truth where a machine can tell."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_game_in_ten_lines_is_played_as_printed():
    text = README.read_text(encoding="utf-8")
    # doctest takes what follows as output, so the fence that closes the block has to go.
    example = doctest.DocTestParser().get_doctest(
        text.replace("```", ""), {}, "README.md", str(README), 0
    )
    assert 0 < len(example.examples) <= 10
    outcome = doctest.DocTestRunner().run(example)
    assert outcome.failed == 0


def test_the_two_commands_stand_as_they_are_typed():
    lines = README.read_text(encoding="utf-8").splitlines()
    assert "python3 dev.py run" in lines
    assert "python3 dev.py test" in lines

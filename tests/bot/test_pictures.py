"""Pictures are drawn once, whoever asks and however many at a time."""

import asyncio
from time import sleep

import pytest

import renderer
from bot.pictures import Pictures
from renderer import DARK, THEMES, Scene, Side, Theme, empty_scene
from rules import PaperSoccer


def scene(name: str = "Anna") -> Scene:
    """A scene that differs by a name."""
    return empty_scene(PaperSoccer(), Side(name, "1500"), Side("Ben", "1500"))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the scenes that were drawn, slowly; "Nobody" cannot be."""
    names = []

    def render(scene: Scene, theme: Theme) -> bytes:
        assert theme in THEMES.values()
        sleep(0.05)
        names.append(scene.first.name)
        if scene.first.name == "Nobody":
            raise ValueError("nobody to draw")
        return scene.first.name.encode()

    monkeypatch.setattr(renderer, "render", render)
    return names


async def test_two_who_ask_at_once_share_the_drawing(drawn: list[str]) -> None:
    """A scene that is being drawn is not drawn beside that."""
    pictures = Pictures()
    scenes = [scene(), scene("Cid"), scene(), scene()]
    assert await asyncio.gather(*map(pictures.draw, scenes)) == [b"Anna", b"Cid", b"Anna", b"Anna"]
    assert sorted(drawn) == ["Anna", "Cid"]
    assert await pictures.draw(scene()) == b"Anna"
    assert len(drawn) == 2


async def test_each_theme_has_its_own_drawing(drawn: list[str]) -> None:
    """The same scene in another theme is another picture; in the same one it is not drawn again."""
    pictures = Pictures()
    for theme in (DARK, renderer.PAPER, DARK):
        await pictures.draw(scene(), theme)
    await pictures.draw(scene())
    assert len(drawn) == 2


async def test_who_stops_waiting_takes_nothing_from_others(drawn: list[str]) -> None:
    """One request may be cancelled, even the one that began; the picture still comes."""
    pictures = Pictures()
    waiting = [asyncio.create_task(pictures.draw(scene())) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    assert await waiting[1] == b"Anna"
    assert waiting[0].cancelled()
    assert drawn == ["Anna"]


async def test_a_drawing_that_failed_is_begun_anew(drawn: list[str]) -> None:
    """All who wait for it are told; the next one tries again."""
    pictures = Pictures()
    both = await asyncio.gather(
        *(pictures.draw(scene("Nobody")) for _ in range(2)), return_exceptions=True
    )
    assert [str(error) for error in both] == ["nobody to draw"] * 2
    assert len(drawn) == 1
    with pytest.raises(ValueError, match="nobody"):
        await pictures.draw(scene("Nobody"))
    assert len(drawn) == 2


async def test_the_newest_pictures_are_kept(drawn: list[str], monkeypatch) -> None:
    """What was not asked for longest goes first."""
    monkeypatch.setattr("bot.pictures.MOST_KEPT", 2)
    pictures = Pictures()
    for name in ("a", "b", "a", "c", "a", "b"):
        await pictures.draw(scene(name))
    assert drawn == ["a", "b", "c", "b"]

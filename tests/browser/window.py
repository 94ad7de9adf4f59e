"""A window of the sandbox's page, used as a person uses it: by typing, picking and tapping."""

import io
from collections.abc import Mapping
from types import MappingProxyType

from PIL import Image
from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000
"""Milliseconds; a condition that holds is seen at once."""
PAD: Mapping[str, str] = MappingProxyType(
    dict(zip("01234567", ("⬆️", "↗️", "➡️", "↘️", "⬇️", "↙️", "⬅️", "↖️"), strict=True))
)
IDLE = "window.simcordPreview?.ready && !window.simcordPreview.pendingAction"
LAST = "window.simcordPreview.lastAction"
REFUSED = f"{LAST}?.rejected === true"
TRIES = 5
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})

expect.set_options(timeout=PATIENCE)


class Window:
    """One window, seen by one of the players."""

    def __init__(self, page: Page, url: str, player: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        self.settle()
        self.look_as(player)

    def look_as(self, player: str) -> None:
        """Choose who looks; a window that is opened is Alice's."""
        if player != self.player:
            self.page.get_by_label("Viewing as").select_option(label=player)
            expect(self.page.locator("#viewer-picker option:checked")).to_have_text(player)
            self.settle()

    @property
    def player(self) -> str:
        """Who looks."""
        return self.page.locator("#viewer-picker option:checked").inner_text()

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the page has done what it was asked."""
        self.page.wait_for_function(IDLE)

    # What is there

    @property
    def board(self) -> Locator:
        """The newest message with a picture."""
        return self.page.locator("article.channel-message:has(img.attachment-image)").last

    def button(self, label: str) -> Locator:
        """A button below the newest picture."""
        return self.board.get_by_role("button", name=label, exact=True)

    def says(self, text: str) -> None:
        """Wait until the newest message with a picture says this."""
        expect(self.board.locator(".message-content")).to_contain_text(text)

    def words(self) -> str:
        """What the newest message with a picture says."""
        return self.board.locator(".message-content").inner_text()

    def describes(self, text: str) -> None:
        """Wait until the alternative text of the newest picture is this."""
        expect(self.board.locator("img.attachment-image")).to_have_attribute("alt", text)

    def pixels(self) -> tuple[tuple[int, int], bytes]:
        """The newest picture's size and colours, as the page shows it."""
        picture = self.board.locator("img.attachment-image")
        expect(picture).not_to_have_js_property("naturalWidth", 0)
        data = picture.evaluate(
            "async image => [...new Uint8Array(await (await fetch(image.src)).arrayBuffer())]"
        )
        return pixels(bytes(data))

    # What people do

    def tap(self, label: str) -> None:
        """Tap a button below the newest picture; once more if the page says that it changed under
        the finger, which the sandbox's page refuses.
        """
        for _ in range(TRIES):
            self.settle()
            self.button(label).click()
            self.settle()
            if not self.page.evaluate(REFUSED):
                return
        raise AssertionError(f"{label} was refused: {self.page.evaluate(LAST)}")

    def draw(self, turn: str) -> None:
        """Tap the pad, and *Play it* at the end. Each tap waits for what the last one changed."""
        for number, digit in enumerate(turn):
            if number:
                # The middle button is there to take back what has been drawn.
                expect(self.button("↩️")).to_be_enabled()
            self.tap(PAD[digit])
        expect(self.button("Play it")).to_be_enabled()
        self.tap("Play it")

    def command(self, name: str, options: Mapping[str, str] = NO_OPTIONS) -> None:
        """Type a command, fill in its options one after the other, and send it."""
        self.settle()
        box = self.page.get_by_role("textbox", name="Message", exact=True)
        box.click()
        box.press_sequentially(f"/{name}")
        self.page.get_by_role("option", name=f"/{name}").first.click()
        for option, value in options.items():
            self._fill(option, value)
        self.settle()
        self.page.get_by_role("button", name="Send", exact=True).click()
        expect(self.page.locator(".command-row")).to_have_count(0)
        self.settle()

    def _fill(self, option: str, value: str) -> None:
        """Choose an option of a command, type, and pick what is offered for it."""
        field = self.page.locator(f"input.command-option-input[data-option={option}]")
        offered = self.page.locator(".command-suggestion", has_text=option)
        more = self.page.locator(".command-ghost")
        # What a command must have is asked for at once.
        field.or_(offered).or_(more).first.wait_for()
        if not field.count():
            if not offered.count():
                more.click()
            offered.first.click()
        field.press_sequentially(value)
        self.page.locator(".command-suggestion", has_text=value).first.click()


def pixels(picture: bytes) -> tuple[tuple[int, int], bytes]:
    """The size and the colours of a picture, however it is packed."""
    with Image.open(io.BytesIO(picture)) as image:
        return image.size, image.convert("RGB").tobytes()

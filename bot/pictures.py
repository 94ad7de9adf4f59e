"""Pictures for messages: drawn outside the event loop, each scene once."""

import asyncio
from collections import OrderedDict

import renderer
from renderer import Scene

MOST_KEPT = 128
"""Pictures, of some 12 kB each."""


class Pictures:
    """Draws scenes in a thread and remembers the newest pictures."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Scene, bytes] = OrderedDict()

    async def draw(self, scene: Scene) -> bytes:
        """The picture of a scene, as PNG."""
        picture = self._kept.get(scene)
        if picture is None:
            picture = await asyncio.to_thread(renderer.render, scene)
            self._kept[scene] = picture
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(scene)
        return picture

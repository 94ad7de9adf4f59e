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
        self._drawing: dict[Scene, asyncio.Task[bytes]] = {}

    async def draw(self, scene: Scene) -> bytes:
        """The picture of a scene, as PNG."""
        picture = self._kept.get(scene)
        if picture is None:
            # Whoever stops waiting for it leaves it to the others.
            return await asyncio.shield(self._begun(scene))
        self._kept.move_to_end(scene)
        return picture

    def _begun(self, scene: Scene) -> asyncio.Task[bytes]:
        task = self._drawing.get(scene)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._draw(scene))
            self._drawing[scene] = task
            task.add_done_callback(lambda _: self._drawing.pop(scene))
        return task

    async def _draw(self, scene: Scene) -> bytes:
        picture = await asyncio.to_thread(renderer.render, scene)
        self._kept[scene] = picture
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return picture

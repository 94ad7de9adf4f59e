"""Work that a cancellation must not interrupt half way."""

import asyncio

import pytest

from storage.waiting import to_the_end


async def test_result_and_error_pass_through():
    """Without a cancellation it is as if the work were awaited."""

    async def work(fails: bool) -> int:
        await asyncio.sleep(0)
        if fails:
            raise ZeroDivisionError
        return 7

    assert await to_the_end(work(False)) == 7
    with pytest.raises(ZeroDivisionError):
        await to_the_end(work(True))


@pytest.mark.parametrize("fails", [True, False])
@pytest.mark.parametrize("times", [1, 3])
async def test_cancellation_waits_for_the_end(fails: bool, times: int):
    """However often it is cancelled, the work ends first; then the cancellation is raised."""
    ended = asyncio.Event()

    async def work() -> None:
        await asyncio.sleep(0.02)
        ended.set()
        if fails:
            raise ZeroDivisionError

    task = asyncio.create_task(to_the_end(work()))
    for _ in range(times):
        await asyncio.sleep(0.002)
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()

"""Properties are tested for what is true, not for speed: the benchmarks have the clock."""

from hypothesis import settings

settings.register_profile("without-a-deadline", parent=settings(), deadline=None)
settings.load_profile("without-a-deadline")

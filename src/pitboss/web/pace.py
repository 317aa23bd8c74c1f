"""Rate limits."""

from __future__ import annotations

from collections.abc import Callable


class Bucket:
    """This many a second, and this many at once: by default twice as many."""

    def __init__(self, rate: float, clock: Callable[[], int], at_once: float = 0) -> None:
        self._rate = rate
        self._clock = clock
        self._most = self._left = max(1.0, at_once or 2 * rate)
        self._at = clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) / 1000 * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One for each address; the oldest are dropped."""

    def __init__(self, rate: float, clock: Callable[[], int], at_once: float = 0, most: int = 10_000) -> None:
        self._rate, self._clock, self._at_once, self._most = rate, clock, at_once, most
        self._of: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        bucket = self._of.get(address)
        if bucket is None:
            if len(self._of) >= self._most:
                self._of.pop(next(iter(self._of)))
            bucket = self._of[address] = Bucket(self._rate, self._clock, self._at_once)
        return bucket.take()

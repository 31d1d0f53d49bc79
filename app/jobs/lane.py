"""Worker threads that share one queue."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from app.jobs.job import Job


class Lane:
    """Daemon threads that take jobs from one queue in order."""

    def __init__(self, name: str, threads: int, done: Callable[[Job], None]) -> None:
        self._jobs: deque[Job] = deque()
        self._ready = threading.Condition()
        self._closed = False
        self._done = done
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def put(self, job: Job) -> None:
        with self._ready:
            self._jobs.append(job)
            self._ready.notify()

    def close(self) -> None:
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    def join(self, deadline: float) -> bool:
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while True:
            with self._ready:
                while not self._jobs and not self._closed:
                    self._ready.wait()
                if not self._jobs:
                    return
                job = self._jobs.popleft()
            job.run()
            self._done(job)
            del job

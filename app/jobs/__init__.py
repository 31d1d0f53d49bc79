"""The only way to work off the GUI thread: one writer, two readers, two that wait for servers, tokens,
progress, cancel.

Functions run on plain daemon threads and know no widget; their answers travel through one
queued signal of one long-lived object, and are dropped when the widget that asked has gone or
has asked again under the same key. Two readers, so that a long scan does not hold up the page
a person is scrolling to. Nothing else in the program starts a thread.
"""

from app.jobs.job import Job, JobProgress, Token
from app.jobs.jobs import Jobs

__all__ = ["Job", "JobProgress", "Jobs", "Token"]

"""The room of servers: the one way in which a request leaves for an OpenAI-compatible server.

Embedders and models build requests; here they are sent, with a limit in time, tried again where the
failure may pass, stopped when somebody wants that, and every failure becomes one error of the caller's
kind with a `Problem`. Nothing of a request, an answer or a key is logged or put into an error. openai is
imported with the first request, and nothing is sent before somebody named a server or set a key.
"""

from core.server.client import Client, Endpoint
from core.server.probing import Probe, probe
from core.server.problem import FINAL, Problem

__all__ = ["FINAL", "Client", "Endpoint", "Probe", "Problem", "probe"]

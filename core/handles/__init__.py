"""The room of the two ways in: what an agent's process holds and what a person holds.

`Store` opens the file and hands out either. A `Partition` belongs to one scope and can propose
and read; an `Operator` has a name and can act on any scope, one at a time. Each is a thin list
of what its holder may do; how it is done stands in the rooms beneath. There is no third way to
the data, and nothing here returns the contents of more than one scope.
"""

from core.handles.operator import Operator
from core.handles.partition import Partition
from core.handles.store import Store

__all__ = ["Operator", "Partition", "Store"]

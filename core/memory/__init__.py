"""The room of the memory systems: one module or folder per system of the specification.

Each system keeps its own rules of change; all of them stand on one partition, pass the gate
before they write, and append to the journal in the same transaction. They are reached through
the two handles and never through one another's tables.
"""

"""The room of the model's side: what an agent proposes, never what is stored.

A run's turns come in, proposals go out through the handle of one partition, and the gate answers
each of them. Nothing in this room can release, approve or erase, and nothing reads another scope.
Everything works without a network; a configured model proposes through the same door.
"""

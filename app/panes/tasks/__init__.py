"""The room of tasks: plans that code keeps, what was proposed to them, and what a person may do.

At the left the tasks of the person, at the right one of them: its checklist, and beside it the log
in which every refused proposal stands with the rule that refused it. What enters comes from
`OperatorTasks` through the session's jobs; a stale step is only called stale here, never ended.
"""

from app.panes.tasks.pane import TasksPane

__all__ = ["TasksPane"]

"""Since when, until when, what changed: computed from the snapshots, never typed."""

from torchzh.history.models import Change, ChangeKind, Confidence, History, Timeline
from torchzh.history.timeline import build_history

__all__ = ["Change", "ChangeKind", "Confidence", "History", "Timeline", "build_history"]

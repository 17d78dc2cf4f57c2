"""Pictures for entries, drawn from real runs of torch.

A picture is a small SVG whose every number comes from the installed torch: the
curve is sampled from the real module, the cells are the values of the real
result. Drawing imports torch, so it happens in a process of its own
(``worker``), and the builds read what it kept (``kept``). ``models``, ``svg``,
``plot`` and ``grid`` know no torch; each other module is one family of pictures.
"""

from torchzh.figures.models import Figure

__all__ = ["Figure"]

"""Runs the examples of annotations and guides against the installed torch.

The chain is ``collect`` (files → blocks) → ``plugin`` (pytest items) → ``pool``
(the process that asks) → ``worker`` and ``execute`` (the process that runs) →
``verified`` (what is kept for readers). Only ``execute``, ``state``, ``seeds``
and ``worker`` import torch, and they live in another process, so that nothing
an example does can hurt the run.
"""

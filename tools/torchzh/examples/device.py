"""Makes the GPU the default device for one file's second run.

Device-neutral examples must hold there as well. TensorFloat-32 is switched off,
because the page shows what full precision prints.
"""

from __future__ import annotations

import torch


def use_gpu_by_default() -> None:
    """New tensors of this process are made on the first GPU."""
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = False
    if hasattr(torch, "set_default_device"):
        torch.set_default_device("cuda")
    else:  # 1.13
        torch.set_default_tensor_type(torch.cuda.FloatTensor)

"""Addresses outside the site: official page, source line at the tag, edit page.

The layout of the official documentation is data: which module has one page per
object and which one has everything on a page of its own. A module that is in
neither table gets no link, because a dead link is worse than none.
"""

from __future__ import annotations

from torchzh.models import ApiObject, Kind, SourceLocation

DOCS = "https://docs.pytorch.org/docs"
SOURCE = "https://github.com/pytorch/pytorch/blob"
REPOSITORY = "https://github.com/torchzh/torchzh"

# One official page per object: generated/<name>.html.
GENERATED = (
    "torch",
    "torch.accelerator",
    "torch.autograd",
    "torch.autograd.forward_ad",
    "torch.autograd.functional",
    "torch.autograd.graph",
    "torch.autograd.profiler",
    "torch.compiler",
    "torch.cpu",
    "torch.cuda",
    "torch.cuda.memory",
    "torch.fft",
    "torch.func",
    "torch.jit",
    "torch.linalg",
    "torch.mps",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.utils",
    "torch.nn.utils.parametrizations",
    "torch.nn.utils.parametrize",
    "torch.nn.utils.prune",
    "torch.nn.utils.rnn",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.sparse",
    "torch.xpu",
)
# All objects of the module on one official page.
PAGES = {
    "torch.amp": "amp",
    "torch.backends": "backends",
    "torch.cuda.amp": "amp",
    "torch.distributed": "distributed",
    "torch.distributions": "distributions",
    "torch.export": "export",
    "torch.futures": "futures",
    "torch.fx": "fx",
    "torch.hub": "hub",
    "torch.library": "library",
    "torch.monitor": "monitor",
    "torch.multiprocessing": "multiprocessing",
    "torch.nested": "nested",
    "torch.nn.init": "nn.init",
    "torch.onnx": "onnx",
    "torch.overrides": "torch.overrides",
    "torch.package": "package",
    "torch.profiler": "profiler",
    "torch.random": "random",
    "torch.special": "special",
    "torch.testing": "testing",
    "torch.utils.benchmark": "benchmark_utils",
    "torch.utils.checkpoint": "checkpoint",
    "torch.utils.cpp_extension": "cpp_extension",
    "torch.utils.data": "data",
    "torch.utils.dlpack": "dlpack",
    "torch.utils.mobile_optimizer": "mobile_optimizer",
    "torch.utils.model_zoo": "model_zoo",
    "torch.utils.tensorboard": "tensorboard",
}
# Classes of torch whose official description is a page of another name.
SPECIAL = {
    "torch.Tensor": "tensors.html#torch.Tensor",
    "torch.dtype": "tensor_attributes.html#torch.dtype",
    "torch.device": "tensor_attributes.html#torch.device",
    "torch.layout": "tensor_attributes.html#torch.layout",
    "torch.memory_format": "tensor_attributes.html#torch.memory_format",
    "torch.Size": "size.html#torch.Size",
}


def official_page(obj: ApiObject, owner: ApiObject | None, minor: str) -> str:
    """Address of the official description; ``owner`` is the class of a member. Empty: unknown."""
    base = f"{DOCS}/{minor}"
    if obj.name in SPECIAL:
        return f"{base}/{SPECIAL[obj.name]}"
    if obj.kind in (Kind.CONSTANT, Kind.MODULE, Kind.MISSING):
        return ""
    if obj.module in GENERATED:
        if owner is not None and owner.name != "torch.Tensor":
            return f"{base}/generated/{owner.name}.html#{obj.name}"
        return f"{base}/generated/{obj.name}.html"
    page = next((PAGES[module] for module in _upwards(obj.module) if module in PAGES), "")
    return f"{base}/{page}.html#{obj.name}" if page else ""


def _upwards(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 1, -1)]


def source_line(location: SourceLocation, torch: str) -> str:
    """Address of the source line at the tag of that release."""
    return f"{SOURCE}/v{torch}/{location.file}#L{location.line}"


def edit_page(path: str) -> str:
    """Address where the entry is edited."""
    return f"{REPOSITORY}/edit/main/{path}"


def new_page(path: str) -> str:
    """Address where a missing entry is begun."""
    folder, _, name = path.rpartition("/")
    return f"{REPOSITORY}/new/main/{folder}?filename={name}"


def report_page(name: str) -> str:
    """Address where a fault of this page is reported."""
    return f"{REPOSITORY}/issues/new?title={name}"

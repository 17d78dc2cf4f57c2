"""torchzh builds 《PyTorch Python API 详解大全》 from a live torch and hand-written annotations."""

__version__ = "0.1.0"

"""The ``torchzh`` command: finds the subcommand, runs it, sets the exit status.

Each subcommand is one module beside this one with ``register`` (its options)
and ``run``. Only these modules print. Exit status: 0 fine, 1 faults found,
2 wrong usage, 3 our own fault.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from torchzh import __version__
from torchzh.project import ProjectNotFoundError

# Subcommand → what it does, shown by --help; the module of the same name is imported on demand.
COMMANDS = {
    "snapshot": "读取已安装的 torch，写出快照",
    "check": "核对注解与 torch 的真实签名",
    "examples": "运行注解与指南里的示例",
    "build": "读取 torch、核对注解、生成站点",
    "status": "有多少页面写了注解，覆盖多少使用量",
    "history": "一个名字从哪个版本开始有、到哪个版本为止、改过什么",
    "diff": "两个版本之间变了什么",
    "site": "由快照生成全部版本的站点",
    "new": "生成一个条目的骨架",
    "figures": "列出或画出条目里的图",
    "pdf": "详注条目的 PDF",
    "epub": "详注条目的 ePub，并用 epubcheck 检查",
    "gettext": "更新站点文字的翻译目录",
    "search": "按名字、中文、拼音、别家的名字、报错查找",
    "show": "在终端里看一个条目",
    "addresses": "已发布的地址是否都还在",
    "drift": "已安装的 torch 与快照、注解、示例是否仍然一致",
}


def build_parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser; options of ``command`` only, so that no other module is imported."""
    parser = argparse.ArgumentParser(prog="torchzh", description="《PyTorch Python API 详解大全》的工具")
    parser.add_argument("--version", action="version", version=f"torchzh {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="命令", required=True)
    for name, summary in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, description=summary)
        if name == command:
            module = importlib.import_module(f"torchzh.cli.{name}")
            module.register(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = next((item for item in arguments if item in COMMANDS), None)
    options = build_parser(command).parse_args(arguments)
    try:
        return int(options.run(options))
    except ProjectNotFoundError as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 2


def command_line() -> NoReturn:
    """The whole process of the command: it ends at once instead of taking a million records apart."""
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)

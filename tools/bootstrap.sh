#!/bin/sh
# Gives this checkout a private tox in .bootstrap/, on a machine with nothing but Python >= 3.11, venv and make.
# Called by the Makefile before every target; does nothing when .bootstrap/ is ready.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
target=$here/.bootstrap

fail() {
    printf '\ntorchzh：%s\n' "$1" >&2
    exit 1
}

if [ -x "$target/bin/tox" ] && "$target/bin/python" -c 'import tox' 2>/dev/null; then
    exit 0
fi

python=
for candidate in ${PYTHON:-} python3.11 python3.12 python3.13 python3 python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || fail "没有找到 Python 3.11 或更新的版本。请先安装（推荐 3.11），或用 make PYTHON=/path/to/python3.11 指定。"
"$python" -c 'import venv, ensurepip' >/dev/null 2>&1 ||
    fail "$python 缺少 venv 模块。Debian / Ubuntu 上请安装 python3-venv（或对应版本的 python3.11-venv）。"
free=$(df -Pk "$here" | awk 'NR == 2 { print int($4 / 1048576) }')
[ "$free" -ge 4 ] || fail "磁盘只剩 ${free} GB，至少需要 4 GB（torch 的 CPU 版约 1 GB，CUDA 版约 5 GB）。"

printf 'torchzh：用 %s 建立 .bootstrap/（只需一次）…\n' "$("$python" --version)"
"$python" -m venv "$target"
"$target/bin/python" -m pip install --quiet --disable-pip-version-check 'tox>=4.21' ||
    fail "安装 tox 失败，请检查网络或 pip 设置。"

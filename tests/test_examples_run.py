"""Examples run with the real torch: what fails, what follows, what is restored, what survives a crash."""

import time

import pytest

from torchzh.annotation.blocks import code_blocks
from torchzh.examples.models import ExampleBlock, Status
from torchzh.examples.options import parse_options
from torchzh.examples.pool import Pool

pytestmark = pytest.mark.torch


@pytest.fixture(scope="module")
def pool():
    with_torch = Pool(limit=60)
    yield with_torch
    with_torch.close()


def blocks(*texts: str) -> list[ExampleBlock]:
    """Blocks whose fences stand on lines 10, 20, 30 …; a text may begin with its options in ``{}``."""
    made = []
    for number, text in enumerate(texts, start=1):
        info, _, body = text.partition("\n") if text.startswith("{") else ("", "", text)
        (found,) = code_blocks(f"```pycon {info.strip('{}')}\n{body}\n```\n")
        options, faults = parse_options(found)
        made.append(ExampleBlock(line=10 * number, text=found.text, options=options, faults=faults))
    return made


def statuses(outcomes) -> list[str]:
    return [outcome.status.value for outcome in outcomes]


IMPORT = ">>> import torch"


@pytest.mark.parametrize(
    ("text", "status", "part"),
    [
        (">>> torch.tensor([[1., -1.]])\ntensor([[ 1., -1.]])", "passed", ""),
        (">>> torch.tensor([[1., -1.]])\ntensor([[ 1.0000, -1.0000]])", "failed", "只是打印格式不同"),
        (">>> 1 + 1\n3", "failed", "t.md:21\n    >>> 1 + 1\n期望：\n    3\n实际：\n    2"),
        (">>> torch.arange(3)\ntensor([...])", "failed", "期望输出只有通配符"),
        (">>> torch.arange(1001)\ntensor([   0,    1,    2,  ...,  998,  999, 1000])", "passed", ""),
        (">>> torch.arange(3)\ntensor([0, ..., 2])", "failed", "期望"),
        (">>> torch.range(0, 1)\ntensor([0., 1.])", "failed", "warns=UserWarning"),
        ("{warns=UserWarning}\n>>> torch.range(0, 1)\ntensor([0., 1.])", "passed", ""),
        ("{warns=FutureWarning}\n>>> torch.range(0, 1)\ntensor([0., 1.])", "failed", "warns=UserWarning"),
        (">>> torch.zeros(2).view(3)\nTraceback (most recent call last):\n    ...\n"
         "RuntimeError: shape '[3]' is invalid for input of size 2", "passed", ""),
        (">>> torch.zeros(2).view(3)\nTraceback (most recent call last):\n    ...\n"
         "RuntimeError: shape '[4]' is invalid for input of size 2", "failed", "shape '[3]'"),
        (">>> torch.zeros(2).view(2)\nTraceback (most recent call last):\n    ...\nRuntimeError: a",
         "failed", "tensor([0., 0.])"),
        (">>> 1 + 1 # doctest: +SKIP\n3", "failed", "不要写 doctest 指令"),
        (">>>1 + 1\n2", "failed", "提示符不合 doctest 的写法"),
        (">>> x = (", "failed", "SyntaxError"),
        ("{torch<1.0}\n>>> 1\n2", "version", "只适用于 torch<1.0"),
        ("{torch>=1.0}\n>>> 1\n2", "failed", ""),
        ("{device=cuda}\n>>> 1\n2", "device", "需要 GPU"),
        ("{device=cpu}\n>>> 1\n1", "passed", ""),
        ("{needs=no_such_package.at_all}\n>>> 1\n2", "package", "缺少 no_such_package.at_all"),
        ("{needs=torch}\n>>> 1\n1", "passed", ""),
        ('{skip="要连网"}\n>>> 1\n2', "reason", "要连网"),
        ("{skip}\n>>> 1\n1", "failed", "skip 必须写明原因"),
    ],
)  # fmt: skip
def test_one_block_ends_as_it_must(pool, text, status, part):
    _, outcome = pool.run("t.md", blocks(IMPORT, text))
    assert outcome.status.value == status
    assert part in outcome.message


@pytest.mark.parametrize(
    ("change", "label"),
    [
        ("torch.set_default_dtype(torch.float64)", "默认 dtype：torch.float32 → torch.float64"),
        ("torch.set_printoptions(precision=3)", "打印选项：{'precision': 4} → {'precision': 3}"),
        ("_ = torch.set_grad_enabled(False)", "梯度开关：True → False"),
        ("torch.set_num_threads(torch.get_num_threads() + 1)", "线程数"),
        ("torch.use_deterministic_algorithms(True)", "确定性算法：(False, False) → (True, False)"),
        ("_ = torch.autograd.set_detect_anomaly(True)", "异常检测：(False, True) → (True, True)"),
        ("torch.autocast('cpu', dtype=torch.bfloat16).__enter__()", "autocast"),
        ("torch.set_float32_matmul_precision('high')", "float32 矩阵乘精度：'highest' → 'high'"),
        ("torch.save(1, 'left.pt')", "当前目录里的文件：[] → ['left.pt']"),
        ("import os; os.environ['LEFT'] = '1'", "环境变量：{} → {'LEFT': '1'}"),
        ("import os; os.chdir('/')", "当前目录"),
        ("_ = torch.nn.modules.module.register_module_forward_hook(print)", "全局模块钩子"),
    ],
)
def test_state_left_behind_is_that_blocks_failure_and_the_next_block_does_not_see_it(pool, change, label):
    after = ">>> torch.ones(1) / 3\ntensor([0.3333])\n"
    after += ">>> torch.ones(1, requires_grad=True).exp().requires_grad\nTrue"
    outcomes = pool.run("t.md", blocks(IMPORT, f">>> {change}", after))
    assert statuses(outcomes) == ["passed", "failed", "passed"]
    assert "已恢复" in outcomes[1].message
    assert label in outcomes[1].message


def test_state_restored_in_the_same_block_is_no_leak(pool):
    text = ">>> torch.set_default_dtype(torch.float64)\n>>> torch.ones(1).dtype\ntorch.float64\n"
    text += ">>> torch.set_default_dtype(torch.float32)\n>>> _ = torch.manual_seed(5)"
    assert statuses(pool.run("t.md", blocks(IMPORT, text))) == ["passed", "passed"]


def test_all_blocks_of_a_file_share_one_main_and_files_share_nothing(pool):
    first = blocks(
        ">>> import torch, pickle, inspect\n>>> class A: pass\n>>> def f(x):\n...     return x + 1",
        ">>> type(pickle.loads(pickle.dumps(A()))).__name__\n'A'\n>>> print(inspect.getsource(f), end='')\n"
        "def f(x):\n    return x + 1\n>>> f(torch.ones(1))\ntensor([2.])",
    )
    assert statuses(pool.run("a.md", first)) == ["passed", "passed"]
    (outcome,) = pool.run("b.md", blocks(">>> f(1)\n2"))
    assert "NameError: name 'f' is not defined" in outcome.message


def test_every_file_starts_from_the_same_seed(pool):
    text = ">>> import torch\n>>> print(torch.rand(1).item())\nx"
    first, second = (pool.run("t.md", blocks(text))[0].message for _ in range(2))
    assert first == second


def test_what_follows_from_a_failure_is_told_apart_from_a_new_failure(pool):
    outcomes = pool.run(
        "t.md",
        blocks(
            ">>> import torch\n>>> x = torch.zeros(2).view(3)\n>>> x.sum()\ntensor(0.)",
            ">>> y = x + 1",
            ">>> y.shape\ntorch.Size([3])",
            ">>> 1 + 1\n3",
            ">>> x = 1\n>>> x\n1",
        ),
    )
    assert statuses(outcomes) == ["failed", "follows", "follows", "failed", "passed"]
    assert outcomes[0].message.count("实际") == 1
    assert [outcome.message for outcome in outcomes[1:3]] == ["同因：先改好 t.md:10"] * 2


def test_a_declared_warning_that_does_not_come_is_a_note(pool):
    (outcome,) = pool.run("t.md", blocks("{warns=FutureWarning}\n>>> 1\n1"))
    assert (outcome.status, outcome.notes) == (Status.PASSED, ("声明了 warns=FutureWarning，却没有出现",))


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (">>> import ctypes\n>>> ctypes.string_at(0)", "进程崩溃（SIGSEGV）"),
        (">>> import os\n>>> os._exit(3)", "进程自己退出了（退出码 3）"),
        (">>> import os, signal\n>>> os.kill(os.getpid(), signal.SIGKILL)", "进程崩溃（SIGKILL）"),
    ],
)
def test_a_crash_costs_its_own_file_alone(pool, text, cause):
    outcomes = pool.run("t.md", blocks(">>> 1\n1", text, ">>> 2\n2"))
    assert statuses(outcomes) == ["passed", "failed", "follows"]
    assert outcomes[1].message.startswith(cause)
    assert outcomes[2].message == "没有运行：t.md:20 使进程提前结束"
    assert statuses(pool.run("u.md", blocks(">>> 1\n1"))) == ["passed"]


def test_a_hanging_file_ends_at_its_time_limit_with_everything_it_started(pool, tmp_path):
    alive = tmp_path / "alive"
    child = f"import time, pathlib\nwhile True: pathlib.Path({str(alive)!r}).touch(); time.sleep(0.05)"
    text = f">>> import subprocess, sys, time\n>>> p = subprocess.Popen([sys.executable, '-c', {child!r}])\n"
    pool.limit, began = 3, time.monotonic()
    try:
        outcomes = pool.run("t.md", blocks(text + ">>> time.sleep(600)", ">>> 2\n2"))
    finally:
        pool.limit = 60
    assert statuses(outcomes) == ["failed", "follows"]
    assert outcomes[0].message == "这个文件超过了 3 秒的时限，已被终止"
    assert time.monotonic() - began < 20
    alive.unlink(missing_ok=True)
    time.sleep(0.3)
    assert not alive.exists()


def test_loading_with_worker_processes_never_hangs_the_run(pool):
    text = ">>> import torch\n>>> from torch.utils.data import DataLoader, Dataset\n>>> class D(Dataset):\n"
    text += "...     def __len__(self): return 4\n...     def __getitem__(self, i): return i\n"
    text += ">>> [b.tolist() for b in DataLoader(D(), batch_size=2, num_workers=1)]\n[[0, 1], [2, 3]]"
    (outcome,) = pool.run("t.md", blocks(text))
    assert outcome.status in (Status.PASSED, Status.FAILED)


SEED = ">>> import torch\n>>> _ = torch.manual_seed({})\n>>> a = torch.rand(2)\n"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (SEED.format(0) + ">>> a\ntensor([0.4963, 0.7682])", "failed"),
        (SEED.format(3) + ">>> _ = torch.manual_seed(3)\n>>> torch.equal(a, torch.rand(2))\nTrue", "passed"),
        (SEED.format(3) + ">>> a.shape, torch.initial_seed()\n(torch.Size([2]), 3)", "passed"),
    ],
)
def test_digits_that_depend_on_the_seed_are_found_by_another_seed(pool, text, status):
    assert statuses(pool.run("t.md", blocks(text))) == ["passed"]
    assert statuses(pool.run("t.md", blocks(text), "reseed")) == [status]


def test_the_switch_that_checks_our_own_encodings_does_not_reach_examples(monkeypatch):
    monkeypatch.setenv("PYTHONWARNDEFAULTENCODING", "1")
    own = Pool(limit=60)
    try:
        outcomes = own.run("t.md", blocks(">>> import os\n>>> open(os.devnull).close()"))
    finally:
        own.close()
    assert statuses(outcomes) == ["passed"]

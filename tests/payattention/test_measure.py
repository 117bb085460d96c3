"""Time and memory of a call are what they must be."""

import subprocess
import sys

import pytest
import torch

from payattention.measure import peak_memory, seconds


def test_the_peak_is_the_most_that_is_in_use_at_once():
    def work():
        a = torch.ones(250_000)  # 1 MB
        b = a + 1  # 2 MB
        del a
        c = b * 2  # 2 MB again
        return c.sum()

    assert 2_000_000 <= peak_memory(work) < 2_100_000


def test_what_was_in_use_before_does_not_count():
    before = torch.ones(1_000_000)
    assert peak_memory(lambda: before.sum()) < 10_000
    assert peak_memory(lambda: None) == 0


def test_work_on_the_processor_is_measured_there_though_a_gpu_is_present(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "reset_peak_memory_stats", lambda: None)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda: 512)
    monkeypatch.setattr(torch.cuda, "max_memory_allocated", lambda: 512)
    assert 1_000_000 <= peak_memory(lambda: torch.ones(250_000)) < 1_100_000


def test_work_on_a_gpu_is_measured_there(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "reset_peak_memory_stats", lambda: None)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda: 512)
    monkeypatch.setattr(torch.cuda, "max_memory_allocated", lambda: 2560)
    assert peak_memory(lambda: None) == 2048


@pytest.mark.system
def test_a_page_that_measures_memory_is_told_nothing_else():
    code = "from payattention.measure import peak_memory; peak_memory(lambda: None)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout + ran.stderr == ""


def test_ten_times_the_work_takes_longer():
    x = torch.randn(200, 200)
    assert seconds(lambda: [x @ x for _ in range(50)]) > seconds(lambda: [x @ x for _ in range(5)])

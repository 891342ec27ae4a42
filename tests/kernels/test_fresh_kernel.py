"""A loop that is compiled anew."""

from __future__ import annotations

from rosenblatt.kernels import fresh_kernel


def test_it_is_compiled_each_time(monkeypatch):
    compiled = []
    real = fresh_kernel.njit
    monkeypatch.setattr(fresh_kernel, "njit", lambda loop: compiled.append(loop) or real(loop))
    assert [fresh_kernel.sum_of_squares(10), fresh_kernel.sum_of_squares(3)] == [285.0, 5.0]
    assert len(compiled) == 2

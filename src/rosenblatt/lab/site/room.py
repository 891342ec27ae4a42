"""What every room is: a page with settings, which are in its address, and at most one job."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from typing import Any, ClassVar, TypeVar

from fastapi import Request
from nicegui import ui

from rosenblatt.lab import address
from rosenblatt.lab.jobs import Job, Work
from rosenblatt.lab.site import widgets
from rosenblatt.lab.site.frame import ROOMS, frame, opened
from rosenblatt.lab.site.visits import JOBS, visitor


class Room(ABC):
    """The room of one page.

    A room declares its ``path``, its ``introduction`` and the class of its ``settings_kind``. ``complaints`` are
    sentences about the last thing that the visitor did, or about the address.
    """

    path: ClassVar[str]
    introduction: ClassVar[str]
    settings_kind: ClassVar[type]

    def __init__(self, settings: Any, complaints: list[str], visitor: str) -> None:
        self.settings, self.complaints, self.visitor = settings, complaints, visitor
        self.job: Job | None = None
        self.seen = 0  # of the revisions of the job

    @abstractmethod
    def build(self) -> None:
        """Make the widgets."""

    @abstractmethod
    async def begin(self) -> None:
        """Compute what is shown first."""

    def set(self, name: str, value: Any) -> bool:
        """Take a new value of a setting into the address, and return whether it is a new one."""
        if getattr(self.settings, name) == value:
            return False
        self.settings, self.complaints = dataclasses.replace(self.settings, **{name: value}), []
        widgets.keep_address(self.path, address.query(self.settings))
        return True

    def start_job(self, work: Work) -> None:
        """Start a job instead of the one before, or complain that there is no room for it."""
        self.stop_job()
        self.job, self.seen = None, 0
        try:
            self.job = JOBS.start(self.visitor, work)
        except ValueError as problem:
            self.complaints = [str(problem)]

    def stop_job(self) -> None:
        """Ask the job to end soon."""
        if self.job is not None:
            self.job.stop()

    @property
    def is_busy(self) -> bool:
        """Whether a job is waiting or running."""
        return self.job is not None and not self.job.is_over

    def news(self) -> Any:
        """Return what the job has found since the last look; None if that is nothing."""
        if self.job is None or self.job.revision == self.seen:
            return None
        self.seen = self.job.revision
        return self.job.value

    @property
    def failures(self) -> list[str]:
        """What the visitor is to know of what failed."""
        return [*self.complaints, *([self.job.message] if self.job is not None and self.job.message else [])]

    def leave(self) -> None:
        """End what runs for this page."""
        self.stop_job()


AnyRoom = TypeVar("AnyRoom", bound=type[Room])


def served(kind: AnyRoom) -> AnyRoom:
    """Serve a room under its path. Use it as a decorator."""

    async def show(request: Request) -> None:
        await enter(request, kind)

    ui.page(kind.path, title=f"{ROOMS[kind.path]} · rosenblatt lab")(show)
    return kind


async def enter(request: Request, kind: type[Room]) -> None:
    """Show a room at the settings of its address."""
    settings, complaints = address.from_query(kind.settings_kind, request.query_params.multi_items())
    with frame(request, kind.path, kind.introduction) as main:
        await opened(main)
        with main:
            room = kind(settings, complaints, visitor(request))
            room.build()
    ui.context.client.on_delete(room.leave)
    await room.begin()

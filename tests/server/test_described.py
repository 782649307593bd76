"""Whatever the OpenAPI document allows, and what it does not: Schemathesis asks, by itself."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis.errors import FlakyStrategyDefinition, Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.campaign import SOAK
from tests.server.conftest import Serve
from tests.server.running import TINY, Server
from tests.server.secrets_of import Secrets
from tests.server.watcher import watcher_of

if TYPE_CHECKING:
    from schemathesis.core.transport import Response
    from schemathesis.generation.stateful import APIStateMachine

    Case = schemathesis.Case[Any]

REQUESTS = 50_000 if SOAK else 300  # half of them one after another, half of them in sequences
FIRST_SEED = secrets.randbelow(2**32) if SOAK else 0
STEPS = 60  # of a sequence
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
BOTH = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
QUIETLY = hypothesis.settings(
    deadline=None,
    database=None,
    phases=[hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)


class Asking:
    """Sends requests to a server and looks at each answer, and at the database."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.watcher, self.secrets = watcher_of(server), Secrets(server.database)
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.session = requests.Session()
        self.wrong: list[str] = []
        self.schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")

    @property
    def number(self) -> int:
        """How many requests were sent."""
        return self.statuses.total()

    def __call__(self, case: Case) -> Response:
        """Send a request, and note where the answer is wrong."""
        try:
            return self.ask(case)
        except Exception as error:
            self.wrong.append(f"{case.as_curl_command()}: {error}")
            raise

    def ask(self, case: Case) -> Response:
        """Send a request; what is refused has written nothing, and no answer tells a secret."""
        make_sound(case, self.number)
        self.watcher.has_changed()
        answer = case.call(session=self.session, timeout=60)
        self.statuses[case.operation.label, answer.status_code] += 1
        assert answer.status_code < 400 or not self.watcher.has_changed(), "refused, but changed"
        heard = repr(dict(answer.headers)).encode() + answer.content
        leak = self.secrets.leak(heard, str((case.path_parameters or {}).get("game", "")))
        assert not leak
        case.validate_response(answer, checks=CHECKS)
        return answer


def make_sound(case: Case, number: int) -> None:
    """Let every other table be one that can be made, or there would hardly be a game.

    Hints are thought out by other processes, for minutes, and have tests of their own.
    """
    if case.operation.label != "POST /api/games" or not isinstance(case.body, dict):
        return
    if case.body.get("hints") is True:
        case.body["hints"] = False
    if number % 2:
        rules, deck = ("hisss", "serpentina")[number % 4 // 2], ("standard", TINY)[number % 3 // 2]
        case.body.update(rules=rules, deck=deck)
        seats = case.body.get("seats")
        for seat in seats if isinstance(seats, list) else ():
            if isinstance(seat, dict):
                seat.update({name: "garter" for name in ("name", "player") if name in seat})


@pytest.fixture
def asking(serve: Serve) -> Iterator[Asking]:
    """Asks a server on which no bot moves and no limit ends: only requests change anything."""
    asks = Asking(serve(bot_pause=1e6, away=1e6, log_level="error"))
    yield asks
    asks.session.close()
    asks.watcher.close()
    asks.secrets.close()


def test_each_operation(asking: Asking) -> None:
    """Each operation, asked as described and otherwise: as documented, no 5xx, no leak."""
    operations = [
        found.ok() for found in asking.schema.get_all_operations() if isinstance(found, Ok)
    ]
    rounds = 0
    while asking.number < REQUESTS // 2:
        rounds += 1
        for operation, mode in product(operations, BOTH):
            strategy = operation.as_strategy(generation_mode=mode)

            @hypothesis.seed(FIRST_SEED + rounds)
            @hypothesis.settings(QUIETLY, max_examples=200 if SOAK else 10)
            @hypothesis.given(case=strategy)
            def ask(case: Case) -> None:
                asking(case)

            with suppress(Unsatisfiable):  # without parameters nothing can be wrong with them
                ask()
    told(asking)
    assert {label for label, _ in asking.statuses} == {each.label for each in operations}


def test_sequences(asking: Asking) -> None:
    """Requests that follow on each other by the document's links play games: no 5xx, no leak."""

    class Machine(asking.schema.as_state_machine()):  # type: ignore[misc]
        """Asks in sequences, each by a device of its own."""

        def setup(self) -> None:
            asking.session.cookies.clear()

        def call(self, case: Case, **_more: Any) -> Response:
            return asking(case)

        def validate_response(self, *_given: Any, **_more: Any) -> None:
            """It is validated already."""

    rounds = 0
    while asking.number < REQUESTS // 2:
        rounds += 1
        machine: type[APIStateMachine] = hypothesis.seed(FIRST_SEED + rounds)(Machine)
        with suppress(FlakyStrategyDefinition):  # no table is like another: their names are chance
            machine.run(
                settings=hypothesis.settings(
                    QUIETLY, max_examples=50 if SOAK else 3, stateful_step_count=STEPS
                )
            )
    told(asking)
    commands = {status for label, status in asking.statuses if label.endswith("commands")}
    assert commands >= {200, 409, 422}


def told(asking: Asking) -> None:
    """Say what was asked and answered, and that nothing of it was wrong."""
    print(f"{asking.number:,} requests")
    for (label, status), number in sorted(asking.statuses.items()):
        print(f"{label} {status}: {number:,}")
    assert not asking.wrong

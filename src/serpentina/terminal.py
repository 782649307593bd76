"""A game in the terminal, among people at one keyboard and bots.

It asks, shows and saves. What may be done it asks the game; who a bot is and how it thinks it does
not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

from serpentina import saves
from serpentina.engine.seat import PREFIX as ENGINE
from serpentina.engine.seat import EnginePlayer
from serpentina.errors import EngineError, SerpentinaError
from serpentina.game import Game
from serpentina.layout import Placement
from serpentina.painting import Paint, fitted, in_lines
from serpentina.players import Player, player
from serpentina.record import HINTS, Record, clean_name, told_apart
from serpentina.referee import Outcome, outcomes_of
from serpentina.words import Words

BOT = "bot:"
NO_REPLIES: Mapping[str, Callable[[], str]] = {}


class Leave(Exception):
    """The people want to stop; the game is saved."""


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, or a bot; `name` is that of the record, without any path."""

    name: str
    bot: Player | None = None

    @staticmethod
    def parse(text: str) -> Seat:
        """A person's name, `bot:` and a player's name, or `engine:` and a program's command."""
        if text.startswith(ENGINE):
            engine = EnginePlayer(text.removeprefix(ENGINE))
            return Seat(ENGINE + engine.name, engine)
        return Seat.recorded(text)

    @staticmethod
    def recorded(name: str, engines: Iterable[Seat] = ()) -> Seat:
        """The seat of a record; a program is run only if it is one of these engines."""
        if name.startswith(BOT):
            return Seat(name, player(name.removeprefix(BOT)))
        if not name.startswith(ENGINE):
            return Seat(clean_name(name))
        for seat in engines:
            if seat.name == name:
                return seat
        raise EngineError(
            'A program played as "{seat}": say which with --seat "engine:COMMAND".', seat=name
        )


class Table:
    """One game, who plays it, and where it is kept."""

    def __init__(
        self,
        game: Game,
        seats: tuple[Seat, ...],
        words: Words,
        paint: Paint,
        keep: Path,
        copy: Path | None = None,
        date: str = "",
        more: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.game = game
        self.seats = seats
        self.words = words
        self.paint = paint
        self.keep = keep
        self.copy = copy
        self.date = date
        self.more = more
        self.names = told_apart([seat.name for seat in seats])
        self.has_hints = any(name == HINTS for name, _ in more)
        self.is_saved = True

    def play(self) -> None:
        """Play to the end, or until the people leave."""
        self.say(self.words("The seal of the fan:\n{seal}", seal=self.game.fan.commitment))
        if not self.game.is_counted:
            self._keep()
        try:
            while not self.game.is_counted:
                self._step()
        except Leave:
            self._say_how_to_resume()
            return
        except EngineError:
            self._say_how_to_resume()
            raise
        self._say_result()
        if self.copy is not None:
            saves.write_whole(self.copy, str(self._record()), mode=0o666)

    def _step(self) -> None:
        """One draw and placement, or the count."""
        if self.game.is_over:
            self._count()
        elif self._seat.bot is None:
            self._person()
        else:
            self._bot(self._seat.bot)

    @property
    def _seat(self) -> Seat:
        return self.seats[self.game.seat - 1]

    @property
    def _name(self) -> str:
        return self.names[self.game.seat - 1]

    @property
    def _can_undo(self) -> bool:
        """R9: whether the person who has just placed may take it back."""
        last = self.game.turns[-1].seat
        return self.game.before is not None and self.seats[last - 1].bot is None

    def _go_to(self, game: Game) -> None:
        self.game = game
        self._keep()

    # What people do

    def _person(self) -> None:
        """A person draws and places."""
        self._show_table()
        if self.game.card is None:
            slot = self._ask_slot()
            if slot is None:
                return
            self._go_to(self.game.draw(slot))
        placement = self._ask_placement()
        self._place(placement)

    def _ask_slot(self) -> int | None:
        """The slot that a person draws from; None after an undo."""
        prompt = self.words("{name}, draw a card. Slot, or Enter for any: ", name=self._name)
        while True:
            answer = self._ask(prompt)
            if answer == "u":
                if self._undo():
                    return None
                continue
            if answer == "":
                return self._random("draw").choice(self.game.slots)
            if _number(answer) in self.game.slots:
                return _number(answer)
            self.say(self.words("Type the number of a slot that still holds a card."))

    def _ask_placement(self) -> Placement:
        """The placement that a person chooses, of those with different outcomes."""
        card = self.game.card
        assert card is not None
        found = outcomes_of(self.game.rules, self.game.layout, card)
        hints = {"?": lambda: self._hint(found)} if self.has_hints else {}
        self.say(self.words("You have drawn {card}.", card=self.paint.card(card)))
        for number, outcome in enumerate(found, 1):
            self.say(f"  {number:2}  {self._describe(outcome)}")
        prompt = self.words.plural(
            "Enter places it: ", "Which of the {n} placements? 1 is the first: ", len(found)
        )
        while True:
            answer = self._ask(prompt, hints)
            if answer == "" and len(found) == 1:
                return found[0].placement
            if 1 <= _number(answer) <= len(found):
                return found[_number(answer) - 1].placement
            if answer == "u":
                self.say(self.words("A card that has been drawn cannot be put back."))
            else:
                self.say(self.words("Type one of the numbers in front of the placements."))

    def _hint(self, found: list[Outcome]) -> str:
        """The number of the best placement, and why it is better."""
        from serpentina.hints import hint  # noqa: PLC0415 - play needs no NumPy
        from serpentina.reasons import sentence  # noqa: PLC0415

        given, placements = hint(self.game.view), [outcome.placement for outcome in found]
        if given.other is None or given.reason is None:
            return self.words("There is only one placement.")
        return self.words(
            "{best} is better than {other}: {reason}",
            best=placements.index(given.placement) + 1,
            other=placements.index(given.other) + 1,
            reason=sentence(given.reason, self.words),
        )

    def _describe(self, outcome: Outcome) -> str:
        snake = self.paint.snake(outcome.made)
        if outcome.taken:
            cards = len(outcome.made)
            return self.words.plural(
                "{snake}  Hisss! You take {n} card.",
                "{snake}  Hisss! You take {n} cards.",
                cards,
                snake=snake,
            )
        if len(outcome.made) == 1:
            return self.words("{snake}  on its own", snake=snake)
        return snake

    def _undo(self) -> bool:
        """Take the last placement back, if its player may."""
        if not self._can_undo:
            self.say(self.words("There is nothing that could be taken back now."))
            return False
        self._go_to(self.game.undo())
        self.say(self.words("Taken back."))
        return True

    def _count(self) -> None:
        """The last placement is settled by the count; until then it may be taken back."""
        if self._goes_on(self.words("The last card lies. Enter counts, u takes it back: ")):
            self._go_to(self.game.count())

    def _goes_on(self, prompt: str) -> bool:
        """Whether the game goes on, or the person who has just placed takes it back."""
        while self._can_undo:
            answer = self._ask(prompt)
            if answer == "u":
                return not self._undo()
            if answer == "":
                return True
        return True

    # What bots do

    def _bot(self, bot: Player) -> None:
        """A bot draws and places; before that, a person's placement may be taken back."""
        if not self._goes_on(self.words("Enter goes on, u takes it back: ")):
            return
        if self.game.card is None:
            self._go_to(self.game.draw(self._random("draw").choice(self.game.slots)))
        self._place(bot.choose(self.game.view, self._random("place")))

    def _random(self, step: str) -> Random:
        """The operating system's randomness; in a seeded game the same for the same step."""
        seed = self.game.fan.seed
        return SystemRandom() if seed is None else Random(f"{seed} {len(self.game.turns)} {step}")

    # What is said

    def _place(self, placement: Placement) -> None:
        name, card = self._name, self.game.card
        assert card is not None
        self._go_to(self.game.place(placement))
        taken = self.game.turns[-1].taken
        placed = self.paint.card(card)
        if taken is None:
            self.say(self.words("{name} places {card}.", name=name, card=placed))
            return
        self.say(
            self.words.plural(
                "{name} places {card}. Hisss! {name} takes {n} card:\n  {snake}",
                "{name} places {card}. Hisss! {name} takes {n} cards:\n  {snake}",
                len(taken),
                name=name,
                card=placed,
                snake=self.paint.snake(taken),
            )
        )

    def _show_table(self) -> None:
        game, words = self.game, self.words
        self.say("")
        self.say(words("Table"))
        lying = sorted(game.layout.snakes.items())
        snakes = (f"{at + 1}: {self.paint.snake(snake)}" for at, snake in lying)
        print(in_lines(snakes, gap="   ", indent="  "))
        self.say(words.plural("Fan: {n} card", "Fan: {n} cards", len(game.slots)))
        slots = (str(slot) if slot in game.slots else "·" for slot in range(1, len(game.deck)))
        width = len(str(len(game.deck) - 1))
        print(in_lines((slot.rjust(width) for slot in slots), indent="  "))
        pits = zip(self.names, game.scores, strict=True)
        print(in_lines((f"{self.paint.strong(name)} {pit.cards}" for name, pit in pits), gap=" · "))

    def _say_result(self) -> None:
        result, words = self.game.result, self.words
        assert result is not None
        self.say("")
        for name, pit in zip(self.names, result.pits, strict=True):
            cards = words.plural("{n} card", "{n} cards", pit.cards)
            snakes = words.plural("{n} snake", "{n} snakes", pit.snakes)
            self.say(
                words(
                    "{name}: {cards}, {snakes}, the longest of length {longest}",
                    name=name,
                    cards=cards,
                    snakes=snakes,
                    longest=pit.longest,
                )
            )
        winners = [self.names[seat - 1] for seat in result.winners]
        self.say(self.paint.strong(words.winners(winners)))
        self.say(words("The nonce of the fan: {nonce}", nonce=self.game.fan.nonce))
        self.say(words("The fan, from the starter on:"))
        print(in_lines(map(self.paint.card, self.game.fan.order), indent="  "))
        kept = self.copy or (self.keep if self.is_saved else None)
        if kept is not None:
            self.say(words("The record: {file}", file=kept))

    def _say_how_to_resume(self) -> None:
        self.say("")
        if self.is_saved:
            self.say(self.words("The game is saved. It goes on with: serpentina play --resume"))
        else:
            self.say(self.words("The game is not saved."))

    def say(self, text: str) -> None:
        """A line for all to read."""
        print(fitted(text), flush=True)

    def _ask(self, prompt: str, more: Mapping[str, Callable[[], str]] = NO_REPLIES) -> str:
        """An answer; help, rules, leaving and what else is asked for are answered here."""
        replies: dict[str, Callable[[], str]] = {
            "?": self._help,
            "h": self._help,
            "r": lambda: self.words.rules,
            **more,
        }
        while True:
            try:
                answer = input(fitted(prompt)).strip().lower()
            except (EOFError, KeyboardInterrupt):
                raise Leave from None
            if answer == "s":
                raise Leave
            if answer == "t":
                self._show_table()
            elif answer in replies:
                self.say(replies[answer]())
            else:
                return answer

    def _help(self) -> str:
        hints = self.words("? gives a hint, once a card is drawn.") + "\n" if self.has_hints else ""
        return hints + self.words(
            "u takes the last placement back, t shows the table, r the rules, s saves and leaves.\n"
            "Cards: rg is a middle section, <r a head, r> a tail, * the rainbow.\n"
            "Colours: r red, o orange, y yellow, g green, b blue, p purple."
        )

    # What is kept

    def _record(self) -> Record:
        names = tuple(seat.name for seat in self.seats)
        return Record.of(self.game, names, self.date, secret=True, more=self.more)

    def _keep(self) -> None:
        """Save the game; a full disk is said once and does not end the game."""
        try:
            saves.write_whole(self.keep, str(self._record()))
            self.is_saved = True
        except OSError as error:
            if self.is_saved:
                self.say(self.words("The game cannot be saved: {reason}", reason=error.strerror))
            self.is_saved = False


def _number(answer: str) -> int:
    """The number that somebody has typed, or -1."""
    return int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 5 else -1


def explain(words: Words, error: SerpentinaError | OSError) -> str:
    """What went wrong, in a sentence."""
    if isinstance(error, SerpentinaError):
        return words.explain(error)
    if error.filename is None:
        return error.strerror or str(error)
    if isinstance(error, FileNotFoundError):
        return words("There is no file {file}.", file=error.filename)
    if isinstance(error, IsADirectoryError):
        return words("{file} is a folder, not a file.", file=error.filename)
    if isinstance(error, PermissionError):
        return words("The file {file} may not be used here.", file=error.filename)
    return words("The file {file}: {reason}.", file=error.filename, reason=error.strerror)

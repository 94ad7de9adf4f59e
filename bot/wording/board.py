"""The two lines above a board, the caption on its last picture, and the line after a match."""

from bot.i18n import Language
from bot.wording.clock import board_clock
from bot.wording.hints import first_match_lines
from bot.wording.names import mention, message_name, shown_name
from bot.wording.refusals import quoted
from bot.wording.terms import variant_name
from bot.wording.turns import segments_left, turn_summary
from bot.wording.voiding import void_note
from matches.draft import Drafted, drafted, needs_confirmation
from matches.match import EndReason
from matches.rating import Rating
from matches.standings import BoardState, Seat
from rules import Player, StepKind

INKS = {Player.FIRST: "🔵", Player.SECOND: "🟠"}
"""The inks as emoji: they have these colours in every theme."""


def board_lines(state: BoardState, language: Language) -> str:
    """The message above the board: always two lines, so that nothing moves under the thumb.

    On somebody's first board three more stay below them until both have moved.
    """
    lines = [_first_line(state, language), _second_line(state, language)]
    if state.introduces:
        lines.append(first_match_lines(state.match.game.ruleset, language))
    return "\n".join(lines)


def _first_line(state: BoardState, language: Language) -> str:
    match = state.match
    if match.result is not None:
        return f"{ending_mentions(state, language)}: {result_words(state, language)}"
    side = match.side_to_move
    if side is None:
        raise ValueError(f"match {match.id} is not over, but nobody is to move")
    who = mention(state.person(side), language)
    if match.awaits_computer:
        return _computer_thinks(state, language)
    so_far = drafted(match, state.draft)
    if needs_confirmation(match, so_far):
        return language.say("{who}, {question}", who=who, question=_question(so_far, language))
    if so_far.position.next_step is StepKind.PENALTY and not so_far.is_complete:
        return _penalty_due(state, so_far, who, language)
    return _segment_due(state, so_far, who, language)


def _computer_thinks(state: BoardState, language: Language) -> str:
    side = state.match.side_to_move or Player.FIRST
    name = message_name(state.person(side), language)
    game = state.match.game
    if not game.history:
        return language.say("{name} draws first, and is thinking …", name=name)
    turn = game.history[-1].text
    return language.say("You drew `{turn}`. {name} is thinking …", turn=quoted(turn), name=name)


def _penalty_due(state: BoardState, so_far: Drafted, who: str, language: Language) -> str:
    if so_far.drawn is None:
        return language.say(
            "{who}, the ball is locked, so draw a **penalty**: {happened}.",
            who=who,
            happened=_happened(state, language),
        )
    if so_far.drawn.steps[-1].kind is StepKind.PENALTY:
        return language.say("{who}, the ball is still locked: draw another **penalty**.", who=who)
    return language.say("{who}, you trapped your opponent: draw a **penalty**.", who=who)


def _segment_due(state: BoardState, so_far: Drafted, who: str, language: Language) -> str:
    left = segments_left(so_far.position)
    if left is not None and so_far.drawn is not None:
        return language.count(
            "{who}, {number} segment left in your turn.",
            "{who}, {number} segments left in your turn.",
            left,
            who=who,
        )
    if so_far.drawn is not None and not so_far.is_complete:
        return language.say("{who}, the ball bounces: draw on.", who=who)
    if not state.match.game.history:
        return language.say("{who}, you draw first: the ball is in the centre.", who=who)
    happened = _happened(state, language)
    return language.say("{who}, your turn: {happened}.", who=who, happened=happened)


def _happened(state: BoardState, language: Language) -> str:
    """The last turn, for whoever is to move."""
    game = state.match.game
    last = game.history[-1]
    return turn_summary(last, game.ruleset, last.player.opponent, language)


def _question(so_far: Drafted, language: Language) -> str:
    if so_far.loses:
        return language.say("this turn **loses at once**. *Play it* anyway, or take it back?")
    return language.say("your turn is complete: *Play it*, or take it back?")


def _second_line(state: BoardState, language: Language) -> str:
    match = state.match
    parts = [_player(state, side, language) for side in Player]
    number = len(match.game.turns)
    if match.is_over:
        parts.append(language.count("{number} turn", "{number} turns", number))
    else:
        parts.append(language.say("turn {number}", number=number + 1))
        parts.append(board_clock(state, language))
    if not match.rated:
        parts.append(language.say("unrated"))
    return " · ".join(part for part in parts if part)


def _player(state: BoardState, side: Player, language: Language) -> str:
    seat = state.seats[side]
    name = message_name(seat.person, language)
    arrow = attack_arrow(state, side)
    if seat.rating is None:
        return f"{INKS[side]} {name} {arrow}"
    return f"{INKS[side]} {name} ({rating_after(seat, language)}) {arrow}"


def attack_arrow(state: BoardState, side: Player) -> str:
    """Up or down: where the goal lies that this side attacks."""
    goal = state.match.game.ruleset.pitch.goal_attacked_by(side)
    return "↑" if goal.back < goal.line else "↓"


def rating_after(seat: Seat, language: Language) -> str:
    """The rating, and after a rated match what it changed by."""
    if seat.change is not None:
        change = round(seat.change.after.value) - round(seat.change.before.value)
        return f"{rating_text(seat.change.after)}, {language.signed(change)}"
    return "" if seat.rating is None else rating_text(seat.rating)


def rating_text(rating: Rating) -> str:
    """A rating, with a question mark while it is provisional."""
    return f"{rating.value:.0f}{'?' if rating.provisional else ''}"


def result_words(state: BoardState, language: Language) -> str:
    """How the match ended, in one sentence; one more says that it was voided."""
    ending = _ending(state, language)
    if state.void is None:
        return ending
    note = void_note(state.void, language)
    return language.say("{void} (It had ended so: {ending})", void=note, ending=ending)


def _ending(state: BoardState, language: Language) -> str:
    result = state.match.result
    if result is None:
        raise ValueError(f"match {state.match.id} is not over")
    if result.reason is EndReason.ABORTED:
        return language.say("the match was aborted before both had moved.")
    if result.reason is EndReason.CLOSED:
        return language.say("the match was closed: nobody went on playing. It counts for nothing.")
    if result.reason is EndReason.OUT_OF_REACH:
        return language.say(
            "the match was closed: for a month nobody could see it. It counts for nothing."
        )
    if result.reason is EndReason.AGREED:
        return language.say("the match is a draw: both agreed.")
    if result.reason is EndReason.TURN_LIMIT and result.winner is None:
        return language.count(
            "the match is a draw: {number} turn without a goal.",
            "the match is a draw: {number} turns without a goal.",
            len(state.match.game.turns),
        )
    if result.winner is None:
        return language.say("the match is a draw.")
    winner = message_name(state.person(result.winner), language)
    loser = message_name(state.person(result.winner.opponent), language)
    sentences = {
        EndReason.GOAL: language.say("**{winner}** wins with a goal!"),
        EndReason.OWN_GOAL: language.say("**{winner}** wins: an own goal by {loser}."),
        EndReason.BLOCKED: language.say("**{winner}** wins: {loser} is blocked."),
        EndReason.RESIGNED: language.say("**{winner}** wins: {loser} resigned."),
        EndReason.TIME: language.say("**{winner}** wins: {loser} ran out of time."),
        EndReason.TURN_LIMIT: language.say("**{winner}** wins."),
    }
    return sentences[result.reason].format(winner=winner, loser=loser)


def state_words(state: BoardState, language: Language) -> str:
    """Whose turn it is, or how the match ended, in one sentence."""
    side = state.match.side_to_move
    if side is None:
        return result_words(state, language)
    name = message_name(state.person(side), language)
    return language.say("it is {name}'s turn.", name=name)


def ending_mentions(state: BoardState, language: Language) -> str:
    """Both players: the end concerns both, though it notifies only who did not cause it."""
    computer = state.match.computer
    people = [side for side in Player if computer is None or side is not computer.side]
    return " ".join(mention(state.person(side), language) for side in people)


def caption(state: BoardState, language: Language) -> str:
    """The result as it stands on the last picture; empty while the match goes on."""
    result = state.match.result
    if result is None:
        return ""
    if state.void is not None:
        return language.say("Void")
    if result.reason is EndReason.ABORTED:
        return language.say("Aborted")
    if result.reason in (EndReason.CLOSED, EndReason.OUT_OF_REACH):
        return language.say("Closed")
    if result.winner is None:
        return language.say("Draw")
    reasons = {
        EndReason.GOAL: language.say("{winner} wins: goal"),
        EndReason.OWN_GOAL: language.say("{winner} wins: own goal"),
        EndReason.BLOCKED: language.say("{winner} wins: blocked"),
        EndReason.RESIGNED: language.say("{winner} wins: resigned"),
        EndReason.TIME: language.say("{winner} wins on time"),
        EndReason.TURN_LIMIT: language.say("{winner} wins"),
    }
    winner = shown_name(state.person(result.winner), language)
    return reasons[result.reason].format(winner=winner)


def match_title(state: BoardState, language: Language) -> str:
    """The name of a match's thread."""
    return language.say(
        "{first} against {second} · {variant}",
        first=shown_name(state.person(Player.FIRST), language),
        second=shown_name(state.person(Player.SECOND), language),
        variant=variant_name(state.match.terms.variant, language),
    )


def outdated_line(language: Language) -> str:
    """What a board says that shows an older position, once a newer one stands below it."""
    return language.say("An older board of this match: the newest is below.")


def turn_line(state: BoardState, language: Language) -> str:
    """What the board says on which a turn was tapped, once the next one stands below it."""
    game = state.match.game
    if not game.history:
        return outdated_line(language)
    last = game.history[-1]
    return language.say(
        "Turn {number}, {ink} {name}: `{turn}`",
        number=len(game.turns),
        ink=INKS[last.player],
        name=message_name(state.person(last.player), language),
        turn=last.text,
    )


def closing_line(state: BoardState, language: Language) -> str:
    """One line for the parent channel when the match in its thread has ended."""
    return language.say(
        "{first} against {second}: {result}",
        first=message_name(state.person(Player.FIRST), language),
        second=message_name(state.person(Player.SECOND), language),
        result=result_words(state, language),
    )

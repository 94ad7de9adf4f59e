"""Every command as a user gives it: what it answers, and to whom."""

import re
from importlib import metadata

import pytest
from simcord import MemberActor
from simcord.builders import ChannelHandle, UserHandle

from matches.ids import MatchId
from matches.match import EndReason, Result
from matches.terms import TurnTime
from rules import Player
from tests.support.simcord_seams import files_of, pinged
from tests.support.table import Table, button_ids, told

NOT_PLAYING = (
    "You are not playing now. `/challenge` finds you an opponent; `/play` is a game against the "
    "computer."
)


async def typed(who: MemberActor, channel: ChannelHandle, turn: str, **more: int) -> str:
    """`/move`, and the private answer to it."""
    return told(await who.slash(channel, "move", turn=turn, **more))


async def start_in(table: Table, channel: ChannelHandle, time: str = "3d") -> int:
    """Another match of Alice and Bob, in this channel; its number."""
    before = await newest_match(table)
    result = await table.alice.slash(channel, "challenge", opponent=table.bob, time=time)
    assert result.response is not None
    await table.tap(table.bob, result.response.message, "accept")
    match = await newest_match(table)
    assert match == before + 1
    return match


async def newest_match(table: Table) -> int:
    async with table.store.reading() as uow:
        number = 0
        while await uow.matches.get(MatchId(number + 1)) is not None:
            number += 1
    return number


# --- /play


async def test_play_with_an_opponent_challenges_them(table: Table) -> None:
    """`/play` with an opponent is a challenge on the usual terms, which mentions only them."""
    result = await table.alice.slash(table.channel, "play", opponent=table.bob, variant="small")
    assert result.response is not None
    assert not result.ephemeral
    assert "**Alice** challenges you to paper soccer" in result.response.content
    assert "Small, 6 × 8, 3 days a turn, rated" in result.response.content
    assert pinged(table.env, result.response) == {table.bob.id}


async def test_nobody_challenges_a_bot(table: Table) -> None:
    """Other bots do not play, whichever way they are asked, and this one cannot be challenged."""
    robot = table.server.add_member(table.env.create_user("robot", bot=True))
    refused = "Bots do not play. Challenge a person."
    for command in ("play", "challenge"):
        result = await table.alice.slash(table.channel, command, opponent=robot)
        assert told(result) == refused
    menu = await table.alice.context_menu(table.channel, "Challenge to paper soccer", robot)
    assert told(menu) == refused
    me = bot_member(table)
    result = await table.alice.slash(table.channel, "challenge", opponent=me)
    assert told(result) == refused
    assert table.messages(table.channel) == []


async def test_nobody_challenges_themself(table: Table) -> None:
    """Naming oneself is refused by `/play`, `/challenge` and the menu."""
    refused = "You cannot play against yourself. Challenge somebody else, or nobody."
    for command in ("play", "challenge"):
        result = await table.alice.slash(table.channel, command, opponent=table.alice)
        assert told(result) == refused
    menu = await table.alice.context_menu(table.channel, "Challenge to paper soccer", table.alice)
    assert told(menu) == refused
    assert table.messages(table.channel) == []


# --- /challenge


@pytest.mark.parametrize("time", list(TurnTime))
async def test_challenge_takes_every_time(table: Table, time: TurnTime) -> None:
    """Each time per turn that can be chosen stands in the challenge, and in the match."""
    message = await table.challenge(time=time.value, variant="texas", rated=False)
    assert "Texas Soccer" in message.content
    assert message.content.splitlines()[1].endswith("a turn, unrated") or time.duration is None
    await table.tap(table.bob, message, "accept")
    match = await table.match()
    assert match.terms.turn_time is time
    assert match.terms.variant == "texas"
    assert not match.rated
    assert (match.deadline is None) == (time.duration is None)


async def test_challenge_shows_the_empty_pitch_with_an_alternative_text(table: Table) -> None:
    """The picture of a challenge is the empty pitch, and says so to whoever cannot see it."""
    message = await table.challenge(variant="large")
    [picture] = files_of(table.env, message)
    assert picture.data.startswith(b"\x89PNG")
    assert picture.description is not None
    assert picture.description.startswith("An empty pitch for Large, 10 × 14 squares")


async def test_the_menu_of_a_member_challenges_them(table: Table) -> None:
    """*Challenge to paper soccer* on a member is the challenge on the usual terms."""
    menu = await table.alice.context_menu(table.channel, "Challenge to paper soccer", table.bob)
    assert menu.response is not None
    assert "Standard, 8 × 10, 3 days a turn, rated" in menu.response.content
    await table.tap(table.bob, menu.response.message, "accept")
    assert (await table.match()).terms.turn_time is TurnTime.THREE_DAYS


async def test_commands_of_a_server_are_not_for_direct_messages(table: Table) -> None:
    """Where there are no channels there are no challenges; lists and moves work there, and the
    computer plays.
    """
    assert "challenge" not in table.alice.user.available_commands()
    assert {"play", "board"} <= set(table.alice.user.available_commands())
    result = await table.alice.user.slash("games")
    assert told(result) == NOT_PLAYING


# --- /move


@pytest.mark.parametrize("turn", ["0", "n", "↑", " N "])
async def test_a_whole_turn_is_played_however_it_is_written(table: Table, turn: str) -> None:
    """Digits, compass words and arrows play the turn; only the mover reads the answer."""
    await table.start()
    who = await table.player_to_move()
    assert await typed(who, table.thread, turn) == "You played `0`. No match waits for you."
    assert (await table.match()).game.turns == ("0",)
    assert (await table.player_to_move()).id != who.id


async def test_an_incomplete_chain_becomes_the_draft(table: Table) -> None:
    """A typed turn that still bounces is drawn on the board, for its player to go on."""
    await table.start(time="10m")
    await table.play(["0", "2"])
    who = await table.player_to_move()
    words = await typed(who, table.thread, "5")
    match = await table.match()
    assert words == "`5` is drawn, and the turn is not complete yet: draw on."
    assert match.game.turns == ("0", "2")
    pad = {act.rpartition(":")[2] for act in button_ids(table.board())}
    assert "back" in pad
    async with table.store.reading() as uow:
        draft = await uow.drafts.get(match.id)
    assert draft is not None
    assert draft.steps == "5"


async def test_a_typed_turn_takes_the_place_of_the_draft(table: Table) -> None:
    """Whatever was tapped before is gone once a whole turn is typed."""
    await table.start()
    who = await table.player_to_move()
    await table.tap(who, table.board(), "0")
    assert await typed(who, table.thread, "2") == "You played `2`. No match waits for you."
    assert (await table.match()).game.turns == ("2",)


async def test_a_typed_turn_that_loses_at_once_is_only_drawn(table: Table) -> None:
    """Before anybody loses by typing, the board asks; *Play it* then loses."""
    await table.start(time="10m")
    await table.play(["4", "4", "4", "4"])
    who = await table.player_to_move()
    assert who.id == (await table.seats())["first"].id
    words = await typed(who, table.thread, "53")
    assert words == (
        "`53` **loses at once**. It is drawn on the board: *Play it* there, or take it back."
    )
    assert not (await table.match()).is_over
    assert "this turn **loses at once**" in table.board().content
    await table.tap(who, table.board(), "play")
    assert (await table.match()).result == Result(Player.SECOND, EndReason.OWN_GOAL)


async def test_a_typed_turn_can_win(table: Table) -> None:
    """A goal by typing ends the match, and the answer says so."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0"])
    who = await table.player_to_move()
    assert (
        await typed(who, table.thread, "17")
        == "You played `17`. The match is over. No match waits for you."
    )
    assert (await table.match()).result == Result(Player.FIRST, EndReason.GOAL)


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ("4", "That line is already drawn."),
        ("x!", "`x!` is not a turn. Type digits (`67`), compass words (`w nw`) or arrows."),
        ("`0`", "` 0 ` is not a turn. Type digits (`67`), compass words (`w nw`) or arrows."),
        ("00", "Step 2 of `00`: The turn is complete before that: it has passed."),
        ("8", "`8` is not a turn. Type digits (`67`), compass words (`w nw`) or arrows."),
    ],
)
async def test_an_illegal_turn_is_refused_with_its_reason(
    table: Table, turn: str, why: str
) -> None:
    """What cannot be played is answered with the reason, and nothing changes."""
    await table.start(time="10m")
    await table.draw("0")
    before = await table.match()
    assert await typed(await table.player_to_move(), table.thread, turn) == why
    assert await table.match() == before


async def test_a_very_long_turn_is_refused_in_one_message(table: Table) -> None:
    """Whatever is typed, the answer stays short."""
    await table.start()
    for text in ("0" * 6000, "é`\n@everyone" * 300):
        words = await typed(await table.player_to_move(), table.thread, text)
        assert len(words) < 300
    assert (await table.match()).game.turns == ()


async def test_it_is_not_my_turn(table: Table) -> None:
    """Whoever types out of turn is told so, with or without naming the match."""
    await table.start()
    first = await table.player_to_move()
    other = table.bob if first.id == table.alice.id else table.alice
    named = await typed(other, table.thread, "0", match=1)
    assert named == "It is your opponent's turn."
    unnamed = await typed(other, table.thread, "0")
    assert unnamed.startswith("It is your opponent's turn.\n⏳ `1` waiting · against")
    assert (await table.match()).game.turns == ()


async def test_who_plays_nothing_is_told_how_to_begin(table: Table) -> None:
    """Without a match, `/move`, `/board` and `/resign` say how to get one."""
    assert await typed(table.carol, table.channel, "0") == NOT_PLAYING
    for command in ("board", "resign", "games"):
        assert told(await table.carol.slash(table.channel, command)) == NOT_PLAYING


async def test_somebody_elses_match_and_no_match(table: Table) -> None:
    """Naming a match of others, or none that exists, is refused."""
    await table.start()
    for command, options in (("move", {"turn": "0"}), ("board", {}), ("resign", {})):
        result = await table.carol.slash(table.channel, command, match=1, **options)
        assert told(result) == ("You do not play in this match. Use `/challenge` to play yourself.")
        for number in (999, 0, -1, 2**53 - 1):
            result = await table.alice.slash(table.channel, command, match=number, **options)
            assert told(result) == "This match does not exist any more."
    assert (await table.match()).game.turns == ()


async def test_a_match_that_is_over(table: Table) -> None:
    """Nobody moves or resigns in a finished match; its board can be looked at again."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    over = "This match is over."
    assert await typed(table.alice, table.channel, "0", match=1) == over
    assert told(await table.alice.slash(table.channel, "resign", match=1)) == over
    result = await table.alice.slash(table.channel, "board", match=1)
    assert told(result) == "The board is shown below."
    assert "wins with a goal" in table.messages(table.channel)[-1].content


async def test_the_channel_says_which_match_is_meant(table: Table) -> None:
    """Of several matches that wait for me the one played here is moved."""
    other = table.server.create_text_channel("other")
    await table.start()
    second = await start_in(table, other)
    mover = await table.player_to_move(second)
    assert (await typed(mover, other.threads[0], "0")).startswith("You played `0`.")
    assert (await table.match(second)).game.turns == ("0",)
    assert (await table.match()).game.turns == ()


async def test_the_only_match_that_waits_is_meant_anywhere(table: Table) -> None:
    """Away from its board a turn goes to the one match that waits for me."""
    await table.start()
    mover = await table.player_to_move()
    elsewhere = table.server.create_text_channel("elsewhere")
    assert await typed(mover, elsewhere, "0") == "You played `0`. No match waits for you."
    second = await mover.user.slash("move", turn="0")
    assert told(second).startswith("It is your opponent's turn.")


async def test_several_matches_that_wait_are_listed_privately(table: Table) -> None:
    """Where several matches could be meant, nothing is played and the list has a link to each."""
    await table.start()
    await table.start()
    await table.start()
    movers = [await table.player_to_move(number) for number in (1, 2, 3)]
    mover = next(m for m in movers if sum(m.id == other.id for other in movers) >= 2)
    waiting = [n for n in (1, 2, 3) if movers[n - 1].id == mover.id]
    words = await typed(mover, table.channel, "0")
    heading, *lines = words.splitlines()
    assert heading == (
        "Several matches wait for you. Choose one with the option `match`, or go to its board:"
    )
    assert [int(re.findall(r"`(\d+)`", line)[0]) for line in lines] == waiting
    for number, line in zip(waiting, lines, strict=True):
        assert line.startswith(f"▶️ `{number}` **your turn** · against ")
        assert line.endswith(await link_to(table, number))
    assert all([(await table.match(n)).game.turns == () for n in (1, 2, 3)])
    words = await typed(mover, table.channel, "0", match=waiting[1])
    assert words.startswith("You played `0`.")
    assert (await table.match(waiting[1])).game.turns == ("0",)


async def test_none_of_several_matches_waits(table: Table) -> None:
    """Whoever waits in all of several matches reads that, with the matches."""
    await table.start()
    await table.start()
    for number in (1, 2):
        if (await table.player_to_move(number)).id == table.alice.id:
            await typed(table.alice, table.channel, "0", match=number)
    heading, *lines = (await typed(table.alice, table.channel, "0")).splitlines()
    assert heading == "No match waits for you: it is your opponents' turn in all of them."
    assert len(lines) == 2


async def test_a_board_that_could_be_any_of_several(table: Table) -> None:
    """`/board` and `/resign` away from the boards list the matches instead of guessing."""
    await table.start()
    await table.start()
    for number in (1, 2):
        if (await table.player_to_move(number)).id == table.alice.id:
            await typed(table.alice, table.channel, "0", match=number)
    for command in ("board", "resign"):
        heading, *lines = told(await table.alice.slash(table.channel, command)).splitlines()
        assert heading == "You play several matches. Choose one with the option `match`:"
        assert len(lines) == 2


# --- /board


async def test_board_here_is_posted_again_as_a_new_message(table: Table) -> None:
    """`/board` in the match's thread posts the board anew; the old one loses its buttons."""
    await table.start()
    old = table.board()
    result = await table.alice.slash(table.thread, "board")
    assert told(result) == "The board is shown below."
    new = table.board()
    assert new.id > old.id
    assert button_ids(next(m for m in table.messages() if m.id == old.id)) == []
    assert pinged(table.env, new) == set()


async def test_board_in_another_channel_moves_the_match(table: Table) -> None:
    """`/board` elsewhere: the match is played there from now on."""
    await table.start()
    other = table.server.create_text_channel("other")
    await table.bob.slash(other, "board")
    assert (await table.match()).place.channel == other.id
    board = table.board(other)
    mover = await table.player_to_move()
    await table.tap(mover, board, "0")
    await table.tap(mover, table.board(other), "play")
    assert (await table.match()).game.turns == ("0",)


async def test_board_in_another_server_is_refused(table: Table) -> None:
    """A match stays in the server in which it is rated."""
    await table.start()
    there = table.env.create_guild("Second")
    channel = there.create_text_channel("games")
    alice_there = there.add_member(table.alice.user)
    before = await table.match()
    words = told(await alice_there.slash(channel, "board", match=1))
    assert words == "This match belongs to another server: its board can only be shown there."
    assert await table.match() == before
    assert channel.history() == []


# --- /games


async def test_games_lists_what_waits_for_me_first(table: Table) -> None:
    """My matches by whose turn it is, then by time left, each with a link to its board."""
    await table.start(time="7d")
    await table.start(time="1d", variant="small")
    await table.start(time="3d", variant="large")
    for number in (1, 2, 3):
        if (await table.player_to_move(number)).id == table.bob.id and number != 3:
            await typed(table.bob, table.channel, "0", match=number)
    mine = [n for n in (1, 2, 3) if (await table.player_to_move(n)).id == table.alice.id]
    theirs = [n for n in (1, 2, 3) if n not in mine]
    hours = {1: 7 * 24, 2: 24, 3: 72}
    order = sorted(mine, key=hours.__getitem__) + sorted(theirs, key=hours.__getitem__)
    heading, *lines = told(await table.alice.slash(table.channel, "games")).splitlines()
    count = f"{len(mine)} match waits" if len(mine) == 1 else f"{len(mine)} matches wait"
    assert heading == f"{count} for you."
    assert [int(re.findall(r"`(\d+)`", line)[0]) for line in lines] == order
    for number, line in zip(order, lines, strict=True):
        words = "▶️ `%d` **your turn**" if number in mine else "⏳ `%d` waiting"
        assert line.startswith(words % number)
        assert "against Bob" in line
        deadline = (await table.match(number)).deadline
        assert deadline is not None
        assert f"<t:{int(deadline.timestamp())}:R>" in line
        assert line.endswith(await link_to(table, number))


async def link_to(table: Table, number: int) -> str:
    """The link to a match's board."""
    async with table.store.reading() as uow:
        board = await uow.places.board_of((await table.match(number)).id)
    assert board is not None
    return f"https://discord.com/channels/{table.server.id}/{board.channel}/{board.message}"


async def test_games_is_for_me_alone(table: Table) -> None:
    """A stranger to all matches reads that there is none, and a finished match is not listed."""
    await table.start(time="10m")
    assert told(await table.carol.slash(table.channel, "games")) == NOT_PLAYING
    await table.play(["0", "0", "0", "0", "17"])
    assert told(await table.alice.slash(table.channel, "games")) == NOT_PLAYING


# --- /resign


async def begun(table: Table) -> None:
    """A match in which both have moved."""
    await table.start(time="10m")
    await table.play(["0", "0"])


async def test_resigning_takes_a_question_and_an_answer(table: Table) -> None:
    """*Resign* under the question ends the match; the opponent is told, ratings change."""
    await begun(table)
    question = await table.bob.slash(table.thread, "resign")
    assert told(question) == "Resign this match? It counts as lost, and it is rated."
    assert question.response is not None
    assert not (await table.match()).is_over
    await table.wait(600 - 300)
    answer = await table.tap(table.bob, question.response.message, "yes")
    assert answer.response is not None
    assert answer.response.content == "You resigned."
    assert answer.response.components == []
    match = await table.match()
    loser = Player.FIRST if (await table.seats())["first"].id == table.bob.id else Player.SECOND
    assert match.result == Result(loser.opponent, EndReason.RESIGNED)
    last = table.messages()[-1]
    assert "Bob resigned" in last.content
    assert pinged(table.env, last) == {table.alice.id}


async def test_playing_on_after_the_question(table: Table) -> None:
    """*Play on* changes nothing."""
    await begun(table)
    before = await table.match()
    question = await table.bob.slash(table.thread, "resign")
    assert question.response is not None
    answer = await table.tap(table.bob, question.response.message, "no")
    assert answer.response is not None
    assert answer.response.content == "Play on!"
    assert answer.response.components == []
    assert await table.match() == before


async def test_a_question_from_before_a_turn_is_stale(table: Table) -> None:
    """Whoever was asked about another position does not resign by that answer."""
    await begun(table)
    question = await table.bob.slash(table.thread, "resign")
    assert question.response is not None
    await table.draw("0")
    answer = await table.tap(table.bob, question.response.message, "yes")
    assert told(answer).startswith("The match has moved on since that button was shown.")
    assert not (await table.match()).is_over


async def test_resigning_unrated(table: Table) -> None:
    """The question says when nothing but the match is at stake."""
    await table.start(time="10m", rated=False)
    await table.play(["0", "0"])
    question = await table.alice.slash(table.thread, "resign")
    assert told(question) == "Resign this match? It counts as lost."


async def test_before_both_have_moved_a_match_is_aborted(table: Table) -> None:
    """Leaving at the beginning costs nothing, and the question says so."""
    await table.start()
    await table.draw("0")
    question = await table.alice.slash(table.thread, "resign")
    assert told(question) == ("Abort this match? Nobody has lost yet, as not both have moved.")
    assert question.response is not None
    answer = await table.tap(table.alice, question.response.message, "yes")
    assert answer.response is not None
    assert answer.response.content == "The match is aborted."
    left = Player.FIRST if (await table.seats())["first"].id == table.alice.id else Player.SECOND
    assert (await table.match()).result == Result(None, EndReason.ABORTED, ended_by=left)


async def test_resigning_from_the_menu_of_the_board(table: Table) -> None:
    """*⋯* on the board leads to the same question, for the players alone."""
    await begun(table)
    menu = await table.tap(table.alice, table.board(), "more")
    assert 'Record: `[Variant "standard"] 0 0`' in told(menu)
    assert menu.response is not None
    question = await table.tap(table.alice, menu.response.message, "ask")
    assert told(question).startswith("Resign this match?")
    strangers = await table.tap(table.carol, table.board(), "more")
    assert strangers.response is not None
    assert button_ids(strangers.response.message) == ["pse:1"]


async def test_resigning_twice(table: Table) -> None:
    """The second answer to two questions meets a match that is over."""
    await begun(table)
    questions = [await table.bob.slash(table.thread, "resign") for _ in range(2)]
    answers = []
    for question in questions:
        assert question.response is not None
        answers.append(await table.tap(table.bob, question.response.message, "yes"))
    assert told(answers[1]) == "This match is over."


# --- /help, /soccer


async def test_help_explains_the_game_and_where_to_begin(table: Table) -> None:
    """`/help` fits into one private message and names the commands."""
    words = told(await table.carol.slash(table.channel, "help"))
    assert words.startswith("**Paper soccer**\n")
    for command in ("`/challenge`", "`/move`", "`/games`", "`/board`"):
        assert command in words


async def test_about_says_what_is_stored(table: Table) -> None:
    """`/soccer about` names the version and what is kept."""
    words = told(await table.carol.slash(table.channel, "soccer about"))
    assert f"version {metadata.version('paper-soccer')}." in words
    assert "It stores your Discord id" in words


def bot_member(table: Table) -> MemberActor:
    """The bot as somebody to choose."""
    assert table.bot.user is not None
    user = UserHandle(table.env, table.env.backend.get_user(table.bot.user.id))
    return MemberActor(table.env, table.server, user)

"""What the learning screens show, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.learn import LESSONS, Ask, Progress, Task, Verdict, answers, classroom, question
from app.ui.present.learn import Answering, Laid, Lecture, lesson_rows, quiz_text, rules_to_learn
from app.ui.present.showing import PATIENT, STEADY, Showing
from app.words import LANGUAGES, Words
from engine import PRESETS

PAULISTA = PRESETS["paulista"]
WORDS = Words("pt_BR", PAULISTA)
SUITS = Task(Ask.TRICK, "0-0 d3 : v5D KH KS 4S 6C |", ("team:0", "team:1", "tie"))
FIND = Task(Ask.MANILHAS, "0-0 d3 : v5D", ("6C", "7C", "6D"))


def marks(answering: Answering) -> list[str]:
    return [option.mark for option in answering.view(WORDS).options]


def test_one_choice_answers_and_is_explained() -> None:
    answering = Answering(SUITS, PAULISTA)
    view = answering.view(WORDS)
    assert (view.good, view.verdict, view.why, view.can_check) == (None, "", (), False)
    assert [option.text for option in view.options] == ["nós", "eles", "cangou"]
    answering.choose("tie")
    view = answering.view(WORDS)
    assert (view.good, view.verdict) == (False, "Não foi dessa vez.")
    assert marks(answering) == ["", "right", "wrong"]
    assert view.why[0].title == "6♣, zap: manilha ganha de K♥"
    answering.choose("team:1")
    assert answering.good is False, "an answer stands"


def test_several_are_marked_and_then_checked() -> None:
    answering = Answering(FIND, PAULISTA)
    answering.check()
    assert answering.good is None, "nothing was chosen"
    for option in ("6C", "7C", "7C", "9C"):
        answering.choose(option)
    assert answering.chosen == {"6C"}
    assert answering.view(WORDS).can_check
    answering.check()
    assert answering.good is False
    assert marks(answering) == ["right", "", "missed"]
    again = Answering(FIND, PAULISTA)
    for option in ("6C", "6D"):
        again.choose(option)
    again.check()
    assert again.good is True and not again.view(WORDS).can_check


def test_the_hand_is_drawn_by_seat_with_its_calls() -> None:
    task = Task(Ask.WORTH, "0-0 d3 : v5D t0 a1 KH xx 4S 6C |", ("1", "3"))
    answering = Answering(task, replace(PAULISTA, covered_from="first"))
    scene = answering.view(WORDS).scene
    assert scene.said == ("nós: TRUCO!", "eles: aceito")
    assert scene.tricks[0][:2] == (Laid("embaixo", 0, "KH"), Laid("à direita", 1, ""))
    assert scene.vira == "5D", "a manilha is in play"
    answering.choose("3")
    assert [laid.golden for laid in answering.view(WORDS).scene.tricks[0]] == [False, False, False, True]


def test_no_vira_is_drawn_where_no_manilha_is_in_play_but_in_the_quiz() -> None:
    task = Task(Ask.TRICK, "0-0 d3 : v5D KH KS 4S QC |", ("team:0", "team:1", "tie"))
    assert Answering(task, PAULISTA).view(WORDS).scene.vira == ""
    assert Answering(task, PAULISTA, quiz=True).view(WORDS).scene.vira == "5D"


def test_golden_edges_give_no_answer_away() -> None:
    for seed in range(20):
        answering = Answering(question(PAULISTA, seed, 2), PAULISTA, quiz=True)
        tricks = answering.view(WORDS).scene.tricks
        assert not any(laid.golden for trick in tricks for laid in trick)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_every_lesson_can_be_taken_to_its_end(language: str, name: str) -> None:
    words = Words(language, PRESETS[name])
    progress = Progress()
    for lesson in LESSONS:
        lecture = Lecture(lesson, PRESETS[name], progress)
        more = True
        while more:
            view = lecture.view(words)
            assert view.text and view.title
            if lecture.answering is not None:
                assert not lecture.may_go_on
                before = lecture.place
                assert lecture.next() and lecture.place == before, "not before it is answered"
                for option in answers(lecture.answering.task, lecture.rules):
                    lecture.answering.choose(option)
                lecture.answering.check()
                assert lecture.answering.view(words).good is True
            assert view.last is lecture.over
            more = lecture.next()
        progress = lecture.progress
    assert all(row.finished for row in lesson_rows(PRESETS[name], progress, words))


def test_a_lesson_goes_on_where_it_was_left() -> None:
    lecture = Lecture(LESSONS[0], PAULISTA, Progress())
    assert lecture.next()
    again = Lecture(LESSONS[0], PAULISTA, lecture.progress)
    assert again.place == 1
    again.back()
    assert again.place == 0
    again.back()
    assert again.place == 0


def test_a_wrong_answer_may_be_tried_again() -> None:
    lecture = Lecture(LESSONS[0], PAULISTA, Progress().stepped("order", "deck").stepped("order", "ranks"))
    assert lecture.answering is not None
    lecture.answering.choose("KS")
    assert lecture.answering.good is False and not lecture.may_go_on
    lecture.again()
    assert lecture.answering is not None and lecture.answering.good is None


def test_the_tables_own_rules_are_offered_beside_the_known_ones() -> None:
    assert [name for name, _ in rules_to_learn(PAULISTA)] == ["paulista", "mineiro"]
    own = replace(PAULISTA, name="own", all_tied="dealer")
    assert rules_to_learn(own)[-1] == ("table", own)


def test_progress_is_told() -> None:
    progress = Progress().stepped("order", "deck")
    first = lesson_rows(PAULISTA, progress, WORDS)[0]
    assert (first.title, first.progress, first.finished) == ("A ordem das cartas", "1 de 6", False)
    for right in (True, True, False, True):
        progress = progress.answered(2, right)
    assert quiz_text(progress, 2, WORDS) == "certas: 3 de 4 · seguidas: 1"


def showing(manilha: str = "vira") -> Showing:
    return Showing(PAULISTA if manilha == "vira" else PRESETS["mineiro"])


def test_what_is_seen_for_a_moment_is_not_told() -> None:
    table = showing()
    for names in (["6C"], ["6C", None], ["6C"], ["7C"]):
        assert not table.take(names)
    assert table.look.verdict is Verdict.NOTHING
    assert not any(table.take(["7C"]) for _ in range(STEADY - 2))
    assert table.take(["7C"])
    assert table.look.verdict is Verdict.WRONG


def test_a_card_just_laid_has_time_to_be_read() -> None:
    table = showing()
    assert not any(table.take(["6C", None]) for _ in range(PATIENT - 1))
    assert table.take(["6C", None])
    assert table.look.verdict is Verdict.UNREAD


def test_cards_are_shown_one_after_the_other_until_all_lie_there() -> None:
    table = showing()
    assert table.texts(WORDS)[0].startswith("A vira é 5♦")
    laid: list[str] = []
    for card in ("6C", "6H", "6S", "6D"):
        laid.append(card)
        for _ in range(STEADY):
            table.take(laid)
    assert table.done
    assert table.texts(WORDS)[1].startswith("Isso!")
    for _ in range(STEADY):
        assert not table.take([])
    assert table.done, "it stays right while the cards are gathered"
    table.next()
    assert not table.done and "3♣" in table.texts(WORDS)[0]


def test_after_the_last_the_first_is_asked_again() -> None:
    table = showing("fixed")
    assert table.rules == classroom(PRESETS["mineiro"])
    for _ in table.shows:
        table.next()
    assert table.place == 0

"""Cards on the table over time: each is announced once, when it lies still, and keeps its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards import CARD_NAMES, class_of
from vision.config import DEFAULT, TrackConfig
from vision.detector import BACK, FACE
from vision.events import IS_IT_VIRA, LAY_THERE, EventKind, TableEvent
from vision.geometry import Quad, between, corner_shift, distance, iou, middle, share_inside, shrunk
from vision.track import ANY_TABLE, Look, Place, Role, Seen, State, TableKind, Track, alike, match
from vision.view.move import carried, carried_points
from vision.votes import Candidates, Votes

_BURNED_TOGETHER = 3  # cards burned at once; a fourth face after the first is a play
_SHOWN_BEFORE = 0.3  # seconds by which a face must rest before the vira does to be a burned card
_BESIDE = 0.9  # card lengths between the middles of stock and vira
_TOUCHING = 0.03  # share of a back that lies in the outline of the vira beside it
_PLACES_KEPT = 36  # places where cards were laid: a hand of six players has 18


class CardTracks:
    """Turns the outlines of one frame after another into table events."""

    def __init__(
        self, threshold: float, config: TrackConfig = DEFAULT.tracks, table: TableKind = ANY_TABLE
    ) -> None:
        self._config = config
        self._kind = table
        self._foreign = frozenset(CARD_NAMES) - table.deck if table.deck else frozenset[str]()
        self._unsorted = False  # whether a card was seen that is not in the deck
        self._patient = max(config.patient, threshold)
        self._certain = max(config.certain, threshold)
        self._tracks: list[Track] = []
        self._next = 1
        self._vira: Track | None = None
        self._vira_sure = True  # False: it lies away from any stock, and the table is asked
        self._perhaps: list[Track] = []  # faces after such a vira: plays, or burned cards too
        self._left: list[Track] = []  # played cards that went, not yet reported
        self._cleared: dict[str, float] = {}  # names that left the table in this hand, and when
        self._last_leaving = -1e9
        self._laid: list[tuple[float, float]] = []  # where cards were laid in this hand, pixels
        self._dealt: list[tuple[float, float]] = []  # where hands lay face down before play, pixels
        self._size = (1, 1)
        self._began: float | None = None  # time of the first frame
        self._norm: float | None = None  # pixels: long side of a card of this deck

    # ------------------------------------------------------------------ what lies there

    @property
    def lying(self) -> list[Track]:
        """Cards at rest on the table, known or asked about, oldest first."""
        return [track for track in self._tracks if track.state is State.LYING]

    @property
    def arriving(self) -> list[Track]:
        """Outlines that have not come to rest."""
        return [track for track in self._tracks if track.state is State.NEW and not track.ignored]

    @property
    def _in_play(self) -> bool:
        """Whether a face that comes to lie is a play: the vira lies there, or none is turned."""
        return self._vira is not None or not self._kind.turns_vira

    @property
    def busy(self) -> bool:
        """True while something is undecided, so that further frames are worth looking at."""
        return bool(self.arriving or self._left) or any(
            track.missing_since is not None or (track.role is not Role.ASIDE and self._open(track))
            for track in self.lying
        )

    @property
    def card_length(self) -> float | None:
        """Long side of a card of this deck in pixels, None before one is known."""
        return self._norm

    def may_wait(self, quad: Quad) -> bool:
        """Whether an outline may be read a few frames later: a named card lies there, or half under it, and
        nothing new has come to rest there."""
        limits = self._config
        over = any(
            track.side == FACE and track.card is not None and iou(track.quad, quad) >= limits.read_later
            for track in self.lying
        )
        return over and not any(
            track.still_since is not None and iou(track.quad, quad) >= limits.match_iou
            for track in self.arriving
        )

    def looks_the_same(self, track: Track, place: Place) -> bool:
        """Whether nothing passed over a lying card since it was last read, and its place looks as it did."""
        return (
            track.last_look is not None
            and place.moved_since(track.quad, track.checked_t + 1e-3) <= self._config.still_share
            and alike(
                place.patch(track.last_look.quad),
                track.last_look.patch,
                np.ones(track.last_look.patch.shape[:2], bool),
                self._config,
            )
        )

    def _open(self, track: Track) -> bool:
        return track.side == FACE and track.card is None and not track.ignored and track.votes.count < 60

    def vira_is(self, number: int) -> None:
        """Says which physical card the table holds to be the vira, where that was not sure."""
        track = next((one for one in self.lying if one.number == number), None)
        if self._vira is None or self._vira_sure or track is None:
            return
        if track is not self._vira:
            for shown in (self._vira, *self._perhaps):
                shown.role = Role.ASIDE  # it was shown, and is none
            self._perhaps.clear()
            track.role, self._vira = Role.VIRA, track
        self._vira_sure = True
        self._play_what_was_doubtful()

    # ------------------------------------------------------------------ one frame

    def update(self, t: float, seen: Sequence[Seen], place: Place, size: tuple[int, int]) -> list[TableEvent]:
        """Take in the outlines of a frame of ``size`` (width, height in pixels) at ``t``; what happened."""
        self._size = size
        self._began = t if self._began is None else self._began
        events: list[TableEvent] = []
        matches = match(
            self._tracks, seen, self._config, lambda track, one: self._is_another(track, one, place)
        )
        matched = set()
        for track, one in matches:
            matched.add(track.number)
            events += self._follow(track, one, t, place)
        taken = {id(one) for _, one in matches}
        for one in seen:
            if id(one) not in taken:
                self._begin(one, t)
        for track in self._tracks:
            if track.state is State.LYING and track.number not in matched:
                self._look_for(track, t, place)
        events += self._settle(t, place, matched)
        for track in list(self._tracks):
            if track.state is State.NEW and t - track.last_t > self._config.forget_time:
                told = []
                if any(
                    o.number > track.number and share_inside(track.quad, o.quad) >= self._config.covered_share
                    for o in self.lying
                ):
                    told = self._tell_late(track, t, place)
                if not told:
                    track.state = State.GONE
                events += told
        events += self._clear(t, place)
        self._tracks = [track for track in self._tracks if track.state is not State.GONE]
        return events

    def carry(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved, or its picture resized: everything goes where the homography puts it."""
        before = [track.long_side for track in self._tracks]
        for track in {id(track): track for track in (*self._tracks, *self._left)}.values():
            track.quad = carried(track.quad, matrix)
            track.strayed = None if track.strayed is None else carried(track.strayed, matrix)
            for name in ("first_look", "last_look"):
                look = getattr(track, name)
                if look is not None:
                    setattr(track, name, Look(carried(look.quad, matrix), look.patch))
        for places in (self._laid, self._dealt):
            if places:
                places[:] = [(float(x), float(y)) for x, y in carried_points(np.array(places), matrix)]
        if self._norm is not None and before:
            grown = [track.long_side / length for track, length in zip(self._tracks, before, strict=True)]
            self._norm *= float(np.median(grown))

    def _begin(self, one: Seen, t: float) -> None:
        seen = one.reading
        self._tracks.append(Track(self._next, seen.quad, seen.side, t, t, votes=Votes(self._config)))
        self._next += 1

    def _follow(self, track: Track, one: Seen, t: float, place: Place) -> list[TableEvent]:
        quad = one.reading.quad
        shift = corner_shift(track.quad, quad) / track.long_side
        if track.ignored and (shift > self._config.wobble or self._covered_by_another(track, place)):
            # what was ignored lies where it lay; this is something else
            track.state = State.GONE
            self._begin(one, t)
            return []
        moving = place.moving(quad) > self._config.still_share
        still = shift <= self._config.moved and not moving
        previous, track.last_t = track.last_t, t
        if track.state is State.LYING:
            if self._left_its_hand(track, quad):
                track.state = State.GONE
                self._begin(one, t)
            else:
                self._follow_lying(track, one, shift, still, t, place)
            return []
        if shift > self._config.moved:
            # a box jumps when another card or a hand covers a part of it; the card lies where it lay
            if shift > self._config.wobble or not self._unchanged(track, place):
                if self._covered(track) > self._config.judged_share:
                    # another card has come over it before it could be told
                    track.last_t = previous
                    told = self._tell_late(track, t, place)
                    if told:
                        self._begin(one, t)
                        return told
                    track.last_t = t
                track.quad = quad
                track.stir()
            elif not moving and not self._covered(track):
                # drawn elsewhere twice, and nothing is over it: the outline so far was drawn amiss
                again = track.strayed is not None and (
                    corner_shift(track.strayed, quad) <= self._config.moved * track.long_side
                )
                track.quad, track.strayed = (quad, None) if again else (track.quad, quad)
            return []
        track.strayed = None
        track.quad = between(track.quad, quad)
        if track.still_since is None:
            track.still_since = previous
        if still:  # else something passes over it: it rests on, but what is seen of it counts for nothing
            track.votes.add(one.reading.probabilities, one.score)
            track.last_look = Look(track.quad, place.patch(track.quad))
        return []

    def _left_its_hand(self, track: Track, quad: Quad) -> bool:
        """Whether a card that lay face down before its player has gone on from there."""
        if track.role is not Role.DEALT or track.first_look is None:
            return False
        return distance(track.first_look.quad, quad) > self._config.dealt_moved * track.long_side

    def _is_another(self, track: Track, one: Seen, place: Place) -> bool:
        """Whether what lies in the place of a known card reads otherwise and looks otherwise.

        The old card was taken while a hand hid it, and the next one laid there.
        """
        row = one.reading.probabilities
        if track.state is not State.LYING or track.card is None or one.reading.card == track.card:
            return False
        if not row.size or row[-1] >= self._config.unreadable or not row.any():
            return False
        if row[class_of(track.card)] >= self._config.not_the_card or track.last_look is None:
            return False
        if place.moving(one.reading.quad) > self._config.still_share:
            return False
        look, over = track.last_look, [o.quad for o in self.lying if self._may_cover(o, track)]
        part = place.visible(look.quad, over)
        enough = float(part.mean()) >= 1 - self._config.covered_share  # what is half covered is misread
        return enough and not alike(place.patch(look.quad), look.patch, part, self._config)

    def _covered_by_another(self, track: Track, place: Place) -> bool:
        """Whether what lies where something was ignored is not that any more, and lies still."""
        look = track.last_look
        return (
            track.state is State.NEW
            and look is not None
            and place.moving(look.quad) <= self._config.still_share
            and not alike(
                place.patch(look.quad), look.patch, np.ones(look.patch.shape[:2], bool), self._config
            )
        )

    def _follow_lying(
        self, track: Track, one: Seen, shift: float, still: bool, t: float, place: Place
    ) -> None:
        confirmed = one.reading.card == track.card
        if still or track.missing_since is None:  # what moves over the place of a missing card is another
            track.appear(t)
        if shift <= self._config.moved:
            if still:
                track.quad = between(track.quad, one.reading.quad)
        elif confirmed or not self._unchanged(track, place):
            track.quad = one.reading.quad
        if still:
            if track.side == BACK or confirmed:
                track.last_look = Look(track.quad, place.patch(track.quad))
            if confirmed:
                track.checked_t = t
            if track.side == FACE and track.card is None:
                track.votes.add(one.reading.probabilities, one.score)

    def _unchanged(self, track: Track, place: Place) -> bool:
        """Whether the part of a card that lies free looks as it last did."""
        look = track.last_look
        if look is None:
            return False
        part = place.visible(look.quad, [o.quad for o in self._tracks if self._may_cover(o, track)])
        enough = float(part.mean()) >= self._config.judged_share
        return enough and alike(place.patch(look.quad), look.patch, part, self._config)

    # ------------------------------------------------------------------ coming to rest

    def _settle(self, t: float, place: Place, matched: set[int]) -> list[TableEvent]:
        events: list[TableEvent] = []
        ready = [
            track
            for track in self._tracks
            if track.number in matched
            and not track.ignored
            and track.votes.count >= self._config.settle_votes
            and (track.state is State.NEW or (track.side == FACE and track.card is None))
            and track.rest(t) >= self._config.settle_time - 1e-6
        ]
        # the vira is the face under the stock; then in the order of coming to rest, as cards are judged in it
        ready.sort(
            key=lambda track: (track.side != BACK, not self._under_backs(track), track.still_since or t)
        )
        for track in ready:
            if track.role is Role.ASIDE:
                continue  # the vira that came to rest with it tells that it was burned
            if track.rest(t) < self._config.order_time and self._awaits_another(track, t):
                continue
            if track.side == BACK:
                events += self._settle_back(track, t, place)
            else:
                events += self._settle_face(track, t, place)
        return events

    def _lay_there_before(self, track: Track, place: Place) -> bool:
        """Whether what looks like a card lay there before the arm came: paper that a card lies on now."""
        over = [o.quad for o in self._tracks if o is not track and not o.ignored]
        if float(place.visible(track.quad, over).mean()) < self._config.judged_share:
            return False
        since = track.first_t - self._config.arrival_time
        return place.unlike_before(track.quad, over, since) <= self._config.as_before

    def _awaits_another(self, track: Track, t: float) -> bool:
        """Whether a card that came to rest before this one is still being read: plays are told in order."""
        return any(
            other.state is State.NEW
            and not other.ignored
            and other.still_since is not None
            and other.still_since < (track.still_since or t)
            and other.votes.count >= 2
            and other.votes.score >= self._config.ask_score
            and other.rest(t) < self._config.ask_time  # what never settles keeps nobody waiting
            for other in self._tracks
        )

    def _lies_under(self, track: Track, place: Place) -> bool:
        """Whether an outline lies under cards known longer: then it is one of them, read amiss.

        A new card lands on top: most of what can be seen of older cards in its place must have changed.
        """
        same = changed = 0.0
        core = shrunk(track.quad, self._config.under_core)
        for other in self.lying:
            look = None if other is track else other.first_look
            if look is None or share_inside(look.quad, track.quad) < self._config.under_share:
                continue
            if track.first_t < other.first_t + self._config.settle_time:
                continue  # it was not known yet when this came to be seen: either may lie on top
            newer = [o.quad for o in self.lying if o.number > other.number and o is not track]
            shared = ~place.visible(look.quad, [core]) & place.visible(look.quad, newer)
            share = float(shared.mean())
            if share < self._config.under_share or _plain(look.patch[shared], self._config.plain_paper):
                continue  # too little, or plain paper, which another plain corner would leave as it was
            if alike(place.patch(look.quad), look.patch, shared, self._config):
                same += share
            else:
                changed += share
        return same > changed

    def _surely_new(self, track: Track, named: str | None) -> bool:
        """Whether an outline is read beyond doubt as a card that this hand has not seen yet."""
        seen = {other.card for other in (*self.lying, *self._left)} | set(self._cleared)
        return named is not None and named not in seen and track.votes.confidence >= self._config.beyond_doubt

    def _rather_new(self, track: Track) -> bool:
        """Whether an outline is rather a card that this hand has not seen yet, in a place of its own: it may
        be drawn amiss and seem to lie under others, but is asked about."""
        seen = {other.card for other in (*self.lying, *self._left)} | set(self._cleared)
        likely = track.votes.best not in seen and track.votes.confidence >= self._config.rather
        return likely and not self._lies_on(track, self._config.match_iou)

    def _tell_late(self, track: Track, t: float, place: Place) -> list[TableEvent]:
        """A card that rested and is not to be seen any more, before it could be told: now or never."""
        rested = track.last_t - (track.last_t if track.still_since is None else track.still_since)
        if track.side == BACK or track.ignored or not self._in_play or track.votes.count < 2:
            return []
        if rested < self._config.late_rest or not self._arrived(track, place):
            return []
        named, confidence, candidates = self._name(track, track.last_t)
        if self._lies_on(track, self._config.match_iou):
            return []
        if not self._surely_new(track, named) and self._lies_under(track, place):
            return []
        taken = {o.card for o in (*self.lying, *self._left)} | set(self._cleared)
        if named in taken:
            return []
        if named is None and (
            rested < self._config.settle_time or track.votes.score < self._config.ask_score
        ):
            return []
        self._lie(track, place)
        track.role, track.card = Role.PLAYED, named
        self._laid.append(middle(track.quad))
        kind = EventKind.CARD_PLAYED if named is not None else EventKind.UNCERTAIN
        track.asked = named is None
        return [self._event(kind, t, track, place, confidence, candidates)]

    def _settle_back(self, track: Track, t: float, place: Place) -> list[TableEvent]:
        vanished = self._vanished(track)
        if vanished is not None:
            self._take_up(vanished, track)
            return []
        score = self._score_of_back(track, place)
        if score < self._config.ask_score:
            # so faint a back is more likely cloth, a sleeve or a corner of something, unless it lies there as
            # a covered card would: then it is told late, and who hears of it asks
            if track.rest(t) < self._config.faint_time:
                return []
            if self._role_of_back(track, t, place) is not Role.COVERED:
                track.ignored = True
                return []
        hidden = self._lies_on(track, self._config.match_iou)
        if hidden and track.rest(t) < self._config.replace_time:
            return []
        turned = self._same_place(track, FACE, place)
        self._lie(track, place)
        if turned is not None:
            self._replace(turned, track, t)
            return [self._event(EventKind.CARD_TURNED, t, track, place)]
        track.role = self._role_of_back(track, t, place)
        if track.role is Role.COVERED:
            self._laid.append(middle(track.quad))
        if track.role is Role.DEALT:
            self._dealt.append(middle(track.quad))
        if track.role is Role.STOCK and self._vira is not None and not self._vira_sure and not self._laid:
            self._become_vira(self._vira, place)  # the stock is laid on it
            if self._vira.card is not None:
                return [self._event(EventKind.VIRA_SHOWN, t, self._vira, place)]
        if track.role is not Role.COVERED:
            return []
        return [*self._tell_left(t), self._event(EventKind.CARD_COVERED, t, track, place, score)]

    def _score_of_back(self, track: Track, place: Place) -> float:
        """Score of a back, a better one if it looks like the stock or a surer one: a deck has one back.

        Backs nearly as pale as the faces of this deck tell nothing.
        """
        limits, score = self._config, track.votes.score
        known = [
            o
            for o in self.lying
            if o is not track
            and o.side == BACK
            and (o.role is Role.STOCK or o.votes.score >= max(limits.sure_back, score))
        ]
        if score >= limits.same_back_score or not known:
            return score
        colour = self._colour(track, place)
        near = min(_unlike(colour, self._colour(other, place)) for other in known)
        faces = [_unlike(colour, self._colour(o, place)) for o in self.lying if o.side == FACE]
        alike_backs = near <= limits.same_back and min(faces, default=255.0) >= near + limits.unlike_face
        return limits.same_back_score if alike_backs else score

    def _colour(self, track: Track, place: Place) -> NDArray[np.float32]:
        """Mean colour of what can be seen of a card, blue, green, red."""
        over = [o.quad for o in self._tracks if o is not track and self._may_cover(o, track)]
        part = place.visible(track.quad, over)
        patch = place.patch(track.quad)
        return np.asarray(patch[part if part.any() else np.ones_like(part)].mean(axis=0), np.float32)

    def _role_of_back(self, track: Track, t: float, place: Place) -> Role:
        if not self._in_play:
            return Role.DEALT
        stock = [o for o in self.lying if o.role is Role.STOCK]
        if any(_beside(o.quad, track) for o in stock):
            return Role.STOCK
        # what is brought to the other side of the vira is none, once the stock is known
        beside = any(o.role is Role.VIRA and _beside(o.quad, track) for o in self.lying)
        if beside and not (stock and self._arrived(track, place)):
            return Role.STOCK
        if not self._plausible_size(track) or not self._arrived(track, place):
            return Role.ASIDE
        if self._lay_there_before(track, place):
            return Role.ASIDE
        if self._lies_under(track, place):
            return Role.ASIDE
        if not self._laid:
            early = self._vira_sure and self._alone_in_the_middle(track)
            return Role.COVERED if early else Role.DEALT
        spot, reach = middle(track.quad), self._config.near_cards * track.long_side
        dealt = _nearest(spot, self._dealt) < reach
        if dealt and _nearest(spot, self._dealt) < _nearest(spot, self._laid):
            return Role.DEALT  # a hand lies but a card's length behind what its player has laid
        if self._in_trick(track):
            return Role.COVERED
        if dealt:
            return Role.DEALT
        if track.first_t - self._last_leaving < self._config.gather_time:
            return Role.ASIDE
        return Role.COVERED

    def _alone_in_the_middle(self, track: Track) -> bool:
        """Whether a back lies where cards are played, not before a player, and none but stock and vira beside
        it."""
        x, y = middle(track.quad)
        away = float(np.hypot(x - self._size[0] / 2, y - self._size[1] / 2))
        return away < self._config.middle_reach * track.long_side and not any(
            o is not track
            and o.role not in (Role.STOCK, Role.VIRA)
            and (o.state is State.LYING or o.votes.count >= 2)
            and distance(o.quad, track.quad) < self._config.near_cards * track.long_side
            and iou(o.quad, track.quad) < self._config.replace_iou  # else a second outline of it
            for o in (*self.lying, *self.arriving)
        )

    def _in_trick(self, track: Track) -> bool:
        """Whether a card lies where this hand's cards have been laid."""
        return _nearest(middle(track.quad), self._laid) < self._config.trick_reach * track.long_side

    def _settle_face(self, track: Track, t: float, place: Place) -> list[TableEvent]:
        if self._shadows_vira(track):
            track.ignored = True
            return []
        named, confidence, candidates = self._name(track, t)
        vira = self._may_be_vira(track)
        if not vira and not track.asked and not self._arrived(track, place):
            if named is not None:
                return self._without_a_hand(track, named, confidence, t, place)
            track.ignored = track.rest(t) >= self._config.ask_time
            return []
        if (
            not vira
            and track.state is State.NEW
            and not self._surely_new(track, named)
            and not self._rather_new(track)
            and self._lies_under(track, place)
        ):
            track.ignored = True
            return []
        if self._lies_on(track, self._config.replace_iou) and track.rest(t) < self._config.replace_time:
            return []
        if named is None:
            return self._ask(track, candidates, "", t, place)
        twin = next((o for o in (*self.lying, *self._left) if o.card == named and o is not track), None)
        if twin is not None:
            if twin.last_t < t and self._covered(twin) < self._config.covered_share:
                self._take_up(twin, track)
                return []
            return self._ask(track, candidates, "duplicate", t, place)
        if (vira or self._unsure) and track.state is State.NEW and not self._beside_back(track):
            return self._doubt_vira(track, named, confidence, t, place)
        if self._laid_again(track, named):
            return self._ask(track, candidates, "duplicate", t, place)
        if self._left_before(named, t):
            # a trick put aside with its faces up; it was judged when it was played
            self._lie(track, place)
            track.role, track.card = Role.ASIDE, named
            return []
        turned = self._same_place(track, BACK, place)
        events: list[TableEvent] = []
        first_time = track.state is State.NEW
        if first_time:
            self._lie(track, place)
        track.card = named
        self._unsorted = self._unsorted or named in self._foreign
        if turned is not None and self._in_play:
            self._replace(turned, track, t)
            return [self._event(EventKind.CARD_TURNED, t, track, place, confidence, candidates)]
        if vira or self._vira is track:
            if not vira and not self._vira_sure:
                return []  # read at last, and still asked about: it lies away from the stock
            if vira:
                self._become_vira(track, place)
            return [self._event(EventKind.VIRA_SHOWN, t, track, place, confidence, candidates)]
        if first_time:
            events += self._tell_left(t)
        self._played(track)
        return [*events, self._event(EventKind.CARD_PLAYED, t, track, place, confidence, candidates)]

    def _shadows_vira(self, track: Track) -> bool:
        """Whether this is but a faint second outline of vira and stock: nobody plays a card onto them."""
        vira = self._vira
        if vira is None or vira is track or vira.state is not State.LYING or track.state is not State.NEW:
            return False
        on_it = iou(track.quad, vira.quad) >= self._config.second_outline
        return on_it and self._vira_sure and track.votes.score < self._config.ask_score

    def _may_be_vira(self, track: Track) -> bool:
        """Whether a face that comes to rest may be the vira: none lies there, or one that may be none."""
        if not self._in_play:
            return True
        return self._unsure and self._vira is not track and self._beside_back(track, faint=False)

    @property
    def _unsure(self) -> bool:
        """Whether a card was taken for the vira that may be none, and no other was laid for certain."""
        return self._vira is not None and not self._vira_sure and not self._laid

    def _doubt_vira(
        self, track: Track, named: str, confidence: float, t: float, place: Place
    ) -> list[TableEvent]:
        """A face before the vira, away from the stock: the vira, or a card that was shown and burned."""
        if t - track.first_t < self._config.vira_time:  # an arm over it makes it rest anew, not come anew
            return []  # the vira lies at the stock; a moment later it may, or this be taken away
        self._lie(track, place)
        track.card, track.asked = named, True
        if self._vira is None:
            self._become_vira(track, place, sure=False)
        else:
            track.role = Role.PLAYED
            self._perhaps.append(track)
            if len(self._perhaps) >= _BURNED_TOGETHER:
                self._play_what_was_doubtful()
        doubt = ((named, confidence),)
        return [self._event(EventKind.UNCERTAIN, t, track, place, confidence, doubt, IS_IT_VIRA)]

    def _played(self, track: Track) -> None:
        track.role = Role.PLAYED
        self._laid = [*self._laid[-_PLACES_KEPT:], middle(track.quad)]
        if self._norm is None:
            self._norm = track.long_side

    def _left_before(self, card: str, t: float) -> bool:
        """Whether a card of this name has left the table in this hand.

        Without a vira nothing tells one hand from the next: there only what left just now counts.
        """
        left = self._cleared.get(card)
        return left is not None and (self._kind.turns_vira or t - left < self._config.aside_time)

    def _laid_again(self, track: Track, card: str) -> bool:
        """Whether a card of this name has left and one is laid where cards are played, well after that."""
        if not self._left_before(card, track.first_t):
            return False
        late = track.first_t - self._cleared[card] > self._config.again_time
        return track.asked or (late and self._in_trick(track))

    def _without_a_hand(
        self, track: Track, named: str, confidence: float, t: float, place: Place
    ) -> list[TableEvent]:
        """A face nobody brought: a card known at that place is read anew, or something always lay there."""
        old = next(
            (o for o in self.lying if o.side == FACE and o is not track and iou(o.quad, track.quad) >= 0.5),
            None,
        )
        track.ignored = True
        lay_there = self._began is not None and track.first_t - self._began < self._config.arrival_time
        if old is None and lay_there and self._plausible_size(track):
            # it lay there when the watching began: whoever knows the hand must say what it is
            track.ignored = False
            self._lie(track, place)
            track.card = named
            self._played(track)
            return [self._event(EventKind.CARD_PLAYED, t, track, None, confidence, (), LAY_THERE)]
        if old is None or old.asked or old.card is None or track.rest(t) < self._config.replace_time:
            track.ignored = old is None or old.asked
            return []
        old.asked = True
        doubt = ((named, confidence), (old.card, 1 - confidence))
        return [self._event(EventKind.UNCERTAIN, t, old, place, confidence, doubt, "reread")]

    def _ask(
        self, track: Track, candidates: Candidates, message: str, t: float, place: Place
    ) -> list[TableEvent]:
        sure = message == "duplicate" and track.votes.confidence >= self._config.beyond_doubt
        if track.asked or track.rest(t) < (self._config.replace_time if sure else self._config.ask_time):
            return []
        no_card = track.votes.score < self._config.ask_score or not self._plausible_size(track)
        if no_card or (not message and self._in_play and self._lay_there_before(track, place)):
            track.ignored = True
            return []
        if not self._in_play and not self._beside_back(track):
            likely = candidates[0][1] if candidates else 0.0
            if likely < self._config.ask_likely or not self._arrived(track, place):
                # paper and boxes, or what always lay there; the vira lies with the stock or is brought
                track.ignored = True
                return []
        if 2 * track.votes.readable < track.votes.count and self._lies_on(track, self._config.match_iou):
            track.ignored = True  # a known card, seen too badly under others to be known again
            return []
        events = self._tell_left(t)
        self._lie(track, place)
        track.asked = True
        if self._may_be_vira(track):
            self._become_vira(track, place, sure=self._beside_back(track))
            message = message or IS_IT_VIRA
        else:
            self._played(track)
        confidence = candidates[0][1] if candidates else 0.0
        event = self._event(EventKind.UNCERTAIN, t, track, place, confidence, candidates, message)
        return [*events, event]

    def _name(self, track: Track, t: float) -> tuple[str | None, float, Candidates]:
        certain = self._patient if track.rest(t) >= self._config.patient_time else self._certain
        if track.asked:
            certain = max(certain, self._config.certain_after_doubt)
        return track.votes.name(self._elsewhere(track), certain, self._foreign, self._unsorted)

    def _elsewhere(self, track: Track) -> dict[str, float]:
        """Cards that lie elsewhere or lay there in this hand, with the probability that they do.

        Of two cards in doubt each lowers the other's likely names: they are not both the queen of clubs.
        """
        best = track.votes.best
        # a trick put aside may be seen again: what is read as a card that left may well be that card
        found = {card: 1.0 for card in self._cleared if card != best and self._kind.turns_vira}
        for other in (*self.lying, *self._left):
            if other is track or other.side != FACE:
                continue
            if other.card is not None:
                found[other.card] = 1.0
            elif other.votes.best is not None and not other.ignored:
                found[other.votes.best] = max(found.get(other.votes.best, 0.0), other.votes.confidence)
        return found

    def _lie(self, track: Track, place: Place) -> None:
        track.state = State.LYING
        track.first_look = track.last_look = Look(track.quad, place.patch(track.quad))
        track.appear(track.last_t)
        track.checked_t = track.last_t

    def _become_vira(self, track: Track, place: Place, sure: bool = True) -> None:
        if self._vira is track:
            self._play_what_was_doubtful()
        elif self._vira is not None:
            for shown in (self._vira, *self._perhaps):
                shown.role = Role.ASIDE  # it was shown, and is none
            self._perhaps.clear()
        track.role = Role.VIRA
        self._vira, self._vira_sure = track, sure
        self._norm = track.long_side
        for other in self.lying:
            if other.side == BACK and _beside(other.quad, track):
                other.role = Role.STOCK
        if sure and self._arrived(track, place):
            self._set_aside_what_was_shown(track, place)

    def _play_what_was_doubtful(self) -> None:
        for track in self._perhaps:
            self._played(track)
        self._perhaps.clear()

    def _set_aside_what_was_shown(self, vira: Track, place: Place) -> None:
        """Faces that lay there before the vira was brought are burned cards: no plays."""
        for other in self._tracks:
            if other is vira or other.side == BACK or other.state is not State.NEW:
                continue
            rest, rested = other.still_since, vira.still_since
            if rest is not None and rested is not None and rest + _SHOWN_BEFORE < rested:
                self._lie(other, place)
                other.role = Role.ASIDE
                other.card, _, _ = self._name(other, other.last_t)
                other.ignored = other.card is None

    # ------------------------------------------------------------------ relations of cards

    def _under_backs(self, track: Track) -> bool:
        return any(o.side == BACK and share_inside(o.quad, track.quad) > 0.05 for o in self.lying)

    def _beside_back(self, track: Track, faint: bool = True) -> bool:
        """Whether a back rests beside a card; ``faint``: also one too faint to be believed alone."""
        return any(
            o.side == BACK
            and (o.state is State.LYING or (faint and o.votes.count >= 2))
            and _beside(o.quad, track)
            for o in self._tracks
        )

    def _arrived(self, track: Track, place: Place) -> bool:
        since = track.first_t - self._config.arrival_time
        return place.moved_since(track.quad, since) >= self._config.arrival_share

    def _plausible_size(self, track: Track) -> bool:
        if self._norm is None:
            return True
        ratio = track.long_side / self._norm
        return 1 / self._config.size_ratio <= ratio <= self._config.size_ratio

    def _lies_on(self, track: Track, overlap: float) -> bool:
        """Whether a known face lies in nearly the same place."""
        return any(
            o is not track and o.side == FACE and o.card is not None and iou(o.quad, track.quad) >= overlap
            for o in self.lying
        )

    def _same_place(self, track: Track, side: str, place: Place) -> Track | None:
        """A card of the other side in this very place that is not seen any more: it was turned over."""
        if track.state is not State.NEW or self._trick_left:
            return None
        roles = (Role.COVERED, Role.DEALT) if side == BACK else (Role.PLAYED,)
        return next(
            (
                o
                for o in self.lying
                if o.side == side
                and o.role in roles
                and o.last_t < track.last_t
                # a dealt card is turned over anywhere near; one that was played is rather covered by the next
                and iou(o.quad, track.quad)
                >= (self._config.match_iou if o.role is Role.DEALT else self._config.replace_iou)
                and not self._peeps_out(o, track, place)
            ),
            None,
        )

    def _peeps_out(self, lower: Track, upper: Track, place: Place) -> bool:
        """Whether a part of a card can still be seen beside the one that came over it: it was not turned."""
        look = lower.last_look
        if look is None:
            return False
        part = place.visible(look.quad, [upper.quad])
        enough = float(part.mean()) >= self._config.under_share
        return enough and alike(place.patch(look.quad), look.patch, part, self._config)

    def _vanished(self, track: Track) -> Track | None:
        """A back that left its place while this one came to rest near it: it was pushed."""
        for other in (*self.lying, *self._left):
            if other is track or other.side != track.side or other.last_t >= track.first_t:
                continue
            if other.missing_since is None:
                continue
            idle = other.role in (Role.DEALT, Role.ASIDE)
            reach = self._config.idle_push if idle else self._config.push_reach
            if distance(other.quad, track.quad) < reach * track.long_side:
                return other
        return None

    def _take_up(self, old: Track, new: Track) -> None:
        """The new outline is the old card, moved."""
        if old in self._left:
            self._left.remove(old)
            self._tracks.append(old)
        old.state = State.LYING
        old.quad = new.quad
        old.appear(new.last_t)
        old.first_look = old.last_look = None
        new.state = State.GONE

    def _replace(self, old: Track, new: Track, t: float) -> None:
        new.role, new.number = old.role, old.number
        if new.role is Role.COVERED or new.role is Role.DEALT:
            new.role = Role.PLAYED if new.side == FACE else Role.COVERED
        elif new.side == BACK:
            new.role = Role.COVERED
        old.state, old.gone_t = State.GONE, t

    def _covered(self, track: Track) -> float:
        """Largest share of a card that lies under one newer card."""
        return max(
            (share_inside(track.quad, o.quad) for o in self._tracks if self._may_cover(o, track)),
            default=0.0,
        )

    @staticmethod
    def _may_cover(other: Track, track: Track) -> bool:
        return other.number > track.number and other.state is not State.GONE and not other.ignored

    # ------------------------------------------------------------------ leaving

    def _look_for(self, track: Track, t: float, place: Place) -> None:
        """A lying card was not found: covered, hidden, or gone?"""
        limits = self._config
        if place.moving(track.quad) > limits.still_share:
            return
        # what is on its way hides a place only while it is there
        over = (o for o in self._tracks if self._may_cover(o, track))
        hidden = [o.quad for o in over if o.state is State.LYING or o.last_t == t]
        part = place.visible(track.quad, hidden)
        share = float(part.mean())
        if share < limits.judged_share:
            return
        look = track.last_look
        if look is not None and alike(place.patch(look.quad), look.patch, part, limits):
            track.appear(t)
            return
        passed = 0.0 if track.missing_since is None else t - track.looked_t
        track.looked_t = t
        if track.missing_since is None:
            track.missing_since = t
        # an older card read right where this one covered it tells the same as the bare table
        revealed = any(
            o.checked_t == t and o.number < track.number and share_inside(o.quad, track.quad) > 0.6
            for o in self.lying
        )
        if revealed or place.unlike_table(track.quad, hidden) < limits.bare_difference:
            track.bare += passed
        elif share > 0.5:
            track.unclear += passed
        if track.bare >= limits.gone_time - 1e-6 or track.unclear >= limits.gone_unclear_time:
            track.state, track.gone_t = State.GONE, t
            if track.role in (Role.PLAYED, Role.COVERED):
                self._left.append(track)
                self._last_leaving = t

    def _on_table(self) -> list[Track]:
        return [track for track in self.lying if track.role in (Role.PLAYED, Role.COVERED)]

    def _clear(self, t: float, place: Place) -> list[TableEvent]:
        events: list[TableEvent] = []
        vira_gone = self._vira is not None and self._vira.state is State.GONE
        here = self._on_table()
        if self._left and not here:
            # a card that went with the others before it was told
            leaving = max(track.missing_since or track.gone_t for track in self._left)
            for track in self._tracks:
                if track.state is State.NEW and track.last_t <= leaving and track.last_t < t:
                    told = self._tell_late(track, t, place)
                    if told:
                        events += told
                        track.state, track.gone_t = State.GONE, t
                        self._left.append(track)
            events.append(self._cleared_event(t, vira_gone))
        elif vira_gone and not here:
            if self._vira is not None and not self._vira_sure:
                events.append(self._event(EventKind.CARD_REMOVED, t, self._vira, None))
                self._vira = None  # it was shown, and is away before the vira is turned
            else:
                events.append(self._cleared_event(t, True))
        elif all(track.last_t == t or self._covered(track) > 0.3 for track in here):
            events += self._tell_left(t, self._config.gone_alone_time)
        return events

    def _removed(self, track: Track, t: float) -> TableEvent:
        """A card that left while others lie there: its player may lay it once more."""
        self._left.remove(track)
        return self._event(EventKind.CARD_REMOVED, t, track, None)

    @property
    def _trick_left(self) -> bool:
        """Whether a card is gone and none of the others was seen since: they lie under new cards no more."""
        here = self._on_table()
        missed = [track.missing_since for track in (*here, *self._left) if track.missing_since is not None]
        return bool(self._left) and not any(track.last_t > min(missed) for track in here)

    def _tell_left(self, t: float, waited: float = 0.0) -> list[TableEvent]:
        """What left the table at least ``waited`` seconds ago: single cards, or a trick.

        A new card is only announced after what left before it.
        """
        if not any(t - track.gone_t >= waited for track in self._left):
            return []
        if not self._trick_left:
            gone = [track for track in self._left if t - track.gone_t >= waited]
            return [self._removed(track, t) for track in gone]
        for track in self._on_table():
            track.state, track.gone_t = State.GONE, t
            self._left.append(track)
        self._last_leaving = t
        return [self._cleared_event(t, False)]

    def _cleared_event(self, t: float, everything: bool) -> TableEvent:
        if len(self._left) == 1 and not everything:
            # the only card there was: gathered, or taken back to be laid once more
            return self._event(EventKind.TABLE_CLEARED, t, self._left.pop(), None)
        self._cleared |= {track.card: t for track in self._left if track.card is not None}
        self._left.clear()
        if everything:
            self._vira = None
            self._cleared.clear()
            self._laid.clear()
            self._perhaps.clear()
            backs = [track for track in self.lying if track.side == BACK]
            for track in backs:
                track.role = Role.DEALT
            self._dealt = [middle(track.quad) for track in backs]
        return TableEvent(EventKind.TABLE_CLEARED, t, message="all" if everything else "")

    # ------------------------------------------------------------------ telling

    def _event(
        self,
        kind: EventKind,
        t: float,
        track: Track,
        place: Place | None,
        confidence: float | None = None,
        candidates: Iterable[tuple[str, float]] = (),
        message: str = "",
    ) -> TableEvent:
        x, y = middle(track.quad)
        came_from = None
        if place is not None:
            rest_began = t if track.still_since is None else track.still_since
            # a knock of the table makes a card rest anew; the arm that brought it was there before
            since = min(rest_began, track.first_t + self._config.leave_time) - self._config.motion_memory
            came_from = place.came_from(track.quad, since, rest_began + self._config.leave_time)
        return TableEvent(
            kind,
            t,
            track.number,
            track.card,
            (min(max(x / self._size[0], 0.0), 1.0), min(max(y / self._size[1], 0.0), 1.0)),
            came_from,
            track.votes.score if confidence is None else confidence,
            tuple(candidates),
            tuple((float(cx), float(cy)) for cx, cy in track.quad),
            message,
            track.still_since,
        )


def _beside(quad: Quad, track: Track) -> bool:
    """Whether an outline lies over, under or against a card, as stock and vira do; seen at a slant they may
    be further apart than they are long and still overlap."""
    near = distance(quad, track.quad) < _BESIDE * track.long_side
    return near or share_inside(quad, track.quad) > _TOUCHING


def _plain(part: NDArray[np.float32], spread: float) -> bool:
    """Whether pixels (Nx3) are all about alike; tinted paper has grey levels that differ by channel only."""
    return float(part.std(axis=0).max()) < spread


def _unlike(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Grey levels of 255 by which two colours differ where they differ most."""
    return float(np.abs(one - other).max())


def _nearest(spot: tuple[float, float], others: Iterable[tuple[float, float]]) -> float:
    """Pixels to the nearest of the others."""
    return min((float(np.hypot(spot[0] - x, spot[1] - y)) for x, y in others), default=float("inf"))

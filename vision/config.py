"""Every threshold of vision in one place, each with its unit and its reason.

What belongs to a set of weights (score threshold, reading threshold, temperature) is kept beside the
weights in ``models.json``, because new weights bring new ones; everything else is here.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PictureConfig:
    """Limits of picture files."""

    most_pixels: int = 200_000_000
    """Pixels. The largest phone sensors have 200 megapixels; a larger file is a mistake and eats memory."""
    work_pixels: int = 25_000_000
    """Pixels. Above it a file is decoded at half, quarter or eighth size: cards keep far more than the 160
    pixels the reader sees, and a tablet does not have 600 MB to spare."""
    least_side: int = 32
    """Pixels. A smaller picture cannot hold one readable card (60 pixels wide is what reading needs)."""


@dataclass(frozen=True, slots=True)
class DetectorConfig:
    """Decoding of the detector's raw output."""

    least_face: float = 0.3
    """Score from which a face counts."""
    least_back: float = 0.4
    """Score from which a back counts. On 150 held-out drawn scenes 0.4 instead of 0.3, the limit of faces,
    leaves out a third of the false backs (37 to 24) and 16 of 269 true ones."""
    most_candidates: int = 400
    """Boxes kept by score before suppression: about thirty a card for a dozen cards."""
    nms_iou: float = 0.72
    """Rotated IoU from which boxes are one card and are averaged. Late: parallel cards 15 mm apart overlap by
    0.6. (At 0.8 twice as many boxes are to be read, with worse outlines, and hardly a card more is found.)"""
    most_cards: int = 60
    """Boxes kept after suppression: more than a whole truco deck on the table is no truco."""
    inside_share: float = 0.85
    """Share of a small box lying in a larger one at which it counts as inside it (a court picture, a pip)."""
    inside_area: float = 0.4
    """Ratio of areas below which a box inside another is no card: cards on one table have one size."""


@dataclass(frozen=True, slots=True)
class OutlineConfig:
    """Moving the corners of found boxes onto the cards."""

    batch: int = 16
    """Boxes a forward pass."""
    most_growth: float = 1.8
    """Ratio of areas, either way, beyond which a fitted outline is no card; boxes are off by a third."""
    inside_share: float = 0.95
    """Share of a fitted face lying in another face from which it may be a second outline of that card."""
    inside_area: float = 0.75
    """Ratio of their areas below which it is: cards of one size cannot hold each other ..."""
    inside_score: float = 0.7
    """... and of their scores: what is nearly as sure may be the better outline of the two."""


@dataclass(frozen=True, slots=True)
class BackConfig:
    """Looking at backs a second time."""

    batch: int = 16
    """Crops a forward pass."""
    candidate: float = 0.03
    """The detector's score from which an outline is looked at: half of the backs lying free that it scores
    below 0.4 are above this."""
    least: float = 0.4
    """Score of both networks from which a back counts, as much as the detector's alone would."""
    blank: float = 0.5
    """Probability of "unreadable" from which what was found as a face is looked at as a back ..."""
    blank_score: float = 0.3
    """... as though the detector had given it this score as one ..."""
    turned: float = 0.5
    """... and the score of both from which it is a back."""


@dataclass(frozen=True, slots=True)
class CoverConfig:
    """Finding what lies on a card."""

    batch: int = 16
    """Crops a forward pass."""
    least: float = 0.02
    """Share of an outline that must lie in another one for it to be looked at: less hides no index."""
    same: float = 0.85
    """Rotated IoU from which two outlines are one card, which does not lie on itself."""
    limit: float = 0.0
    """Logit from which a place counts as hidden."""


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """Reading of the straightened cards and merging of outlines that are one card."""

    batch: int = 16
    """Crops a forward pass: keeps the memory of the network small; a trick with stock and vira fits."""
    turned_ratio: float = 2.0
    """Ratio of an outline's sides up to which it may lie the wrong way round: a card that is looked at flatly
    from its long side is wider than tall, 1.8 times at 66 degrees. One without a name is read so too."""
    turned_least: float = 0.1
    """Probability of some card by its index corners below which the other way round is not read on. On 250
    drawn scenes three in four of 358 tries end there, and none of the 42 that brought a name."""
    read_again: int = 2
    """Outlines over known cards that are read again in a frame while something passes over them; the others
    wait their turn. What has come to rest, or lies where nothing lay, is read at once."""
    index_enough: float = 0.96
    """Probability from which the index corners alone name a card. Of 10,000 held-out crops 37 % are so sure,
    one of them wrongly; what Vira reads stays the same when the whole card is not asked as well."""
    one_end_enough: float = 0.95
    """Probability from which a card read from one end is believed; below it the other end is read too, and
    the mean of both logits counts. Above 1: always both ends. 0: never."""
    known_twice: float = 0.01
    """Factor on the probability of a card that a surer reading of the same picture has named: a deck has each
    card once, and decks rarely get mixed. Jokers are left aside."""
    same_card_iou: float = 0.35
    """Rotated IoU above which two faces that read the same are one card: no deck here has a card twice."""
    other_card_iou: float = 0.72
    """Rotated IoU above which two faces that read differently are one card, the surer reading counting: cards
    really lying there 15 mm apart overlap by 0.6, and two closer ones cannot both be read."""
    least_unread: float = 0.4
    """Score of an outline below which it is no card where nobody can name it: the lowest with which 150 drawn
    scenes have at most 0.03 false cards each (0.007; 0.04 without). One of 30 true ones goes as well."""
    unread_iou: float = 0.4
    """Rotated IoU with a named face above which an unreadable outline is a second outline of that card. On
    200 drawn scenes 0.4 instead of 0.55 removes half of those (15 of 32) and no card that is read."""
    faint_back: float = 0.7
    """Score of a back below which it is read as well: court cards now and then look like printed backs."""
    no_back: float = 0.9
    """Probability of a name from which such a back is a face. Of 208 backs on 150 drawn scenes none was named
    that surely, of 14 faces taken for faint backs three, rightly."""
    back_iou: float = 0.75
    """Rotated IoU above which two backs are one. On 150 held-out drawn scenes this and the 0.75 below find
    backs with an F1 of 0.688, second outlines counted as false (0.680 with 0.7 twice, 0.685 with 0.8)."""
    back_face_iou: float = 0.75
    """Rotated IoU with a named face above which a back is a second outline of that card, not one under it."""


@dataclass(frozen=True, slots=True)
class GateConfig:
    """What counts as change between frames."""

    width: int = 320
    """Pixels. Width the frame is reduced to: a card is then at least 15 pixels wide, noise averages out."""
    difference: float = 12.0
    """Grey levels of 255 by which a reduced pixel must differ: above sensor noise and compression in
    dim bars, far below the step between a card and the table."""
    changed_share: float = 0.0008
    """Share of the picture that must differ before the detector runs: a tenth of a 60-pixel-wide card."""
    most_shake: float = 1.2
    """Pixels of the reduced picture by which a shaking camera may shift it from frame to frame and be seen
    through: five of a 1280-pixel frame. More is a blow, and everything waits until it has passed."""
    runs_at_rest: int = 3
    """Detector runs after the last change: tells a vanished card from one missed frame."""
    unhurried_time: float = 4.0
    """Seconds without any change after which what is still undecided is looked at only now and then: all
    that is decided by waiting is decided by then."""
    unhurried_pause: float = 2.0
    """Seconds between two such looks."""
    black_level: float = 10.0
    """Grey level of 255: a picture with mean and spread below it shows nothing."""
    thing_difference: float = 25.0
    """Grey levels of 255 by which a colour of what was laid differs from the bare table: above shadows of
    cards and hands, below the step between most backs and most tables."""
    thing_still: float = 0.1
    """Seconds without motion after which what was laid is looked at: the arm has left it."""
    thing_stir: float = 0.05
    """Share of it that may have moved since then: grain, a finger at its edge."""
    thing_memory: float = 2.5
    """Seconds in which something moved there: things do not come by themselves, and are told of by then."""
    thing_brought: float = 0.3
    """Share of it that must have moved."""
    thing_fill: float = 0.85
    """Share of its smallest rectangle that a laid thing fills to be one itself: glasses fill 0.79."""
    thing_sides: tuple[float, float] = (0.6, 1.5)
    """Long side of a laid thing in lengths of a card: near and far ends of a table differ by as much."""
    thing_ratio: float = 2.2
    """Long over short side up to which it may be a card; a phone is twice as long as wide and larger."""
    thing_score: float = 0.45
    """Score of a back that is given to it: less than what is believed unasked."""


@dataclass(frozen=True, slots=True)
class TrackConfig:
    """From outlines in single frames to cards that were announced once."""

    match_iou: float = 0.5
    """Rotated IoU from which an outline may be the card of a track that lies still."""
    follow_iou: float = 0.3
    """Rotated IoU from which an outline continues one that still moves: thrown cards jump."""
    read_later: float = 0.3
    """Rotated IoU with a named card from which an outline may wait to be read: an arm over a card, and the
    outlines it leaves of the cards beside it."""
    push_reach: float = 2.0
    """Card lengths over which a known card may be pushed between two frames and be known by its name."""
    idle_push: float = 0.6
    """The same of a card that took no part in the play: one that goes further was played from its pile."""
    dealt_moved: float = 0.35
    """Share of its long side by which a card of a hand lying face down may go from where it lay: one that
    goes further is told anew, and may have been pushed into the trick."""
    moved: float = 0.10
    """Share of the long side an outline may shift from where a resting card was found so far: localisation
    noise; a card on its way does several times that from frame to frame."""
    still_share: float = 0.06
    """Share of a card's area that may move while it counts as at rest: shadows, a finger at its edge."""
    wobble: float = 0.35
    """Share of the long side up to which a resting card's box may jump while the card looks as before."""
    settle_time: float = 0.4
    """Seconds a card lies still before it is announced: a hesitating hand moves sooner."""
    settle_votes: int = 3
    """Readings at rest before an announcement, whatever the frame rate."""
    certain: float = 0.95
    """Probability of the best name from which a card is announced as soon as it lies still."""
    patient_time: float = 0.9
    """Seconds at rest after which `patient` is certain enough: views from several frames agree by then."""
    patient: float = 0.90
    """Probability from which a card that rested that long is announced. On the cards of held-out decks of
    `tests.bench.resting` everything from here on was right."""
    sharpness: float = 1.5
    """Exponent on the agreed probabilities of a track's views, after which they mean what they say: single
    views of decks the reader never saw claim 0.75 where 0.88 are right. Fitted by `tests.bench.resting`."""
    beyond_doubt: float = 0.95
    """Probability from which a card is named although it lies in this hand, or is not in this deck."""
    foreign: float = 0.03
    """Factor on the probability of a card that is not in the deck: people sort decks, but forget. Half of all
    doubts were of a six or five that might be a nine or eight."""
    even: float = 0.7
    """Share of a foreign first name's agreed probability that the card named in its stead must have."""
    unsorted: float = 0.5
    """Takes the place of `foreign` once such a card was read beyond doubt: then this deck was not sorted."""
    unreadable: float = 0.5
    """Probability of "unreadable" from which a view says nothing about which card it is."""
    votes_kept: int = 8
    """Views of a resting card that count: the last second or so."""
    order_time: float = 0.9
    """Seconds at rest up to which a card waits for one laid before it: plays are judged in their order."""
    late_rest: float = 0.25
    """Seconds at rest that are enough for a card which was covered or gathered before it could be told."""
    certain_after_doubt: float = 0.95
    """Probability from which a card that was asked about is named: lasting doubt is not settled by less."""
    plain: float = 0.50
    """Sum of the agreed probabilities of all cards that can be below which what is missing stays doubt: views
    that contradict each other or show little."""
    least: float = 0.25
    """Least agreed probability of a name before rules and `sharpness`: these alone never name a card."""
    known_twice: float = 0.05
    """Factor on the probability of a card that already lies in this hand: decks rarely get mixed."""
    contradiction: float = 0.80
    """Probability of another name from which one reading contradicts the card known at that place."""
    not_the_card: float = 0.02
    """Probability of the known name below which a readable view speaks against it: together with a place that
    looks otherwise the card there is another."""
    replace_iou: float = 0.70
    """Rotated IoU with a known card from which a new face must prove itself longer (`replace_time`)."""
    second_outline: float = 0.15
    """Rotated IoU with the vira from which a face below `ask_score` is taken for a second outline of it."""
    replace_time: float = 1.0
    """Seconds at rest before a face in the very place of a known card is a new card lying on it: half-covered
    cards are misread most easily."""
    ask_time: float = 2.0
    """Seconds at rest after which a card that cannot be named is asked about: what is due must be told or
    asked about within three."""
    vira_time: float = 2.4
    """Seconds in view after which a face away from the stock is asked about before the vira is known: burned
    cards follow each other, and the vira, faster than that; what is due must be asked about within three."""
    ask_likely: float = 0.3
    """Probability of the likeliest card below which what lies away from the stock before the vira is no card:
    sheets of paper with writing have a fifth. A vira that cannot be read is asked about at the stock."""
    rather: float = 0.5
    """Probability of a card this hand has not seen from which an outline is not passed over because it seems
    to lie under others: more likely than everything else together."""
    faint_time: float = 1.2
    """Seconds a back fainter than `ask_score` rests before it is told where a covered card would lie."""
    sure_back: float = 0.6
    """Score from which a back tells what the backs of this deck look like; the stock always does."""
    same_back: float = 20.0
    """Grey levels of 255 up to which the mean colours of two backs of one deck differ: light is uneven."""
    unlike_face: float = 30.0
    """Grey levels of 255 by which the faces lying there must differ more from a back than backs do: else it
    may be one of them, seen badly."""
    same_back_score: float = 0.65
    """Score of a fainter back that looks like the other backs of its deck: believed where its seat's arm has
    laid it, doubtful elsewhere, as hands and piles look like the deck as well."""
    ask_score: float = 0.5
    """Mean detector score from which an unnamed outline is asked about; with less it may be no card."""
    arrival_share: float = 0.3
    """Share of a card's place that must have moved shortly before: cards do not appear without a hand."""
    arrival_time: float = 2.5
    """Seconds before the first sight of a card in which that motion is looked for."""
    size_ratio: float = 1.7
    """Ratio of long sides to the vira's beyond which a back or an unreadable outline is no card of this deck;
    perspective on a tilted table stays below it."""
    gone_time: float = 0.15
    """Seconds a place must look like the bare table, unmoving, before the card counts as gone: two frames."""
    gone_unclear_time: float = 2.5
    """Seconds the same takes when the place looks like neither: a hand may rest on the card."""
    bare_difference: float = 25.0
    """Mean grey levels of 255 up to which a place looks like the bare table."""
    as_before: float = 6.0
    """Mean grey levels of 255 up to which a place shows what it showed before: paper and things that lay
    there already, and look like a card now that one lies on them."""
    judged_share: float = 0.2
    """Share of a card's place that must be free of newer cards to judge by it whether the card is there."""
    same_difference: float = 10.0
    """Mean grey levels of 255 up to which a place shows what it showed when the card lay there."""
    same_patch: float = 0.80
    """Correlation with the card's own picture from which it still lies there, found or not."""
    gone_alone_time: float = 1.6
    """Seconds a single card must be gone, the others lying in sight, before it is reported as removed:
    gathering a trick takes a second or two and is no removal."""
    covered_share: float = 0.35
    """Share of a card lying under newer cards above which it may well not be found."""
    again_time: float = 1.0
    """Seconds after which a card of a name that has left, laid where cards are played, is none that is put
    aside with its trick."""
    gather_time: float = 1.5
    """Seconds round the leaving of played cards in which a new back is the gathered trick, turned over."""
    aside_time: float = 8.0
    """Seconds after a trick left in which its cards, seen again, are the trick put aside, where no vira tells
    one hand from the next."""
    under_share: float = 0.08
    """Share of a known card that an outline must overlap to tell which of the two lies on top."""
    under_core: float = 0.78
    """Factor on the sides of an outline within which what lies there is surely under it: what counts as
    hidden by an outline reaches 15 % further, and an outline may be off by 10 %."""
    plain_paper: float = 15.0
    """Grey levels of spread below which a part of a card is plain and looks like that of any other card."""
    trick_reach: float = 1.2
    """Card lengths from a place where a card was laid in this hand within which others are laid, too."""
    middle_reach: float = 1.5
    """Card lengths from the middle of the picture within which the first card of a hand may be laid covered:
    cards are laid there at up to 1.3, hands lie at 2."""
    near_cards: float = 1.0
    """Card lengths round a dealt back within which another back is that hand, put down again."""
    forget_time: float = 0.7
    """Seconds after which an outline that never settled is forgotten."""
    lost_time: float = 1.5
    """Seconds of black picture after which the view counts as lost."""
    leave_time: float = 0.4
    """Seconds that an arm takes to leave the card it has laid; what passes over it later is another arm."""
    motion_memory: float = 0.5
    """Seconds of motion before the rest in which the side the arm came from is looked for."""


@dataclass(frozen=True, slots=True)
class ViewConfig:
    """How the camera sees the table, and from when on a person is told to change it."""

    focal: float = 0.87
    """Focal length over the picture's long side: an opening of 60 degrees, between phones (about 70) and
    webcams (about 55)."""
    plane_noise: float = 0.08
    """Log of a side's length: the usual error of a drawn outline; what is further off counts less."""
    tilt_spread: float = 0.4
    """Tangent of the tilt from which the lean to small angles levels off; it decides where cards do not."""
    plane_tolerance: float = 0.45
    """Log of a side's length up to which an outline can be a card lying on the table. Measured on drawn
    scenes with the real detector: 6 of 894 cards wholly in the picture were further off."""
    plane_cards: int = 4
    """Cards from which on a plane is believed: three leave the tilt open by ten degrees."""
    off_cards: int = 6
    """Cards that must fit a plane before a finding is left out because it does not lie on it."""
    off_misfit: float = 0.6
    """Log of a side's length from which a finding is left out: a missed card is worse than a phone."""
    off_sure: float = 1.0
    """The same of a sure face: from a few outlines a plane may come out badly."""
    sure_face: float = 0.7
    """Score from which a face is sure in this."""
    least_score: float = 0.5
    """Score of a finding from which it helps to find the plane."""
    same_place: float = 0.3
    """Rotated IoU from which two findings are the same place, seen again."""
    same_card: float = 0.7
    """Rotated IoU from which two findings are the same card, and are averaged."""
    settled_places: int = 12
    """Places from which a plane that fits is only improved; with fewer the search begins anew."""
    fit_again: float = 3.0
    """Seconds after which the plane is fitted again to outlines that have become surer."""
    places: int = 24
    """Places kept for the plane: the cards of a hand of four with vira, stock and dealt cards."""
    fit_pause: float = 0.5
    """Seconds between two fits of the plane: a fit takes some hundredths of a second."""
    pause: float = 0.4
    """Seconds between two measures of the view: some milliseconds each."""
    memory: float = 1.5
    """Seconds over which the measures are smoothed: a hand that passes is no advice."""
    cards_measured: int = 6
    """Cards a frame in which sharpness and light are measured: enough for a median."""
    least_contrast: float = 25.0
    """Grey levels of 255 between dark and bright below which nothing can be said about sharpness."""
    sharp_blur: float = 0.9
    """Pixels (sigma) of blur at which a picture counts as wholly sharp."""
    most_blur: float = 0.028
    """Share of a card's width that an edge may be blurred by (sigma): strokes of an index run together. On
    cards 90 pixels wide all were read at 2.1 pixels, six of seven at 3.1, four of seven at 4."""
    harmless_blur: float = 1.5
    """Pixels (sigma) of blur that are the lens's own and not of focus: small cards need to be nearer."""
    least_light: float = 70.0
    """Grey level of 255 of card paper below which there is too little light."""
    burnt_level: int = 250
    """Grey level of 255 from which a pixel is burnt out in all its colours."""
    burnt_step: int = 25
    """Grey levels that the rest of a card must be darker for its burnt part to be a mirrored lamp."""
    most_glare: float = 0.06
    """Share of a card that may be burnt out: an index takes up about as much."""
    most_tilt: float = 63.0
    """Degrees from straight above beyond which the camera sees into the players' hands: 65, but what is
    measured that far leans to small angles by two or three."""
    least_card: float = 60.0
    """Pixels a card must be wide to be read well."""
    move_fit: float = 0.15
    """Share of a card's long side by which a card may miss the place where a moved camera puts it."""
    move_share: float = 0.6
    """Share of the known cards that must have moved alike for the camera to be what moved."""
    move_least: float = 0.2
    """Share of a card's long side that cards must have moved: with less all are found again anyway."""
    move_zoom: float = 2.5
    """Factor up to which a moved camera may come nearer or go away."""


@dataclass(frozen=True, slots=True)
class SourceConfig:
    """Live cameras and folders."""

    silent_time: float = 1.6
    """Seconds without a new picture, with the very same one, or with black ones, after which a live camera
    counts as dead: below the two seconds in which a table wants to hear of it, above a stream's hiccup."""
    lost_pause: float = 0.5
    """Seconds between two frames that say that the picture is gone."""
    reopen_time: float = 1.0
    """Seconds before a dead camera is opened again; doubled at each attempt in vain."""
    reopen_most: float = 8.0
    """Seconds between two such attempts at most: a tablet that is plugged in again is not kept waiting."""
    hang_time: float = 12.0
    """Seconds without a sign of life after which a capture thread is given up: drivers wait up to ten."""
    clock_jump: float = 10.0
    """Seconds by which a camera's clock may run ahead of the time that passed before it is set right."""
    black_level: float = 10.0
    """Grey level of 255: a picture with mean and spread below it shows nothing."""
    open_timeout_ms: int = 4000
    """Milliseconds to wait for a stream to answer before saying that it is not there."""
    folder_fps: float = 2.0
    """Photos a second of film time when a folder is watched and nothing else is asked for."""
    missing_frames: float = 0.03
    """Share of a video's announced frames that may be missing at its end: containers round their count."""


@dataclass(frozen=True, slots=True)
class VisionConfig:
    """All of it; the defaults are what Vira runs with."""

    picture: PictureConfig = field(default_factory=PictureConfig)
    detector: DetectorConfig = field(default_factory=DetectorConfig)
    outline: OutlineConfig = field(default_factory=OutlineConfig)
    back: BackConfig = field(default_factory=BackConfig)
    cover: CoverConfig = field(default_factory=CoverConfig)
    reader: ReaderConfig = field(default_factory=ReaderConfig)
    gate: GateConfig = field(default_factory=GateConfig)
    tracks: TrackConfig = field(default_factory=TrackConfig)
    source: SourceConfig = field(default_factory=SourceConfig)
    view: ViewConfig = field(default_factory=ViewConfig)


DEFAULT = VisionConfig()

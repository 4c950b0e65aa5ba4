//! The game that fighters play in their minds: who chooses what, what is not worth choosing, and what it scores.
//!
//! Paper: Shum 2010, sec. 4.3.3 (pruning) and 4.4 (terms), eq. 4.4 to 4.10. Departs from it: what a seam costs counts a
//! little, and moves are tried in an order of promise, for cuts. Damage counts in the edge during which the blow lands,
//! for whoever chose that edge; what is on its way where the tree ends counts too. Who stands or moves when a blow is begun
//! at him may choose anew a moment later, as he will on the stage. Who is out of breath does not strike, and steps out. Who is
//! turned from his rival pays more for it than printed, and may choose whatever turns him back. Chases have a field, which who is
//! chased keeps to and who chases leaves only after him: on an endless plain two who run equally fast go straight on for ever.
//! Where the tree of a chase ends, who runs is taken to run on; and who chases wants to leave him little room (`room`).

mod room;
mod saving;
mod turning;

use footwork_plan::game::{Cooperation, Game, Scores, Side};
use glam::Vec2;

use crate::combination::Combinations;
use crate::style::{Pruning, Style};
use crate::tables::{Edge, Kind, Words};
use crate::world::{FAR, Fighter, MOST, RECENT, Situation, TRUNKS, Toll, World, chooser, next_end};
use footwork_motion::ground::Place;

/// What the director of a scene wants of a pair, for both to see to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// m, on the ground: the next check point.
    pub place: Option<Vec2>,
    /// Actions that are required.
    pub required: Words,
    /// Actions that are forbidden.
    pub forbidden: Words,
}

/// The rules.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// What bodies do.
    pub world: World<'a>,
    /// What each of them wants.
    pub styles: [&'a Style; MOST],
    /// What is not worth thinking about.
    pub pruning: &'a Pruning,
    /// Which answer suits which blow.
    pub combinations: &'a Combinations,
    /// What the director wants.
    pub wanted: Wanted,
    /// How often the rival was seen to do something of each kind, for an opponent that is modelled.
    pub seen: [u16; 8],
    /// What his whims are drawn from in this choice.
    pub whim: u32,
}

/// m. A step that gets him so much further away before a blow lands is an answer to it.
const AWAY: f32 = 0.15;
/// Frames. Two who began the same so soon after each other do it together.
const TOGETHER: u32 = 6;
/// s. Where the tree of a chase ends, all are taken to go on as they do for so long. Of 0, 0.5 and 1 s, with 0.5 s a chaser who
/// looks further ahead gained most.
const RUN_ON: f32 = 0.5;
/// Per m², what the room that is left to who is chased counts, in times of what distance does per m²: after one, and after two. Of 0, 0.3,
/// 0.6, 1 and 3 after one, with 0.6 both a chaser who looks further ahead and two of them gained on takes 11 to 16; of 1 and 3 after two.
const ROOM: [f32; 2] = [0.6, 3.0];
/// How many times as much it counts that a rival is further to the side than [`FRONT`](crate::style::FRONT), per rad²: as printed, a
/// back that is turned costs as little as a metre too much.
const ASIDE: f32 = 100.0;
/// How many times as much as printed distance counts: else a whim outweighs half a metre, and infighters and outboxers stand
/// equally far from each other.
const FIRMLY: f32 = 5.0;
/// How many times as much again it counts to be nearer than wanted: two who have struck stay hips to hips else, as nothing but a whim
/// takes them apart.
const TOO_NEAR: f32 = 4.0;
/// m, as far as fists reach, from hips to hips. Somebody who kept 2 m as firmly as others keep theirs would go back for ever before one
/// who comes in, and neither would throw a blow.
const FISTS: f32 = 1.2;
/// Who is out of breath likes to be so many times as far away, and so many times as much as printed: he steps out.
const SPENT: [f32; 2] = [1.75, 10.0];
/// s, so long ahead a runner has to see the border of a field: at 3 m/s he turns about within 2 m. Of 0.4, 0.6, 0.8 and 1 s, with this
/// fewest were left standing at it, face to the outside, on takes 11 to 14: nobody was recorded to turn on the spot. Per m² beyond it,
/// ten times what distance counts; and the frames over which his velocity is taken.
const CARRIED_ON: f32 = 0.8;
const LEAVES: f32 = 100.0;
const STRIDE: i32 = 6;
/// m. Who is outside a field and gets nearer to its middle by as much in an action is on his way back.
const COMES_IN: f32 = 0.1;
/// m. Who chases may get so much further out than whom he chases.
const FOLLOWS: f32 = 0.3;
/// What it costs to take the same step again, as a share of what another action costs.
const STEP_AGAIN: f32 = 0.1;
/// What it costs to throw a blow, in points: as much as 1.4 m of distance. Without, one that will be answered is as good as a
/// step.
pub const EFFORT: f32 = 20.0;
/// rad. Who has turned his back and turns by as much towards his rival is on his way to face him.
const TURNS_BACK: f32 = 0.1;
/// How many times as much as printed it counts to be turned further than [`Pruning::turning`] at some moment, per rad²: half a radian
/// is as bad as being hit, so that nobody begins what leads there.
const ROUND: f32 = 2e4;
/// m. Who likes to be nearer than this fights chest to chest.
const CLOSE: f32 = 0.7;
/// Most edges out that are looked at.
const MOST_EDGES: usize = 40;

// What an action does that it should not, the least important first.
const LEAPS: u16 = 256;
const CROWDS: u16 = 64;
const ILLOGICAL: u16 = 1;
const OUT_OF_RANGE: u16 = 2;
const TURNED_AWAY: u16 = 4;
const OUTSIDE: u16 = 8;
const PENETRATES: u16 = 16;
const ENDS_INSIDE: u16 = 32;
const TURNS_ROUND: u16 = 128;
/// What must not be, step by step: where nothing is left, the least important is allowed.
const STEPS: [u16; 10] = [
    LEAPS
        | CROWDS
        | ENDS_INSIDE
        | PENETRATES
        | TURNS_ROUND
        | OUTSIDE
        | TURNED_AWAY
        | OUT_OF_RANGE
        | ILLOGICAL,
    CROWDS | ENDS_INSIDE | PENETRATES | TURNS_ROUND | OUTSIDE | TURNED_AWAY | OUT_OF_RANGE | ILLOGICAL,
    ENDS_INSIDE | PENETRATES | TURNS_ROUND | OUTSIDE | TURNED_AWAY | OUT_OF_RANGE | ILLOGICAL,
    ENDS_INSIDE | PENETRATES | TURNS_ROUND | OUTSIDE | TURNED_AWAY | OUT_OF_RANGE,
    ENDS_INSIDE | PENETRATES | TURNS_ROUND | OUTSIDE | TURNED_AWAY,
    ENDS_INSIDE | PENETRATES | TURNS_ROUND | OUTSIDE,
    ENDS_INSIDE | PENETRATES | TURNS_ROUND,
    ENDS_INSIDE | PENETRATES,
    ENDS_INSIDE,
    0,
];

impl Rules<'_> {
    fn side(&self, situation: &Situation, who: usize) -> Side {
        if situation.fighters[who].team == situation.fighters[0].team { Side::Max } else { Side::Min }
    }

    /// How promising an edge out is; none if it does something of `not`. What is quickly seen is looked at first: most edges
    /// end there.
    fn judge(&self, asked: &Asked<'_>, edge: &Edge, not: u16) -> Option<f32> {
        let world = &self.world;
        let piece = &world.tables.pieces[usize::from(edge.piece)];
        let Some(rival) = asked.rival else { return Some(-edge.cost) };
        let wrong = |what: u16, is: bool| is && not & what != 0;
        let defends = piece.kind.is_defence();
        if wrong(LEAPS, edge.cost > self.pruning.seam && world.settings.catch == 0.0) {
            return None;
        }
        // Nobody hits who is down or without breath, and nobody defends himself against nothing.
        let strikes = piece.kind == Kind::Attack;
        let pointless = if defends { !asked.threatened } else { strikes && (asked.down || asked.is_spent) };
        if wrong(ILLOGICAL, pointless) || wrong(OUT_OF_RANGE, defends && asked.far > self.pruning.defend) {
            return None;
        }
        let next = world.begun_at(asked.own, &asked.body, asked.left, edge.piece, asked.now);
        let (body, other) = (world.body(&next, next.ends), world.body(rival, next.ends));
        let distance = body.distance(&other);
        if wrong(ENDS_INSIDE | PENETRATES, distance < TRUNKS) {
            return None;
        }
        let bearing = body.bearing(&other);
        let field = world.settings.field;
        // Who has been carried out may do what brings him back: else one step is never enough, and all is allowed.
        let border = self.border(asked.is_chased, &other).max(asked.out - COMES_IN);
        if wrong(OUTSIDE, field > 0.0 && libm::hypotf(body.x, body.z) > border) {
            return None;
        }
        // Who has been turned round may do whatever brings him back: else one step is never enough, and all is allowed.
        let firm = world.settings.firm || self.styles[asked.who].aside > 0.0;
        let comes_back = if firm { asked.off - TURNS_BACK } else { 0.0 };
        let turned = bearing.abs() > self.pruning.facing.max(comes_back);
        if wrong(TURNED_AWAY, turned && !asked.is_chased) {
            return None;
        }
        if wrong(TURNS_ROUND, self.turns_round(&next, rival, asked.off)) {
            return None;
        }
        let middle = || world.overlaps(&next, rival, next.begun.midpoint(next.ends));
        if not & PENETRATES != 0 && distance >= TRUNKS && middle() {
            return None;
        }
        let style = self.styles[asked.who];
        if not & CROWDS != 0 && self.pruning.clear > 0.0 {
            // Blows are thrown from nearer by, and whoever is too near may do what takes him away. Who is led along a path goes
            // through where the other stands: kept clear, half of the pairs did not get there in time.
            let close = strikes || style.distance < CLOSE || style.path > 0.0;
            let clear = if close { 0.0 } else { self.pruning.clear };
            if world.gap(&next, rival, next.ends) < clear.min(asked.gap) {
                return None;
            }
        }
        let mut promise = -self.movement(style, bearing, distance, asked.is_spent) - style.seam * edge.cost;
        if piece.kind == Kind::Attack {
            let lands = world.lands_at(piece, next.begun).unwrap_or(next.ends);
            let far = world.body(&next, lands).distance(&world.body(rival, lands));
            // Nor at what it cannot be led to: nobody throws blows at the air.
            let reached = world.aim_within(&next, rival, world.settings.lead);
            if wrong(OUT_OF_RANGE, far > self.pruning.attack || reached.is_none()) {
                return None;
            }
            promise += reached.map_or(-1e1, |(_, away)| 1e3 - 1e3 * away);
        }
        if asked.threatened {
            if defends {
                promise += 5e2;
            } else if not & ILLOGICAL != 0
                && !self.gets_away(asked.now, &next, rival)
                && !self.hits_first(&next, rival)
                && world.parrying(next, rival, asked.now).hand == 0
            {
                return None;
            }
        }
        Some(promise)
    }

    /// Whether a step takes him out of the way of a blow.
    fn gets_away(&self, now: i32, next: &Fighter, rival: &Fighter) -> bool {
        let world = &self.world;
        let lands = world.lands_at(world.piece(rival), rival.begun).unwrap_or(next.ends);
        let far = |at: i32| world.body(next, at).distance(&world.body(rival, at));
        world.piece(next).kind == Kind::Movement && far(lands) > far(now) + AWAY
    }

    /// Whether a blow of his own lands sooner than one that is on its way, hard enough to break that off.
    fn hits_first(&self, next: &Fighter, rival: &Fighter) -> bool {
        let world = &self.world;
        let [own, other] = [next, rival].map(|one| world.lands_at(world.piece(one), one.begun));
        let sooner = own.zip(other).is_some_and(|(own, other)| own < other);
        let blow = world.tables.blows_of(world.piece(next)).first();
        sooner
            && blow.is_some_and(|blow| blow.speed >= world.settings.heavy)
            && world.aim_within(next, rival, world.settings.lead).is_some()
    }

    /// The movement term, eq. 4.4, as a penalty.
    fn movement(&self, style: &Style, bearing: f32, distance: f32, is_spent: bool) -> f32 {
        let chases = self.world.settings.catch > 0.0;
        // Who is chased runs away from his rival, and need not face him.
        let runs = chases && style.take > 0.0;
        // Who has a way to go keeps to that first.
        let as_printed = chases || self.wanted.place.is_some() || !self.world.settings.firm;
        let (aside, [further, firmly]) = if as_printed {
            (style.aside, [1.0, 1.0])
        } else {
            (ASIDE, if is_spent { SPENT } else { [1.0, FIRMLY] })
        };
        let off = distance - further * style.distance;
        let turned = if runs { 0.0 } else { style.turned(bearing, aside) };
        if off < 0.0 && !as_printed {
            // Who likes to be further away than his rival does is firm about it only where fists reach him.
            let comes_in = self.styles.iter().any(|other| other.distance < style.distance);
            let within = if style.distance > FISTS && comes_in { (distance - FISTS).min(0.0) } else { off };
            let firmly = firmly * TOO_NEAR - 1.0;
            return turned + style.spacing * (off * off + firmly * within * within);
        }
        turned + firmly * style.spacing * off * off
    }

    /// m, how far from the field's middle somebody may get. Who chases may follow who has left it: else that one is safe there.
    fn border(&self, is_chased: bool, rival: &Place) -> f32 {
        let field = self.world.settings.field;
        if is_chased { field } else { field.max(libm::hypotf(rival.x, rival.z) + FOLLOWS) }
    }

    /// What it costs a runner to be about to leave the field: by how far beyond its border he would be a moment later.
    fn leaves(&self, own: &Fighter, rival: &Fighter, at: i32) -> f32 {
        if self.world.settings.field <= 0.0 {
            return 0.0;
        }
        let field = self.border(own.team != 0, &self.world.body(rival, at));
        let [before, body] = [at.saturating_sub(STRIDE), at].map(|at| self.world.body(own, at));
        let ahead = CARRIED_ON * self.world.tables.rate / STRIDE as f32;
        let (x, z) = (body.x + ahead * (body.x - before.x), body.z + ahead * (body.z - before.z));
        let out = (libm::hypotf(x, z) - field).max(0.0);
        LEAVES * out * out
    }

    /// The competitive function, eq. 4.7, of what somebody has just chosen.
    fn competes(&self, before: &Situation, after: &Situation, who: usize, toll: &Toll) -> f64 {
        let (world, style) = (&self.world, self.styles[who]);
        let own = &after.fighters[who];
        let mut score = f64::from(self.damage(who, toll));
        if let Some(rival) = world.rival(after, who) {
            let (body, other) = (world.body(own, own.ends), world.body(&after.fighters[rival], own.ends));
            let is_spent = !world.has_breath(own, own.ends);
            score -= f64::from(self.movement(style, body.bearing(&other), body.distance(&other), is_spent));
            score -= f64::from(self.leaves(own, &after.fighters[rival], own.ends));
            let round = self.turned_by(own, &after.fighters[rival], 0.0);
            score -= f64::from(style.facing * ROUND * round * round);
            let attacker = &before.fighters[rival];
            if world.threatens(attacker, before.now) {
                let suits = self.combinations.suits(world.piece(attacker).word, world.piece(own).word);
                score += f64::from(style.combine * suits.unwrap_or(0.0));
            }
        }
        score
    }

    /// How much of what a blow is worth by itself one of this range is: somebody who scores with short blows throws those.
    fn liked(&self, style: &Style, next: &Fighter) -> f32 {
        let short = self.world.tables.blows_of(self.world.piece(next)).first().is_some_and(|blow| blow.short);
        let [near, far] = style.give;
        let deep = self.deep(next);
        (1.0 - deep) * (if short { near } else { far }) / near.max(far).max(1e-9)
    }

    /// How deep a fighter goes down in what he does: nobody likes a knee near the floor.
    fn deep(&self, next: &Fighter) -> f32 {
        let deep = self.world.tables.deep.get(usize::from(next.piece)).copied().unwrap_or(0.0);
        if self.world.settings.firm && self.world.settings.catch == 0.0 { deep } else { 0.0 }
    }

    /// The scoring term, eq. 4.5.
    fn damage(&self, who: usize, toll: &Toll) -> f32 {
        let style = self.styles[who];
        let [short, long] = toll.given[who];
        style.give[0] * short + style.give[1] * long - style.take * toll.taken[who]
    }

    /// How a chase stands where the tree ends, if all go on as they do for a while: who has run up speed is better off than who
    /// stands as near.
    fn runs_on(&self, situation: &Situation) -> f64 {
        let world = &self.world;
        let then = situation.now.saturating_add((RUN_ON * world.tables.rate) as i32);
        let mut comp = 0.0;
        for who in 0..(situation.count as usize).min(MOST) {
            let Some(rival) = world.rival(situation, who) else { continue };
            let [body, other] = [who, rival].map(|at| world.body(&situation.fighters[at], then));
            let (style, runner) = (self.styles[who], &situation.fighters[who]);
            let own = -f64::from(self.movement(style, body.bearing(&other), body.distance(&other), false))
                - f64::from(self.leaves(runner, &situation.fighters[rival], then));
            comp += if self.side(situation, who) == Side::Max { own } else { -own };
        }
        // Who only counts metres runs to the border and stands there; and two who do so run after him side by side, and he stays ahead
        // of both.
        let weight = ROOM[usize::from(situation.count as usize == MOST)];
        let room = f64::from(weight * self.styles[0].spacing * self.room(situation, then));
        comp + if situation.fighters[0].team == 0 { -room } else { room }
    }

    /// The cooperative function, eq. 4.10.
    fn cooperates(&self, after: &Situation, who: usize) -> f64 {
        let (world, style, wanted) = (&self.world, self.styles[who], &self.wanted);
        let own = &after.fighters[who];
        let mut score = 0.0;
        if let Some(place) = wanted.place {
            let body = world.body(own, own.ends);
            let body = Vec2::new(body.x, body.z);
            let rival = world.rival(after, who).filter(|_| world.settings.catch == 0.0);
            // A pair is where its middle is: who stands on the place himself makes room for the other.
            score -= match rival.map(|rival| world.body(&after.fighters[rival], own.ends)) {
                Some(other) => {
                    style.path * body.midpoint(Vec2::new(other.x, other.z)).distance_squared(place)
                }
                None => style.path * body.distance_squared(place),
            };
        }
        let word = world.piece(own).word;
        if wanted.required.has(word) {
            score += style.demand;
        }
        if wanted.forbidden.has(word) {
            score -= style.demand;
        }
        f64::from(score)
    }
}

/// Who has to choose, and what all his edges out have in common.
struct Asked<'a> {
    who: usize,
    own: &'a Fighter,
    rival: Option<&'a Fighter>,
    now: i32,
    /// Where he stands, and the frame of the tables that he leaves.
    body: Place,
    left: u32,
    /// m, to his rival.
    far: f32,
    /// rad, how far from facing him he is.
    off: f32,
    /// m, between heads and trunks.
    gap: f32,
    /// m, from the middle of the field.
    out: f32,
    /// Whether a blow is on its way to him.
    threatened: bool,
    /// Whether his rival is on the ground.
    down: bool,
    /// Whether he is out of breath.
    is_spent: bool,
    /// Whether he is the one who runs away: he may turn his back.
    is_chased: bool,
}

impl<'a> Asked<'a> {
    fn new(rules: &Rules<'_>, situation: &'a Situation) -> Asked<'a> {
        let (world, who, now) = (&rules.world, chooser(situation), situation.now);
        let own = &situation.fighters[who];
        let rival = world.rival(situation, who).map(|rival| &situation.fighters[rival]);
        let body = world.body(own, now);
        Asked {
            who,
            own,
            rival,
            now,
            body,
            left: world.frame_of(own, now) as u32 + 1,
            far: rival.map_or(0.0, |rival| body.distance(&world.body(rival, now))),
            off: rival.map_or(0.0, |rival| body.bearing(&world.body(rival, now)).abs()),
            gap: rival.map_or(
                FAR,
                |rival| if rules.pruning.clear > 0.0 { world.gap(own, rival, now) } else { FAR },
            ),
            out: libm::hypotf(body.x, body.z),
            threatened: rival.is_some_and(|rival| world.threatens(rival, now)),
            down: rival.is_some_and(|rival| world.piece(rival).kind == Kind::Fall),
            is_spent: !world.has_breath(own, now),
            is_chased: world.settings.catch > 0.0 && own.team != 0,
        }
    }
}

impl Game for Rules<'_> {
    type State = Situation;

    fn turn(&self, situation: &Situation) -> Option<Side> {
        (situation.caught == 0).then(|| self.side(situation, chooser(situation)))
    }

    fn moves(&self, situation: &Situation, out: &mut [u16]) -> usize {
        let asked = Asked::new(self, situation);
        let own = asked.own;
        let piece = own.piece.min(self.world.tables.pieces.len() as u16 - 1);
        let edges = self.world.tables.edges_from(piece, situation.now.saturating_sub(own.begun));
        let mut found = [(0.0_f32, 0_u16); MOST_EDGES];
        let mut count = 0;
        for not in STEPS {
            for edge in edges.iter().take(MOST_EDGES) {
                let Some(promise) = self.judge(&asked, edge, not) else { continue };
                // Carried up to its place: a handful of steps.
                let mut at = count;
                while at > 0 && found[at - 1].0 < promise {
                    found[at] = found[at - 1];
                    at -= 1;
                }
                found[at] = (promise, edge.piece);
                count += 1;
            }
            if count > 0 {
                break;
            }
        }
        let written = count.min(out.len());
        out.iter_mut().zip(&found[..written]).for_each(|(place, (_, piece))| *place = *piece);
        written
    }

    /// By what each gives at once and what is then on its way: after a blow has begun, what saves from it comes first.
    fn sort(&self, situation: &Situation, moves: &mut [u16]) -> u32 {
        let side = self.side(situation, chooser(situation));
        let mut found = [(0.0_f64, 0_u16); MOST_EDGES];
        let count = moves.len().min(MOST_EDGES);
        for (number, piece) in moves[..count].iter().enumerate() {
            let (after, edge) = self.play(situation, *piece);
            let wanted = Scores::ZERO.with_edge(side, edge).plus(self.horizon(&after)).wanted_by(side);
            let mut at = number;
            while at > 0 && found[at - 1].0 < wanted {
                found[at] = found[at - 1];
                at -= 1;
            }
            found[at] = (wanted, *piece);
        }
        moves.iter_mut().zip(&found[..count]).for_each(|(place, (_, piece))| *place = *piece);
        count as u32
    }

    fn play(&self, situation: &Situation, number: u16) -> (Situation, Scores) {
        let who = chooser(situation);
        let own = &situation.fighters[who];
        let mut after = *situation;
        let piece = own.piece.min(self.world.tables.pieces.len() as u16 - 1);
        let cost = self.world.tables.edges_from(piece, situation.now.saturating_sub(own.begun));
        let cost = cost.iter().find(|edge| edge.piece == number).map_or(0.0, |edge| edge.cost);
        let mut next = self.world.begun(own, number, situation.now);
        let [was, is] = [own, &next].map(|fighter| self.world.piece(fighter).action);
        let repeats = remember(&mut next, was, is);
        if let Some(rival) = self.world.rival(situation, who) {
            next = self.world.aimed(next, &situation.fighters[rival]);
            next = self.world.parrying(next, &situation.fighters[rival], situation.now);
            next = self.world.spent(next, situation.now);
            if next.aim[0].is_finite() {
                after.fighters[rival] = self.world.alarmed(&situation.fighters[rival], situation.now);
            }
        }
        after.fighters[who] = next;
        let toll = self.world.to_next_choice(&mut after);
        let style = self.styles[who];
        let throws = self.world.piece(&next).kind == Kind::Attack && self.world.settings.catch == 0.0;
        let pays = style.seam * cost + if throws { EFFORT } else { 0.0 };
        let mut comp = self.competes(situation, &after, who, &toll) - f64::from(pays);
        if who == 0 {
            // His own taste: what he would rather do is nothing that a rival could use.
            let liking = unit(self.whim, self.world.piece(&next).action);
            let rival = self.world.rival(situation, who).map(|rival| &situation.fighters[rival]);
            // Two who do the same look like one: they pay for it, and chance parts them.
            let same = rival.is_some_and(|rival| self.world.piece(rival).action == is);
            let twins = rival.is_some_and(|rival| {
                // Who ends together with him is taken to have gone on.
                let goes_on =
                    rival.begun == situation.now && self.world.tables.next_of(own.piece) == Some(rival.piece);
                goes_on || (rival.piece == own.piece && rival.begun.abs_diff(own.begun) <= TOGETHER)
            });
            let whim = if twins { style.whim.max(style.repeat) } else { style.whim };
            // Every fighter takes the same step twice; a runner who does always turns the same way.
            let steps = self.world.piece(&next).kind == Kind::Movement && self.world.settings.catch == 0.0;
            let repeats = if steps { STEP_AGAIN * repeats } else { repeats };
            let again = repeats + f32::from(u8::from(same));
            comp += f64::from(whim * liking - style.repeat * again - style.repeat * self.deep(&next));
            if next.aim[0].is_finite() && unit(self.whim, u16::MAX) < style.impulse {
                comp += f64::from(style.attack * self.liked(style, &next));
            }
        }
        (after, Scores { comp, coop: self.cooperates(&after, who) })
    }

    fn horizon(&self, situation: &Situation) -> Scores {
        let mut after = *situation;
        let count = (after.count as usize).min(MOST);
        let last = after.fighters[..count].iter().map(|fighter| fighter.ends).max().unwrap_or(after.now);
        let mut toll = Toll::default();
        self.world.advance(&mut after, last.max(next_end(situation)), &mut toll);
        let mut comp = 0.0;
        for who in 0..count {
            // Each blow once, as who strikes sees it.
            let [short, long] = toll.given[who];
            let style = self.styles[who];
            let given = f64::from(style.give[0] * short + style.give[1] * long);
            let rival = self.world.rival(situation, who).map(|rival| &situation.fighters[rival]);
            let answered = rival.is_some_and(|rival| {
                given > 0.0 && self.world.will_answer(&situation.fighters[who], rival, situation.now)
            });
            // Else a blow that is begun in the last choice always seems to land, the one that is begun now does not, and
            // everybody puts off for ever what he means to do.
            let given = if answered { 0.0 } else { given };
            comp += if self.side(situation, who) == Side::Max { given } else { -given };
        }
        if self.world.settings.catch > 0.0 && situation.caught == 0 {
            comp += self.runs_on(situation);
        }
        Scores { comp, coop: 0.0 }
    }

    /// Of each kind as often as was seen, and once more: what was never seen is not impossible. Moves of a kind share that.
    fn chances(&self, _: &Situation, moves: &[u16], out: &mut [f32]) {
        let kind = |number: &u16| {
            let piece = self.world.tables.pieces.get(usize::from(*number));
            piece.map_or(self.seen.len() - 1, |piece| (piece.kind as usize).min(self.seen.len() - 1))
        };
        let mut alike = [0.0_f32; 8];
        moves.iter().for_each(|number| alike[kind(number)] += 1.0);
        for (number, chance) in moves.iter().zip(out) {
            *chance = (1.0 + f32::from(self.seen[kind(number)])) / alike[kind(number)];
        }
    }

    fn cooperation(&self) -> Cooperation {
        let wanted = &self.wanted;
        if *wanted == Wanted::default() {
            return Cooperation::None;
        }
        let most = self.styles.iter().map(|style| style.demand).fold(0.0, f32::max);
        Cooperation::AtMost(if wanted.required == Words::NONE { 0.0 } else { f64::from(most) })
    }
}

/// Writes an action down as used, unless it is the one that goes on, and says how much it repeats: 1 for the last one,
/// less for earlier ones.
fn remember(fighter: &mut Fighter, going_on: u16, action: u16) -> f32 {
    if action == going_on {
        return 0.0;
    }
    let mark = action.wrapping_add(1);
    let repeats = fighter.recent.iter().position(|recent| *recent == mark);
    fighter.recent.rotate_right(1);
    fighter.recent[0] = mark;
    repeats.map_or(0.0, |back| 1.0 - back as f32 / RECENT as f32)
}

/// From 0 to 1, a number that looks random.
fn unit(seed: u32, number: u16) -> f32 {
    let mut mixed = seed ^ u32::from(number).wrapping_mul(0x9e37_79b9);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x7feb_352d);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846c_a68b);
    ((mixed ^ (mixed >> 16)) >> 8) as f32 / (1 << 24) as f32
}

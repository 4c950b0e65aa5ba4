//! Minds that play takes as they were recorded: `stand`, `play`, `loop` and `follow`.

use footwork_annotate::vocabulary::nearest_of;
use footwork_motion::Transform;
use footwork_skill::{About, Casting, Context, Control, Failure, Skill, Table, TableError};
use footwork_stage::minds::{Follow, Loop, Play};
use footwork_stage::{Move, Rig, Segment, SharedMind};
use serde::Deserialize;

/// `stand`: nothing decides, and the body stands.
pub static STAND: TakeMind = TakeMind { kind: Kind::Stand };
/// `play`: a part of a take, once.
pub static PLAY: TakeMind = TakeMind { kind: Kind::Play };
/// `loop`: a part of a take, over and over.
pub static LOOP: TakeMind = TakeMind { kind: Kind::Loop };
/// `follow`: a take, where it was recorded.
pub static FOLLOW: TakeMind = TakeMind { kind: Kind::Follow };

/// One of the minds that play takes.
pub struct TakeMind {
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Stand,
    Play,
    Loop,
    Follow,
}

const fn about(mind: &'static str, line: &'static str, keys: &'static [&'static str]) -> About {
    About { name: mind, mind, title: mind, line, keys, abilities: &[], buttons: &[] }
}

/// The table of `play` and `loop`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Span {
    take: Option<String>,
    #[serde(default)]
    from: f64,
    to: Option<f64>,
    #[serde(default = "as_recorded")]
    rate: f32,
}

fn as_recorded() -> f32 {
    1.0
}

/// The table of `follow`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    take: String,
}

/// `stand` has nothing to say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Skill for TakeMind {
    fn about(&self) -> About {
        const SPAN: &[&str] = &["take", "from", "to", "rate"];
        match self.kind {
            Kind::Stand => about("stand", "stands", &[]),
            Kind::Play => about("play", "plays a part of a take once", SPAN),
            Kind::Loop => about("loop", "plays a part of a take over and over", SPAN),
            Kind::Follow => about("follow", "does what was recorded where it was recorded", &["take"]),
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let casting = match self.kind {
            Kind::Stand => {
                table.read::<Nothing>()?;
                TakeCasting::Stand
            }
            Kind::Follow => TakeCasting::Follow { take: table.read::<Whole>()?.take },
            Kind::Play | Kind::Loop => {
                let Span { take, from, to, rate } = table.read()?;
                if !(rate > 0.0 && rate <= Move::MAX_RATE) {
                    return Err(
                        table.error(format!("rate = {rate}: above 0, and at most {}", Move::MAX_RATE))
                    );
                }
                if !(from >= 0.0 && from.is_finite()) || to.is_some_and(|to| !(to > from && to.is_finite())) {
                    let what = "from and to are seconds from the take's start, from before to";
                    return Err(table.error(what));
                }
                let again = self.kind == Kind::Loop;
                TakeCasting::Span { take, from, to, rate, again }
            }
        };
        Ok(Box::new(casting))
    }
}

#[derive(Clone, Debug, PartialEq)]
enum TakeCasting {
    Stand,
    Span { take: Option<String>, from: f64, to: Option<f64>, rate: f32, again: bool },
    Follow { take: String },
}

impl Casting for TakeCasting {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let rig = context.rig;
        Ok(match self {
            TakeCasting::Stand => Control::Nobody,
            TakeCasting::Follow { take } => {
                let take = find_take(rig, take)?;
                Control::Mind(SharedMind::new(Follow { take, place: Transform::IDENTITY }))
            }
            TakeCasting::Span { take, from, to, rate, again } => {
                let number = take.as_ref().map_or(Ok(0), |name| find_take(rig, name))?;
                let seconds = rig.take(number).map_or(0.0, |take| take.clip.seconds());
                let end = to.unwrap_or(seconds);
                // A hair of tolerance, for an end that was computed in frames.
                if !(*from < end && end <= seconds + 1e-6) {
                    let what = format!(
                        "from and to: {from} s to {end} s is not within the take, which lasts {seconds:.2} s"
                    );
                    return Err(what.into());
                }
                let what = Move::new(Segment { take: number, first: *from, end }).at_rate(*rate);
                if *again {
                    Control::Mind(SharedMind::new(Loop { what }))
                } else {
                    Control::Mind(SharedMind::new(Play { what }))
                }
            }
        })
    }
}

fn find_take(rig: &Rig, name: &str) -> Result<u32, String> {
    let names = || rig.repertoire().takes.iter().map(|take| take.clip.name.as_str());
    let found = names().position(|own| own == name);
    found.map(|number| number as u32).ok_or_else(|| match nearest_of(name, names()) {
        Some(meant) => format!("take: there is no take {name:?}; did you mean {meant:?}?"),
        None => {
            format!("take: there is no take {name:?}; there are: {}", names().collect::<Vec<_>>().join(", "))
        }
    })
}

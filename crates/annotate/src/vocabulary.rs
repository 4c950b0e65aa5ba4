//! The words for actions, each with a line that says what it means. The built-in performer uses the same.

/// Every known word and its meaning, the general ones first.
pub const WORDS: &[(&str, &str)] = &[
    // General classes.
    ("stance", "rests in a guard, hands up"),
    ("stand", "stands at ease"),
    ("movement", "gets about or turns"),
    ("attack", "strikes"),
    ("avoid", "evades a blow"),
    ("block", "stops a blow with an arm or a leg"),
    ("hit", "is hit"),
    ("pushed", "is pushed"),
    ("fall", "falls"),
    ("lying", "lies on the ground"),
    ("rise", "gets up"),
    ("carry", "carries something"),
    // Ways of getting about.
    ("walk", "walks ahead"),
    ("arc", "along a curve"),
    ("jog", "runs slowly"),
    ("run", "runs: both feet leave the ground"),
    ("sprint", "runs as fast as possible"),
    ("cut", "changes direction sharply while running"),
    ("feint", "pretends to go one direction and goes another"),
    ("stop", "comes to a halt"),
    ("backward", "goes or falls backwards"),
    ("sideways", "goes or falls sideways"),
    ("turn", "turns on the spot"),
    ("jump", "jumps"),
    ("standing_jump", "off both feet"),
    ("running_jump", "off one foot, from a run"),
    ("step_ahead", "one step ahead, guard kept"),
    ("step_back", "one step back"),
    ("step_left", "one step to the left"),
    ("step_right", "one step to the right"),
    ("step_ahead_left", "one step ahead and to the left"),
    ("step_ahead_right", "one step ahead and to the right"),
    ("step_back_left", "one step back and to the left"),
    ("step_back_right", "one step back and to the right"),
    ("pivot_left", "turns to the left about the lead foot"),
    ("pivot_right", "turns to the right about the lead foot"),
    // Attacks.
    ("punch", "strikes with a fist"),
    ("jab", "the lead hand, straight"),
    ("cross", "the rear hand, straight"),
    ("lead_hook", "the lead hand, swung round"),
    ("rear_hook", "the rear hand, swung round"),
    ("lead_uppercut", "the lead hand, from below"),
    ("rear_uppercut", "the rear hand, from below"),
    ("elbow", "strikes with an elbow"),
    ("knee", "strikes with a knee"),
    ("kick", "strikes with a foot"),
    ("front_kick", "the foot straight ahead"),
    ("round_kick", "the foot swung round from the side"),
    ("low", "below the hips"),
    ("middle", "between hips and shoulders"),
    ("high", "at the head"),
    // Defences.
    ("slip", "takes the head off the line"),
    ("slip_left", "to the left"),
    ("slip_right", "to the right"),
    ("duck", "goes down under a blow"),
    ("sway_back", "leans out of reach"),
    ("side_step", "steps out of the line"),
    ("side_step_left", "to the left"),
    ("side_step_right", "to the right"),
    ("parry", "slaps a blow off its line"),
    ("parry_left", "with the left hand"),
    ("parry_right", "with the right hand"),
    ("high_block", "both forearms before the face"),
    ("low_block", "an elbow down to the ribs"),
    ("clinch", "holds on to the other one"),
    // Being hit.
    ("head", "on the head"),
    ("body", "on the body"),
    ("light", "lightly: the feet stay"),
    ("medium", "so that it shows: the feet may have to catch the body"),
    ("heavy", "heavily: the feet have to catch the body"),
    ("from_front", "from ahead"),
    ("from_front_left", "from ahead and the left"),
    ("from_left", "from the left"),
    ("from_back_left", "from behind and the left"),
    ("from_back", "from behind"),
    ("from_back_right", "from behind and the right"),
    ("from_right", "from the right"),
    ("from_front_right", "from ahead and the right"),
    // Falling.
    ("forward", "falls forwards"),
    ("to_left", "falls to the left"),
    ("to_right", "falls to the right"),
    ("to_knees", "goes down on the knees"),
    // Pushed, and what comes of it.
    ("chest", "on the chest"),
    ("back", "on the back, or backwards"),
    ("left_shoulder", "on the left shoulder"),
    ("right_shoulder", "on the right shoulder"),
    ("left_side", "on the left side"),
    ("right_side", "on the right side"),
    ("sway", "gives way without a step"),
    ("one_step", "catches the body with one step"),
    ("steps", "catches the body with some steps"),
    ("stumble", "catches the body with many steps"),
    // Why one falls.
    ("pushed_over", "because of a push"),
    ("bumped", "because somebody ran into the body"),
    ("trip", "because a foot was caught"),
    ("step", "one step of each foot, or a step out of the way"),
    // Getting out of the way.
    ("duck_left", "goes down and to the left"),
    ("duck_right", "goes down and to the right"),
    ("crouch", "goes down far"),
    ("cower", "goes down with the hands over the head"),
    ("sway_back_left", "leans back and to the left"),
    ("sway_back_right", "leans back and to the right"),
    ("lean", "leans to a side"),
    ("lean_left", "leans to the left"),
    ("lean_right", "leans to the right"),
    ("twist", "turns side on"),
    ("twist_left", "turns to the left"),
    ("twist_right", "turns to the right"),
    ("fold", "folds about something"),
    ("belly_in", "draws the belly back"),
    ("hips_left", "shifts the hips to the left"),
    ("hips_right", "shifts the hips to the right"),
    ("arms", "saves the arms"),
    ("arms_in", "draws both arms in"),
    ("left_arm_back", "draws the left arm back"),
    ("right_arm_back", "draws the right arm back"),
    ("leg", "draws a leg up"),
    ("left_leg_up", "draws the left leg up"),
    ("right_leg_up", "draws the right leg up"),
    ("jump_over", "jumps over something"),
    ("jump_back", "jumps back"),
    // Carrying.
    ("lift", "lifts it from the floor"),
    ("set_down", "sets it down"),
    ("hand_over", "hands it to somebody"),
    ("receive", "takes it from somebody"),
    ("pass_on", "takes it from one side and hands it to the other"),
    ("wait", "waits with it"),
    // Football.
    ("hurdle", "over somebody"),
    ("spin", "turns once round on the way"),
    ("stiff_arm", "keeps somebody off with a hand"),
    ("tackle", "throws the arms round somebody"),
    ("missed", "who is not there"),
    // Standing about.
    ("talk", "talks with the hands"),
    ("startled", "jumps away from something at the feet"),
    ("ahead", "ahead"),
    ("ahead_left", "ahead and to the left"),
    ("ahead_right", "ahead and to the right"),
    ("left", "to the left"),
    ("right", "to the right"),
    ("back_left", "back and to the left"),
    ("back_right", "back and to the right"),
    ("bump", "bumps into somebody"),
    ("from_behind", "from behind"),
];

/// Whether a word is known.
pub fn is_known(word: &str) -> bool {
    meaning(word).is_some()
}

/// Whether a word could be a class: small letters, digits and `_`, not too long.
pub fn is_word(word: &str) -> bool {
    let fits = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_';
    (1..=40).contains(&word.len()) && word.bytes().all(fits)
}

/// What a word means.
pub fn meaning(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

/// The known word that somebody probably meant, if there is one.
pub fn nearest(word: &str) -> Option<&'static str> {
    nearest_of(word, WORDS.iter().map(|(known, _)| *known))
}

/// The word that somebody probably meant: the nearest one, if no more than a third of its letters are wrong.
pub fn nearest_of<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let tidy = word.trim().to_lowercase().replace([' ', '-'], "_");
    let wrong = |known: &str| edits(&tidy, &known.to_lowercase().replace('-', "_"));
    let (wrong, best) = known.map(|known| (wrong(known), known)).min_by_key(|(wrong, _)| *wrong)?;
    (wrong <= best.chars().count().div_ceil(3)).then_some(best)
}

/// How many letters must be put in, taken out, changed, or swapped with their neighbour to make one word of another.
fn edits(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    // Nobody mistypes a word at this length, and the table would be large.
    if from.len() > 64 {
        return usize::MAX;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let above = &rows[i - 1];
            let changed = above[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut best = changed.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_there_once_and_means_something() {
        for (n, (word, meaning)) in WORDS.iter().enumerate() {
            assert!(!meaning.is_empty() && is_known(word), "{word}");
            assert!(WORDS[..n].iter().all(|(other, _)| other != word), "{word} is there twice");
        }
    }

    #[test]
    fn the_performers_words_are_known() {
        use footwork_performer::{Show, perform};
        for show in Show::ALL {
            let take = perform(show, 120.0, 1, 30.0).unwrap();
            for word in take.truth.actions.iter().flat_map(|action| &action.classes) {
                assert!(is_known(word), "{word}");
            }
        }
    }

    #[test]
    fn who_mistypes_a_word_is_told_which() {
        for (typed, meant) in [
            ("atack", Some("attack")),
            ("Jab ", Some("jab")),
            ("side-step", Some("side_step")),
            ("wlak", Some("walk")),
            ("movment", Some("movement")),
            ("xylophone", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed), meant, "{typed}");
        }
        assert_eq!(nearest(&"a".repeat(100_000)), None);
    }
}

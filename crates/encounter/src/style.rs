//! What a fighter wants: the weights of the paper's terms, with its tables as presets.
//!
//! Paper: Shum 2010, sec. 4.4, tables 4.1 and 4.2. The movement terms (eq. 4.4 and 4.8) are printed as rewards that grow with
//! the error; they are penalties here.

/// rad. Further to the side than this a rival is no longer before somebody.
pub const FRONT: f32 = 0.5;

/// What counts how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// As it is written in a scene.
    pub name: &'static str,
    /// Per rad², of not facing the rival: w_θ.
    pub facing: f32,
    /// How many times as much that counts, per rad², of what is further to the side than [`FRONT`]: a rival there is no longer before
    /// him. Not the paper's.
    pub aside: f32,
    /// Per m², of being nearer or further than wanted: w_r.
    pub spacing: f32,
    /// m, how far from the rival he wants to be: r_d.
    pub distance: f32,
    /// Per damage given with blows for short and for long range: w_D⁺.
    pub give: [f32; 2],
    /// Per damage taken: w_D⁻.
    pub take: f32,
    /// Per suitability of the combination table: w_s.
    pub combine: f32,
    /// For a blow that could land, whether it then does, when he feels like it: two who see everything would never begin.
    /// Not the paper's.
    pub attack: f32,
    /// How often he feels like it: the share of choices.
    pub impulse: f32,
    /// Of using an action again that was used just now; less for one longer ago. The paper says that there is such a
    /// penalty and not how large; this is half of what a suitable answer is worth.
    pub repeat: f32,
    /// How much he likes one action more than another for no reason, anew for each choice: no two fight alike. Not the
    /// paper's; about what 0.5 m of distance counts.
    pub whim: f32,
    /// Per metre of what a seam costs: between two that are as good the smoother one is taken.
    pub seam: f32,
    /// Per m², of being away from the next check point: w_p. Cooperative.
    pub path: f32,
    /// For doing what is required, and against doing what is forbidden: w_a. Cooperative.
    pub demand: f32,
}

impl Style {
    /// What it costs to face so many rad away from the rival, where aside counts so many times as much.
    pub fn turned(&self, bearing: f32, aside: f32) -> f32 {
        let beyond = (bearing.abs() - FRONT).max(0.0);
        self.facing * (bearing * bearing + aside * beyond * beyond)
    }

    /// Table 4.1, *General Boxer*.
    pub const BOXER: Style = Style {
        name: "boxer",
        facing: 1e1,
        aside: 0.0,
        spacing: 1e1,
        distance: 0.8,
        give: [1e5, 1e5],
        take: 1e5,
        combine: 1e2,
        attack: 1e4,
        impulse: 0.3,
        repeat: 5e1,
        whim: 2.0,
        seam: 1e1,
        path: 0.0,
        demand: 0.0,
    };
    /// Table 4.1, *Infighter*.
    pub const INFIGHTER: Style = Style { name: "infighter", distance: 0.5, give: [1e5, 1e1], ..Style::BOXER };
    /// Table 4.1, *Outboxer*.
    pub const OUTBOXER: Style = Style { name: "outboxer", distance: 2.0, give: [1e1, 1e5], ..Style::BOXER };
    /// Tables 4.1 and 4.2, *Boxer (Path)*.
    pub const PATH_BOXER: Style = Style { name: "path-boxer", path: 1e1, demand: 1e6, ..Style::BOXER };
    /// Table 4.1, *Chaser*.
    pub const CHASER: Style = Style {
        name: "chaser",
        distance: 0.1,
        take: 0.0,
        combine: 0.0,
        repeat: 1.0,
        whim: 0.5,
        ..Style::BOXER
    };
    /// Table 4.1, *Runaway*.
    pub const RUNAWAY: Style = Style {
        name: "runaway",
        distance: 3.0,
        give: [0.0; 2],
        combine: 0.0,
        repeat: 1.0,
        whim: 0.5,
        ..Style::BOXER
    };

    /// All of them.
    pub const ALL: [Style; 6] =
        [Style::BOXER, Style::INFIGHTER, Style::OUTBOXER, Style::PATH_BOXER, Style::CHASER, Style::RUNAWAY];

    /// The one with a name.
    pub fn named(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name == name)
    }
}

/// What is not worth thinking about: the paper's sec. 4.3.3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// rad. Who faces further away than this from his rival when an action ends has turned his back on him.
    pub facing: f32,
    /// rad. The same at any moment of an action: a hook that is thrown past the rival turns the back on him on its way, wherever
    /// it ends. Infinite where only the end is looked at, as in the paper.
    pub turning: f32,
    /// m. A seam that costs more is played only where nothing cheaper keeps all other rules; not looked at in a chase, nor where
    /// it is infinite.
    pub seam: f32,
    /// m. Nobody attacks a rival who is further away when the blow lands.
    pub attack: f32,
    /// m. Nobody defends himself against a rival who is further away.
    pub defend: f32,
    /// m. Who does not strike keeps his head and trunk so far from his rival's, unless he likes it closer; 0 where that is not
    /// looked at, as in the paper.
    pub clear: f32,
}

impl Pruning {
    /// The paper's ranges.
    pub const PAPER: Pruning = Pruning {
        facing: 1.2,
        turning: f32::INFINITY,
        seam: f32::INFINITY,
        attack: 1.0,
        defend: 3.0,
        clear: 0.0,
    };
}

impl Default for Pruning {
    /// The attack's range is from hips to hips, and a kick that is led reaches further than the paper's metre.
    fn default() -> Pruning {
        Pruning { attack: 1.4, ..Pruning::PAPER }
    }
}

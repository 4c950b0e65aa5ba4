//! What became of the buttons that a player pressed: a game shows it, so that no key is ignored without a sign.

/// The buttons of somebody whom a player moves, as they are heard. Asked for between steps; no part of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The button that was pressed and is to be answered yet, by its number.
    pub waits: Option<u8>,
    /// The last that was not answered.
    pub lost: Option<LostKey>,
}

/// A button that was pressed and not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostKey {
    /// Its number.
    pub button: u8,
    /// Why.
    pub why: KeyLoss,
    /// The tick at which that was clear.
    pub tick: u64,
}

/// Why a button was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyLoss {
    /// What he was in the middle of lasted too long.
    Late,
    /// Another button was pressed while it waited.
    Replaced,
    /// Nothing is to be done at this time: before a bell, or by one who is down.
    NotNow,
}

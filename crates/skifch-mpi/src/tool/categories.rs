//! What belongs together: the settings of the library, those of each network, the counters.

use super::counters::counters;
use super::settings::parts;

/// Categories never change while the process runs.
pub const CATEGORIES_CHANGED: i32 = 0;

/// One category.
#[derive(Debug)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub about: String,
    /// The numbers of its settings.
    pub settings: Vec<usize>,
    /// The numbers of its counters.
    pub counters: Vec<usize>,
}

/// Every category; its place is its number.
pub fn categories() -> Vec<Category> {
    let of_settings = parts().iter().map(|part| Category {
        name: part.name.clone(),
        about: part.about.clone(),
        settings: part.settings.clone().collect(),
        counters: Vec::new(),
    });
    let of_counters = Category {
        name: "counters".to_owned(),
        about: "counters of the channel that carries MPI".to_owned(),
        settings: Vec::new(),
        counters: (0..counters().len()).collect(),
    };
    of_settings.chain([of_counters]).collect()
}

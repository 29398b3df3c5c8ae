//! Categories of the tool interface: settings of the library, settings of each network, counters.

use super::counters::counters;
use super::settings::parts;

/// Changes of the categories so far: none, they are fixed while the process runs.
pub const CATEGORIES_CHANGED: i32 = 0;

/// One category.
#[derive(Debug)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
    /// Indices of its settings.
    pub settings: Vec<usize>,
    /// Indices of its counters.
    pub counters: Vec<usize>,
}

/// Every category, by index.
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

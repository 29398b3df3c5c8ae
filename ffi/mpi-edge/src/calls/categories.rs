//! Categories of settings and counters; they are not nested.

use super::tools::{index_of, list, one_of, tell};
use crate::raise::Answer;
use libc::{c_char, c_int};
use skifch_mpi::tool::{self, Category};

fn all() -> Answer<Vec<Category>> {
    tool::ready()?;
    Ok(tool::categories())
}

/// `MPI_T_category_get_num`.
pub unsafe fn t_category_get_num() -> Answer<c_int> {
    Ok(all()?.len() as c_int)
}

/// `MPI_T_category_get_index`.
pub unsafe fn t_category_get_index(name: *const c_char) -> Answer<c_int> {
    // SAFETY: the standard's contract.
    unsafe { index_of(&all()?, name, |category, name| category.name == name) }
}

/// `MPI_T_category_get_info`: returns the number of settings, counters and subcategories.
pub unsafe fn t_category_get_info(
    cat_index: c_int,
    name: *mut c_char,
    name_len: &mut c_int,
    desc: *mut c_char,
    desc_len: &mut c_int,
) -> Answer<(c_int, c_int, c_int)> {
    let all = all()?;
    let category = one_of(&all, "category", cat_index)?;
    // SAFETY: the standard's contract.
    unsafe {
        tell(name, name_len, &category.name)?;
        tell(desc, desc_len, &category.about)?;
    }
    Ok((category.settings.len() as c_int, category.counters.len() as c_int, 0))
}

/// `MPI_T_category_get_num_events`.
pub unsafe fn t_category_get_num_events(cat_index: c_int) -> Answer<c_int> {
    one_of(&all()?, "category", cat_index)?;
    Ok(0)
}

/// `MPI_T_category_get_cvars`.
pub unsafe fn t_category_get_cvars(cat_index: c_int, len: c_int, indices: *mut c_int) -> Answer {
    let all = all()?;
    // SAFETY: the standard's contract.
    unsafe { list(indices, len, &one_of(&all, "category", cat_index)?.settings) }
}

/// `MPI_T_category_get_pvars`.
pub unsafe fn t_category_get_pvars(cat_index: c_int, len: c_int, indices: *mut c_int) -> Answer {
    let all = all()?;
    // SAFETY: the standard's contract.
    unsafe { list(indices, len, &one_of(&all, "category", cat_index)?.counters) }
}

/// `MPI_T_category_get_categories`.
pub unsafe fn t_category_get_categories(
    cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> Answer {
    one_of(&all()?, "category", cat_index)?;
    Ok(())
}

/// `MPI_T_category_get_events`.
pub unsafe fn t_category_get_events(cat_index: c_int, _len: c_int, _indices: *mut c_int) -> Answer {
    one_of(&all()?, "category", cat_index)?;
    Ok(())
}

/// `MPI_T_category_changed`.
pub unsafe fn t_category_changed() -> Answer<c_int> {
    tool::ready()?;
    Ok(tool::CATEGORIES_CHANGED)
}

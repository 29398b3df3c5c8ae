//! Handles as integers, for Fortran and others: they are the numbers that they are here.

use crate::handles::{
    Comm, Errhandler, File, Group, Info, Message, Op, Request, Session, Type, Win,
};

macro_rules! integers {
    ($($to:ident $from:ident $handle:ident;)*) => { $(
        #[doc = concat!("The standard's call of this name, for [`", stringify!($handle), "`].")]
        pub unsafe fn $to(handle: $handle) -> i32 {
            handle.0 as i32
        }

        #[doc = concat!("The standard's call of this name, for [`", stringify!($handle), "`].")]
        pub unsafe fn $from(number: i32) -> $handle {
            $handle(number as u32)
        }
    )* };
}

integers! {
    comm_toint comm_fromint Comm;
    errhandler_toint errhandler_fromint Errhandler;
    file_toint file_fromint File;
    group_toint group_fromint Group;
    info_toint info_fromint Info;
    message_toint message_fromint Message;
    op_toint op_fromint Op;
    request_toint request_fromint Request;
    session_toint session_fromint Session;
    type_toint type_fromint Type;
    win_toint win_fromint Win;
}

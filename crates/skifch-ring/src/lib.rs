//! The lane: a single-producer single-consumer record ring over memory somebody else may write

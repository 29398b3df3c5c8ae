//! What a SkifCh network backend implements, its export to C, middleware and conformance suite

package dev.pawl.app;

import dev.pawl.hooks.LoadResult;
import dev.pawl.hooks.Timeouts;

/** The hooks of one start, for commands that look at them without an agent. */
record Start(Places places, Timeouts timeouts, LoadResult hooks) {}

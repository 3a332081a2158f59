package dev.pawl.app;

import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.install.LoadResult;

/** The hooks of one start, for commands that look at them without an agent. */
record Start(Places places, Timeouts timeouts, LoadResult hooks) {}

package dev.pawl.start;

import dev.pawl.cli.Places;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.loader.install.LoadResult;

/** The hooks of one start, for commands that look at them without an agent. */
public record LoadedHooks(Places places, Timeouts timeouts, LoadResult hooks) {}

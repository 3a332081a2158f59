package dev.pawl.hooks;

import java.util.List;

/** The hooks of one start in the order they load, and what was wrong on the way to them. */
record FoundHooks(List<HookFile> hooks, List<LoadProblem> problems) {}

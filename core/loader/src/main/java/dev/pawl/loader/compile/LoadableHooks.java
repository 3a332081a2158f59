package dev.pawl.loader.compile;

import dev.pawl.hooks.registry.LoadProblem;
import java.util.List;

/** The hooks of one start that can be made, in the order they were asked for, and what is wrong with the others. */
public record LoadableHooks(List<Loadable> hooks, List<LoadProblem> problems) {}

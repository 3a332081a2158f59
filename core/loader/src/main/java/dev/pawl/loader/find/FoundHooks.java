package dev.pawl.loader.find;

import dev.pawl.hooks.registry.LoadProblem;
import java.util.List;

/** The hooks of one start in the order they load, and what was wrong on the way to them. */
public record FoundHooks(List<HookFile> hooks, List<LoadProblem> problems) {}

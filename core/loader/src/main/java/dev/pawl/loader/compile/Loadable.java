package dev.pawl.loader.compile;

import dev.pawl.api.Hook;
import dev.pawl.loader.find.HookFile;
import java.util.List;

/**
 * A hook whose classes are there and can be made.
 *
 * @param classes in the order of the source or of the jar's list; each has a constructor without parameters, perhaps not
 *     a public one
 * @param loader to be closed when the hook is unloaded, and not before
 */
public record Loadable(HookFile file, List<Class<? extends Hook>> classes, HookClassLoader loader) {}

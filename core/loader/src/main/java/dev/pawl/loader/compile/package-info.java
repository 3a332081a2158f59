/**
 * Compiles hooks and loads their classes. {@link HookClasses} is the entry point, {@link SourceHooks} takes classes
 * from the {@code ClassCache} or from the {@link HookCompiler}, and each hook has a {@link HookClassLoader}. The
 * loader of a hook closes when the hook is unloaded.
 */
package dev.pawl.loader.compile;

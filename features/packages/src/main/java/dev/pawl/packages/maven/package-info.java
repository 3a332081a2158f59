/**
 * Fetches libraries and packages from Maven repositories. {@link HookDependencies} finds the libraries of a hook;
 * {@link Resolver} asks the resolver of Maven, which is loaded when it is needed.
 */
package dev.pawl.packages.maven;

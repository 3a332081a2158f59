/**
 * Holds the registrations of hooks. {@link InstalledHook} is one hook with its {@link Handlers} and its
 * {@link Registry}; {@link Contributions} joins the registries of all hooks and settles clashes of names.
 */
package dev.pawl.hooks.registry;

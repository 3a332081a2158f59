/**
 * Calls the {@code install} method of hooks. {@link HookInstaller} limits the time of each call and undoes the
 * registrations of a hook that fails; {@code HookHost} collects them.
 */
package dev.pawl.loader.install;

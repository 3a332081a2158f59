/**
 * Turns the files of hooks into installed hooks. {@link HookLoader} finds them, compiles those that changed, and lets
 * them register; {@link ForeignHooks} loads hooks in another language than Java.
 */
package dev.pawl.loader;

/**
 * Commands that need no conversation with a model. {@link HookCommands} dispatches {@code pawl hooks}; each of the
 * packages below implements one group of commands.
 */
package dev.pawl.commands;

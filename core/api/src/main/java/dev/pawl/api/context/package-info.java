/**
 * Gives hooks access to the session that they run in. {@link HookContext} is valid in every handler and has six parts,
 * of which each is an interface here or in {@code api.ui}; {@link CommandContext} is valid inside a slash command.
 */
package dev.pawl.api.context;

/**
 * Gives hooks access to the session that they run in. {@link HookContext} is valid in every handler,
 * {@link CommandContext} inside a slash command.
 */
package dev.pawl.api.context;

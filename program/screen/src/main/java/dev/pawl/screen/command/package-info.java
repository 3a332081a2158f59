/**
 * The built-in slash commands. {@link BuiltinCommands} runs them; the other classes implement groups of commands
 * and the menus that they open.
 */
package dev.pawl.screen.command;

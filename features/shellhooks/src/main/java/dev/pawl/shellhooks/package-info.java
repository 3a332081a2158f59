/**
 * Runs the hooks in the configuration files of other agents. {@link ShellHooks} finds and reads them, and
 * {@code FileHook} makes one ordinary hook of each file; {@code ToolPoints}, {@code SessionPoints},
 * {@code AgentPoints} and {@code ModelPoints} call them at the hook points.
 */
package dev.pawl.shellhooks;

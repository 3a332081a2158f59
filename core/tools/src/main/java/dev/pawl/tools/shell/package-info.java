/**
 * Runs shell commands and other programs so that no process outlives the program by accident. {@link BashExecutor}
 * does the work of the bash tool, {@link LocalBash} starts commands, and {@link RunningCommands} knows those that are
 * running.
 */
package dev.pawl.tools.shell;

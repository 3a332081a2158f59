/**
 * Reads shell command lines: {@link PlainLine} those that are plain enough to be understood with certainty, {@link Script} every
 * command that a text in the grammar of bash may run.
 */
package dev.pawl.api.shell;

/**
 * Reads files of hooks. {@link HookFileReader} returns a {@link ShellHook} for each hook of a file and reports
 * mistakes with their place.
 */
package dev.pawl.shellhooks.file;

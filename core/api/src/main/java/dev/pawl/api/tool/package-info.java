/**
 * Tools, their calls and their results. A hook makes a {@link Tool}, reads typed arguments from {@link ToolInput},
 * and returns a {@link ToolOutput}; {@link FileOperations} and {@link BashOperations} redirect the built-in tools to
 * another machine.
 */
package dev.pawl.api.tool;

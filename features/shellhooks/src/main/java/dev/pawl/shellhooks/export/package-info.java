/**
 * Guards other agents with hooks of Pawl: their files, the command in them, and the process that it asks. Begin with {@link
 * dev.pawl.shellhooks.export.Export}.
 */
@org.jspecify.annotations.NullMarked
package dev.pawl.shellhooks.export;

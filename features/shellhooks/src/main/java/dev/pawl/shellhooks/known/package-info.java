/**
 * Lists what other agents keep in files, each with its fate here. {@link AgentFiles} is the table; {@link Gaps} compares it
 * with what is there.
 */
package dev.pawl.shellhooks.known;

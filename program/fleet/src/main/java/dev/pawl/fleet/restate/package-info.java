/**
 * Runs a fleet on a Restate server. {@link RestateDurable} is the engine; {@code Called} is the worker that the
 * server calls.
 */
package dev.pawl.fleet.restate;

/**
 * Describes as tables how each agent writes hooks. {@link Dialect} is the record, and {@link Dialects} lists all of
 * them; a new agent is added here.
 */
package dev.pawl.shellhooks.dialect;

/**
 * Describes as data how each agent writes hooks. A {@link Dialect} is made by a {@link Table}, and {@link Dialects} lists
 * all of them; a new agent is added here.
 */
package dev.pawl.shellhooks.dialect;

/** Sessions in a table of PostgreSQL. {@link PostgresLines} is all of it. */
@org.jspecify.annotations.NullMarked
package dev.pawl.postgres;

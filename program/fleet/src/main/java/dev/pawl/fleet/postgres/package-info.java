/** Stores the sessions of a fleet in PostgreSQL. Begin with {@link PostgresStore}. */
package dev.pawl.fleet.postgres;

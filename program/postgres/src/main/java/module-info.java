/** Keeps the sessions of a fleet in a PostgreSQL database. */
@org.jspecify.annotations.NullMarked
module dev.pawl.postgres {
    requires transitive dev.pawl.durable;
    requires transitive java.sql;

    exports dev.pawl.postgres;
}

/** Keeps the sessions of a fleet: the log of each with one writer at a time, what it waits for, and when it goes on. */
@org.jspecify.annotations.NullMarked
module dev.pawl.durable {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;

    exports dev.pawl.durable;
    exports dev.pawl.durable.store;
}

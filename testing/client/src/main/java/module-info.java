/** Drives Pawl, or any program that implements the same protocol, from Java. */
@org.jspecify.annotations.NullMarked
module dev.pawl.client {
    requires transitive dev.pawl.api;

    exports dev.pawl.client;
}

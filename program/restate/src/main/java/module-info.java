/** Keeps the sessions of a fleet in Restate, which calls workers when a session can go on. */
@SuppressWarnings("requires-automatic")
@org.jspecify.annotations.NullMarked
module dev.pawl.restate {
    requires dev.pawl.base;
    requires transitive dev.pawl.durable;
    requires java.net.http;
    requires jdk.httpserver;
    // Only for the classes in inside, which have a class loader of their own.
    requires static common;
    requires static sdk.api;
    requires static sdk.common;
    requires static sdk.core;

    exports dev.pawl.restate;
}

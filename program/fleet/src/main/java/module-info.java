/** Sessions that outlive the program that runs them: the engines that keep them, the workers that run them. */
@SuppressWarnings("requires-automatic")
@org.jspecify.annotations.NullMarked
module dev.pawl.fleet {
    requires transitive dev.pawl.start;
    requires dev.pawl.base;
    requires java.net.http;
    requires java.sql;
    requires jdk.httpserver;
    // Only for the classes in restate.inside, which have a class loader of their own.
    requires static common;
    requires static sdk.api;
    requires static sdk.common;
    requires static sdk.core;

    exports dev.pawl.fleet;
    exports dev.pawl.fleet.worktree;
}

/** What hook authors test with: a fake user, a session in memory, a scripted model, and a trial of a hook. */
@org.jspecify.annotations.NullMarked
module dev.pawl.testkit {
    requires transitive dev.pawl.ai;
    requires transitive dev.pawl.api;
    requires transitive dev.pawl.loader;
    requires transitive dev.pawl.session;
    requires transitive dev.pawl.tui;
    requires dev.pawl.base;
    requires java.net.http;

    exports dev.pawl.testkit;
    exports dev.pawl.testkit.browser;
    exports dev.pawl.testkit.model;
    exports dev.pawl.testkit.program;
    exports dev.pawl.testkit.session;
    exports dev.pawl.testkit.terminal;
}

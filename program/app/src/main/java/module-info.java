/** The program: arguments, wiring and its modes. */
@org.jspecify.annotations.NullMarked
module dev.pawl.app {
    requires dev.pawl.api;
    requires dev.pawl.base;
    requires dev.pawl.hooks;
    requires dev.pawl.loader;
    requires dev.pawl.agent;
    requires dev.pawl.cli;
    requires dev.pawl.bridge;
    requires dev.pawl.durable;
    requires dev.pawl.shellhooks;
    requires dev.pawl.mcp;
    requires dev.pawl.observe;
    requires dev.pawl.packages;
    requires dev.pawl.policy;
    requires dev.pawl.postgres;
    requires dev.pawl.restate;
    requires dev.pawl.testkit;
    requires dev.pawl.tui;
    requires java.net.http;
    requires jdk.httpserver;
}

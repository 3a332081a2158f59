/** Subcommands that need no conversation: hooks, packages, servers of tools, trust, and records of sessions. */
@org.jspecify.annotations.NullMarked
module dev.pawl.commands {
    requires transitive dev.pawl.start;
    requires dev.pawl.base;
    requires dev.pawl.shellhooks;
    requires dev.pawl.testkit;
    requires java.net.http;

    exports dev.pawl.commands;
    exports dev.pawl.commands.doctor;
    exports dev.pawl.commands.mcp;
    exports dev.pawl.commands.observe;
    exports dev.pawl.commands.packages;
    exports dev.pawl.commands.trust;
    exports dev.pawl.commands.workbench;
}

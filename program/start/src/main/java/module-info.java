/** Opens agents: wires the rooms below to the command line, the settings and the project. */
@org.jspecify.annotations.NullMarked
module dev.pawl.start {
    requires transitive dev.pawl.cli;
    requires transitive dev.pawl.mcp;
    requires transitive dev.pawl.observe;
    requires transitive dev.pawl.packages;
    requires transitive dev.pawl.policy;
    requires dev.pawl.base;
    requires dev.pawl.bridge;
    requires dev.pawl.codemode;
    requires dev.pawl.shellhooks;

    exports dev.pawl.start;
    exports dev.pawl.start.attach;
    exports dev.pawl.start.observing;
}

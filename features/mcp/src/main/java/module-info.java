/** Tools of other programs: a client of the Model Context Protocol, and the hook that offers its tools. */
@org.jspecify.annotations.NullMarked
module dev.pawl.mcp {
    requires transitive dev.pawl.api;
    requires transitive dev.pawl.ai;
    requires dev.pawl.base;
    requires transitive dev.pawl.hooks;
    requires transitive dev.pawl.config;
    requires dev.pawl.tools;
    requires java.net.http;

    exports dev.pawl.mcp;
    exports dev.pawl.mcp.client;
    exports dev.pawl.mcp.config;
    exports dev.pawl.mcp.oauth;
    exports dev.pawl.mcp.wire;
}

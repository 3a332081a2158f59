/** Runs without a screen: answers that are printed, and protocols by which other programs drive an agent. */
@org.jspecify.annotations.NullMarked
module dev.pawl.serve {
    requires transitive dev.pawl.start;
    requires dev.pawl.base;

    exports dev.pawl.serve;
    exports dev.pawl.serve.acp;
    exports dev.pawl.serve.mcp;
    exports dev.pawl.serve.print;
    exports dev.pawl.serve.rpc;
}

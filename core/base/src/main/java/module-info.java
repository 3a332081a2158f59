/** What several rooms need and no hook sees: patterns, locks, files, failure texts, images. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module")
module dev.pawl.base {
    requires transitive org.jspecify;
    requires transitive java.net.http;

    exports dev.pawl.base to
            dev.pawl.accounts,
            dev.pawl.agent,
            dev.pawl.ai,
            dev.pawl.app,
            dev.pawl.bridge,
            dev.pawl.cli,
            dev.pawl.commands,
            dev.pawl.config,
            dev.pawl.fleet,
            dev.pawl.hooks,
            dev.pawl.loader,
            dev.pawl.mcp,
            dev.pawl.observe,
            dev.pawl.packages,
            dev.pawl.policy,
            dev.pawl.screen,
            dev.pawl.serve,
            dev.pawl.session,
            dev.pawl.shellhooks,
            dev.pawl.start,
            dev.pawl.testkit,
            dev.pawl.tools,
            dev.pawl.tui;
    exports dev.pawl.base.file to
            dev.pawl.ai,
            dev.pawl.app,
            dev.pawl.cli,
            dev.pawl.commands,
            dev.pawl.config,
            dev.pawl.fleet,
            dev.pawl.mcp,
            dev.pawl.observe,
            dev.pawl.policy,
            dev.pawl.screen,
            dev.pawl.serve,
            dev.pawl.session,
            dev.pawl.shellhooks,
            dev.pawl.start,
            dev.pawl.tools;
    exports dev.pawl.base.glob to
            dev.pawl.ai,
            dev.pawl.app,
            dev.pawl.cli,
            dev.pawl.commands,
            dev.pawl.config,
            dev.pawl.fleet,
            dev.pawl.hooks,
            dev.pawl.loader,
            dev.pawl.mcp,
            dev.pawl.packages,
            dev.pawl.policy,
            dev.pawl.screen,
            dev.pawl.serve,
            dev.pawl.start,
            dev.pawl.tools;
    exports dev.pawl.base.net to
            dev.pawl.agent,
            dev.pawl.ai,
            dev.pawl.cli,
            dev.pawl.commands,
            dev.pawl.config,
            dev.pawl.fleet,
            dev.pawl.mcp,
            dev.pawl.observe,
            dev.pawl.screen,
            dev.pawl.shellhooks,
            dev.pawl.start;
    exports dev.pawl.base.secret to
            dev.pawl.accounts,
            dev.pawl.agent,
            dev.pawl.policy,
            dev.pawl.session,
            dev.pawl.start,
            dev.pawl.tools;
    exports dev.pawl.base.toml to
            dev.pawl.config,
            dev.pawl.mcp,
            dev.pawl.policy,
            dev.pawl.shellhooks;
}

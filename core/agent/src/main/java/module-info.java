/** One conversation: carries a prompt through hooks, model, tools and session. Also the library others embed. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("requires-automatic")
module dev.pawl.agent {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires transitive dev.pawl.loader;
    requires transitive dev.pawl.ai;
    requires transitive dev.pawl.session;
    requires transitive dev.pawl.tools;
    requires transitive dev.pawl.config;
    requires re2j;

    exports dev.pawl.agent;
    exports dev.pawl.agent.event;
    exports dev.pawl.agent.setup;
    exports dev.pawl.agent.tool;

    uses dev.pawl.config.settings.SettingsFeature;
}

/** Hooks that are shell commands and web addresses, in the files of other agents. */
@org.jspecify.annotations.NullMarked
module dev.pawl.shellhooks {
    requires dev.pawl.base;
    requires transitive dev.pawl.config;
    requires transitive dev.pawl.hooks;
    requires transitive dev.pawl.tools;
    requires java.net.http;
    requires jdk.httpserver;

    exports dev.pawl.shellhooks;
    exports dev.pawl.shellhooks.ahp;
    exports dev.pawl.shellhooks.export;
    exports dev.pawl.shellhooks.file;
    exports dev.pawl.shellhooks.known;

    provides dev.pawl.config.settings.SettingsFeature with
            dev.pawl.shellhooks.ShellHooksFeature;
}

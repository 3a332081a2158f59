/** Hooks that are shell commands and web addresses, in the files of other agents. */
@org.jspecify.annotations.NullMarked
module dev.pawl.shellhooks {
    requires dev.pawl.base;
    requires dev.pawl.config;
    requires transitive dev.pawl.hooks;
    requires transitive dev.pawl.tools;
    requires java.net.http;

    exports dev.pawl.shellhooks;
    exports dev.pawl.shellhooks.known;
}

/** Packages of hooks, skills, prompts and themes: where they come from, how they are installed, and what they bring. */
@org.jspecify.annotations.NullMarked
module dev.pawl.packages {
    requires transitive dev.pawl.api;
    requires transitive dev.pawl.config;
    requires transitive dev.pawl.hooks;
    requires dev.pawl.base;

    exports dev.pawl.packages;
    exports dev.pawl.packages.content;
    exports dev.pawl.packages.install;
    exports dev.pawl.packages.source;
}

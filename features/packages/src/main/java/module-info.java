/** Packages of hooks, skills, prompts and themes: where they come from, how they are installed, and what they bring. */
@SuppressWarnings("requires-automatic")
@org.jspecify.annotations.NullMarked
module dev.pawl.packages {
    requires transitive dev.pawl.api;
    requires transitive dev.pawl.config;
    requires transitive dev.pawl.loader;
    requires dev.pawl.base;
    // Only for the classes in maven.inside, which have a class loader of their own.
    requires static eu.maveniverse.maven.mima.context;
    requires static eu.maveniverse.maven.mima.runtime.standalonestatic;

    exports dev.pawl.packages;
    exports dev.pawl.packages.content;
    exports dev.pawl.packages.install;
    exports dev.pawl.packages.maven;
    exports dev.pawl.packages.source;
}

/** The vocabulary: everything a hook may see, and nothing else. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module")
module dev.pawl.api {
    // One line, `import module dev.pawl.api;`, gives a hook the vocabulary and the JDK's everyday classes.
    requires transitive java.base;
    requires transitive org.jspecify;
    requires tools.jackson.core;

    exports dev.pawl.api;
    exports dev.pawl.api.event;
    exports dev.pawl.api.json;
    exports dev.pawl.api.message;
    exports dev.pawl.api.model;
    exports dev.pawl.api.session;
    exports dev.pawl.api.tool;
    exports dev.pawl.api.ui;

    // Not for hooks: how the rooms of the house read files and find programs.
    exports dev.pawl.api.machine to
            dev.pawl.ai,
            dev.pawl.app,
            dev.pawl.bridge,
            dev.pawl.config,
            dev.pawl.hooks,
            dev.pawl.tools,
            dev.pawl.tui;

    uses dev.pawl.api.Hook;
}

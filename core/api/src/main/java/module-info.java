/** The vocabulary: everything a hook may see, and nothing else. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module")
module dev.pawl.api {
    // One line, `import module dev.pawl.api;`, gives a hook the vocabulary and the JDK's everyday classes.
    requires transitive java.base;
    requires transitive org.jspecify;

    exports dev.pawl.api;
    exports dev.pawl.api.context;
    exports dev.pawl.api.event;
    exports dev.pawl.api.json;
    exports dev.pawl.api.message;
    exports dev.pawl.api.model;
    exports dev.pawl.api.session;
    exports dev.pawl.api.shell to
            dev.pawl.config,
            dev.pawl.policy;
    exports dev.pawl.api.tool;
    exports dev.pawl.api.ui;
    exports dev.pawl.api.value;

    uses dev.pawl.api.Hook;
}

/** Finds, compiles and loads hooks, and fires events at them. */
@org.jspecify.annotations.NullMarked
module dev.pawl.hooks {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires java.compiler;
    requires jdk.compiler;
    requires java.management;
    requires jdk.management;

    exports dev.pawl.hooks;
    exports dev.pawl.hooks.bound;
    exports dev.pawl.hooks.depend;
    exports dev.pawl.hooks.dispatch;
    exports dev.pawl.hooks.find;
    exports dev.pawl.hooks.install;
    exports dev.pawl.hooks.registry;
    exports dev.pawl.hooks.remote;
    exports dev.pawl.hooks.trace;

    uses dev.pawl.api.Hook;
}

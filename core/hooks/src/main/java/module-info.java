/** Fires events at hooks: bounded, in order, and traced. */
@org.jspecify.annotations.NullMarked
module dev.pawl.hooks {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires java.management;
    requires jdk.management;

    exports dev.pawl.hooks.bound;
    exports dev.pawl.hooks.dispatch;
    exports dev.pawl.hooks.form;
    exports dev.pawl.hooks.registry;
    exports dev.pawl.hooks.remote;
    exports dev.pawl.hooks.trace;
}

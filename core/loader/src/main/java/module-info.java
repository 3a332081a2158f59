/** Finds the files of hooks, compiles them, and lets them register. */
@org.jspecify.annotations.NullMarked
module dev.pawl.loader {
    requires dev.pawl.base;
    requires transitive dev.pawl.hooks;
    requires java.compiler;
    requires jdk.compiler;

    exports dev.pawl.loader;
    exports dev.pawl.loader.depend;
    exports dev.pawl.loader.find;
    exports dev.pawl.loader.install;

    uses dev.pawl.api.Hook;
}

/** Hooks that live in another process: TypeScript in Node. */
@org.jspecify.annotations.NullMarked
module dev.pawl.bridge {
    requires dev.pawl.base;
    requires transitive dev.pawl.loader;

    exports dev.pawl.bridge;
    exports dev.pawl.bridge.process;
}

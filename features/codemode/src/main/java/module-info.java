/** The tool {@code codemode}: scripts of the model that call other tools, in an engine that reaches nothing else. */
@SuppressWarnings("requires-automatic")
@org.jspecify.annotations.NullMarked
module dev.pawl.codemode {
    requires transitive dev.pawl.api;
    requires dev.pawl.tools;
    requires quickjs4j;
    requires run.endive.runtime;
    requires run.endive.wasm;

    exports dev.pawl.codemode;
}

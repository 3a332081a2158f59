package dev.pawl.hooks.form;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;

/** The {@code sourceInfo} of tools and commands, as extensions and clients of RPC know it. */
public final class SourceForm {
    private SourceForm() {}

    /** Returns where something was loaded from, as JSON. */
    public static JsonObject json(SourceInfo source) {
        boolean builtin = source.scope() == SourceInfo.Scope.BUILTIN;
        var json = JsonObject.of("path", source.path(), "source", found(source))
                .with("scope", builtin ? "temporary" : JsonForm.word(source.scope()))
                .with("origin", source.fromPackage() ? "package" : "top-level");
        return json.given("baseDir", source.baseDir());
    }

    /** How it was found: named on the command line, lying in a folder that is looked through, or listed in settings. */
    private static String found(SourceInfo source) {
        return switch (source.scope()) {
            case BUILTIN -> "builtin";
            case TEMPORARY -> "cli";
            case USER, PROJECT -> source.fromPackage() ? source.path() : source.baseDir() == null ? "local" : "auto";
        };
    }
}

package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;

/** The capabilities that the client declared; others are not used. */
record ClientCapabilities(
        boolean readsFiles,
        boolean writesFiles,
        boolean terminals,
        boolean forms,
        boolean notices,
        boolean compactions,
        boolean hooks) {
    static final ClientCapabilities NONE = new ClientCapabilities(false, false, false, false, false, false, false);

    static ClientCapabilities of(JsonObject capabilities) {
        var session = capabilities.object("session");
        return new ClientCapabilities(
                capabilities.object("fs").bool("readTextFile", false),
                capabilities.object("fs").bool("writeTextFile", false),
                capabilities.bool("terminal", false),
                capabilities.object("elicitation").get("form") instanceof JsonObject,
                session.get("notices") instanceof JsonObject,
                session.get("compaction") instanceof JsonObject,
                capabilities.object("_meta").object("pawl").bool("hooks", false));
    }
}

package dev.pawl.acceptance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.JsonRpcProgram;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The program as a server of the Model Context Protocol, with a client that sees every line. */
final class Served extends JsonRpcProgram<Served> {
    static final String MODEL = "scripted/" + ScriptedModel.MODEL;
    static final String STATELESS = "2026-07-28";
    private static final String META = "io.modelcontextprotocol/";

    private final List<String> junk = Collections.synchronizedList(new ArrayList<>());
    private volatile Function<JsonObject, @Nullable JsonObject> elicited = _ -> null;

    private Served(Path root, Script script) throws IOException {
        super(root, script);
    }

    static Served in(Path root, Script.Turn... turns) throws IOException {
        return in(root, Script.of(turns));
    }

    static Served in(Path root, Script script) throws IOException {
        return new Served(root, script);
    }

    /** Answers the questions of the server; null leaves one unanswered. */
    Served answering(Function<JsonObject, @Nullable JsonObject> answer) {
        elicited = answer;
        return this;
    }

    Served start(String... more) throws IOException {
        return start(List.of("mcp", "serve", "--model", MODEL), more);
    }

    /** Greets as a client of a version with a handshake. */
    JsonObject greet(JsonObject capabilities) throws Exception {
        var result = result(
                "initialize",
                JsonObject.of("protocolVersion", "2025-11-25", "capabilities", capabilities)
                        .with("clientInfo", JsonObject.of("name", "test", "version", "1")));
        tell("notifications/initialized", JsonObject.empty());
        return result;
    }

    /** Calls a tool by a version with a handshake. */
    JsonObject call(String tool, JsonObject arguments) throws Exception {
        return result("tools/call", JsonObject.of("name", tool, "arguments", arguments));
    }

    /** Parameters as the stateless version wants them. */
    static JsonObject stateless(JsonObject params, JsonObject capabilities) {
        return params.with(
                "_meta",
                params.object("_meta")
                        .with(META + "protocolVersion", STATELESS)
                        .with(META + "clientInfo", JsonObject.of("name", "test", "version", "1"))
                        .with(META + "clientCapabilities", capabilities));
    }

    @Override
    protected void junk(String line) {
        junk.add(line);
    }

    @Override
    protected void came(JsonObject message) throws IOException {
        if (message.has("method") && message.has("id")) {
            var said = elicited.apply(message.object("params"));
            if (said != null) {
                send(JsonObject.of("jsonrpc", "2.0", "id", message.get("id")).with("result", said));
            }
        }
    }

    @Override
    public void close() {
        super.close();
        assertThat(junk).as("lines that are no messages").isEmpty();
    }
}

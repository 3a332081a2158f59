package dev.pawl.acceptance.models;

import static java.util.stream.Collectors.joining;

import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Exchange;
import dev.pawl.ai.http.Failure;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.net.Network;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A conversation with a scripted model over one api, through the real models.json, keys, HTTP and streams. */
final class Talk implements AutoCloseable {
    static final List<String> APIS =
            List.of("anthropic-messages", "google-generative-ai", "openai-completions", "openai-responses");

    /** The name of that list for tests that run once for each. */
    static final String EACH_API = "dev.pawl.acceptance.models.Talk#APIS";

    private static final Duration PATIENCE = Duration.ofSeconds(Patience.SECONDS);

    private final ScriptedModel server;
    private final OpenModels open;
    private final Model model;
    private final List<Message> messages = new ArrayList<>();
    private final List<ModelEvent> events = new ArrayList<>();

    private Talk(ScriptedModel server, Path home, JsonObject modelsJson, CallSettings settings) throws IOException {
        this.server = server;
        Files.writeString(home.resolve("models.json"), modelsJson.toString());
        open = new OpenModels(ModelsSetup.of(home, Map.of()), settings, Network.direct(), Duration.ZERO);
        var found = open.models().find("scripted", ScriptedModel.MODEL);
        if (found == null) {
            throw new AssertionError("no model: " + open.models().problems());
        }
        model = found;
    }

    static Talk over(String api, Path home, Script.Turn... turns) throws IOException {
        return over(api, home, Script.of(turns), 0);
    }

    /** The same with a whole script, and so many tries more for requests that did not begin to answer. */
    static Talk over(String api, Path home, Script script, int retries) throws IOException {
        var server = ScriptedModel.playing(script);
        return new Talk(
                server, home, server.modelsJson(api), new CallSettings(PATIENCE, retries, Duration.ofMinutes(1)));
    }

    /** The same with another field of the provider in models.json: its address, its key. */
    static Talk with(String field, String value, String api, Path home, Script.Turn... turns) throws IOException {
        var server = ScriptedModel.playing(Script.of(turns));
        var provider =
                server.modelsJson(api).object("providers").object("scripted").with(field, value);
        var modelsJson = JsonObject.of("providers", JsonObject.of("scripted", provider));
        return new Talk(server, home, modelsJson, new CallSettings(PATIENCE, 0, Duration.ofMinutes(1)));
    }

    /** One that waits only so long for something to come. */
    static Talk impatient(Duration idle, String api, Path home, Script.Turn... turns) throws IOException {
        var server = ScriptedModel.playing(Script.of(turns));
        return new Talk(server, home, server.modelsJson(api), new CallSettings(idle, 0, Duration.ofMinutes(1)));
    }

    ScriptedModel server() {
        return server;
    }

    /** What the last answer brought so far. */
    synchronized List<ModelEvent> events() {
        return List.copyOf(events);
    }

    /** Waits until the answer on its way has brought so many events. */
    synchronized void awaitEvents(int count) throws InterruptedException {
        while (events.size() < count) {
            wait();
        }
    }

    private synchronized void received(ModelEvent event) {
        events.add(event);
        notifyAll();
    }

    /** Says something, which the model will read with the next answer. */
    Talk add(Message message) {
        messages.add(message);
        return this;
    }

    /** Asks with all that was said, and keeps the answer in the conversation if it is one. */
    Message.Assistant ask() throws InterruptedException {
        synchronized (this) {
            events.clear();
        }
        var tools = List.of(tool("read"), tool("ls"));
        var request = new ModelRequest(
                "You are a careful assistant.", messages, tools, ThinkingLevel.LOW, null, JsonObject.empty());
        var answer = open.models().stream(model, request, Exchange.PLAIN, this::received);
        if (Failure.of(answer) == null) {
            messages.add(answer);
        }
        return answer;
    }

    /** Asks a plain question. */
    Message.Assistant ask(String question) throws InterruptedException {
        return add(Message.user(question, 0)).ask();
    }

    @Override
    public void close() {
        open.close();
        server.close();
    }

    /** What an answer says, without what only its provider understands: signatures, and its part of an id. */
    static String plain(Message.Assistant answer) {
        return answer.content().stream().map(Talk::plain).collect(joining("\n")) + "\n" + answer.stopReason();
    }

    private static String plain(Content content) {
        return switch (content) {
            case Content.Text text -> "text " + text.text();
            case Content.Thinking thinking -> "thinking " + thinking.thinking();
            case Content.ToolUse call -> "call " + id(call) + " " + call.name() + " " + call.arguments();
            case Content.Image _, Content.Other _ -> "strange " + content;
        };
    }

    /** The id of a call without the item that one api adds to it. */
    static String id(Content.ToolUse call) {
        int bar = call.id().indexOf('|');
        return bar < 0 ? call.id() : call.id().substring(0, bar);
    }

    private static JsonObject tool(String name) {
        var path = JsonObject.of("path", JsonObject.of("type", "string", "description", "Where it is"));
        return JsonObject.of("name", name, "description", "Looks at files.")
                .with("parameters", JsonObject.of("type", "object", "properties", path));
    }
}

package dev.pawl.serve.rpc;

import dev.pawl.agent.Agent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.base.FailureText;
import dev.pawl.observe.page.SessionPage;
import dev.pawl.observe.trace.SessionTraces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client may ask about the session: its figures, its entries, its tree, a page of it. */
final class RpcSession {
    private final Agent agent;

    RpcSession(Agent agent) {
        this.agent = agent;
    }

    /** Writes the session as a page of HTML. */
    JsonObject export(@Nullable String named) {
        var session = agent.session();
        var target = session.cwd().resolve(named == null ? SessionPage.fileName(session) : named);
        try {
            SessionPage.write(
                    session, SessionTraces.of(session.file(), agent.engine().traces()), target);
        } catch (IOException e) {
            throw new IllegalStateException(target + " cannot be written: " + FailureText.of(e), e);
        }
        return JsonObject.of("path", target.toString());
    }

    JsonObject stats() {
        var session = agent.session();
        var stats = session.stats();
        var usage = stats.usage();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        put(
                fields,
                "sessionFile",
                session.file() == null ? null : session.file().toString());
        fields.put("sessionId", session.id());
        fields.put("userMessages", stats.userMessages());
        fields.put("assistantMessages", stats.assistantMessages());
        fields.put("toolCalls", stats.toolCalls());
        fields.put("toolResults", stats.toolResults());
        fields.put("totalMessages", stats.totalMessages());
        fields.put(
                "tokens",
                JsonObject.of("input", usage.input(), "output", usage.output())
                        .with("cacheRead", usage.cacheRead())
                        .with("cacheWrite", usage.cacheWrite())
                        .with("total", usage.input() + usage.output() + usage.cacheRead() + usage.cacheWrite()));
        fields.put("cost", usage.cost().total());
        var window = agent.contextUsage();
        if (window != null) {
            fields.put(
                    "contextUsage",
                    JsonObject.of("tokens", window.tokens(), "contextWindow", window.contextWindow())
                            .with("percent", window.percent()));
        }
        return JsonObject.from(fields);
    }

    List<JsonObject> forkMessages() {
        var messages = new ArrayList<JsonObject>();
        for (var entry : agent.session().entries()) {
            if (entry instanceof Entry.MessageEntry stored
                    && stored.message() instanceof Message.User user
                    && !user.text().isEmpty()) {
                messages.add(JsonObject.of("entryId", entry.id(), "text", user.text()));
            }
        }
        return messages;
    }

    private static void put(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }
}

package dev.pawl.ai.openai;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Chat completions: OpenAI's older API, which nearly all providers offer in a dialect of their own. */
public final class OpenAiCompletions implements Wire {
    private static final Set<String> INSTRUCTIONS = Set.of("system", "developer");
    private static final Set<String> CONVERSATION = Set.of("user", "assistant", "tool");

    @Override
    public String address(Question question) {
        return Requests.address(question, "/chat/completions");
    }

    @Override
    public Map<String, String> headers(Question question) {
        return Sessions.headers(question, new Dialect(question.model()).affinity(), true);
    }

    @Override
    public JsonObject body(Question question) {
        var dialect = new Dialect(question.model());
        var messages = ChatMessages.of(question, dialect);
        var tools = tools(question, dialect);
        if (dialect.anthropicCacheMarks() && !question.cacheRetention().equals("none")) {
            putCacheMarks(messages, tools, isLong(question, dialect));
        }
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", question.model().id());
        body.put("messages", messages);
        body.put("stream", true);
        putCache(body, question, dialect);
        if (dialect.usageInStreaming()) {
            body.put("stream_options", JsonObject.of("include_usage", true));
        }
        if (dialect.store()) {
            body.put("store", false);
        }
        if (question.maxTokens() > 0) {
            body.put(dialect.maxTokensField(), question.maxTokens());
        }
        Requests.putTemperature(body, question);
        putTools(body, question, dialect, tools);
        if (dialect.vllmPriority() instanceof Number priority) {
            body.put("priority", priority);
        }
        ChatThinking.put(body, question, dialect);
        putRouting(body, dialect);
        Requests.putSampling(body, question);
        return JsonObject.from(body);
    }

    @Override
    public StreamReader reader(Question question, AnswerBuilder answer) {
        return new ChatReader(question.model(), new Dialect(question.model()), answer);
    }

    private static boolean isLong(Question question, Dialect dialect) {
        return question.cacheRetention().equals("long") && dialect.longCache();
    }

    private static void putCache(Map<String, @Nullable Object> body, Question question, Dialect dialect) {
        boolean longer = isLong(question, dialect);
        boolean own = question.model().baseUrl().toLowerCase(Locale.ROOT).contains("api.openai.com");
        var key = Sessions.cacheKey(question);
        if (key != null && (own || longer)) {
            body.put("prompt_cache_key", key);
        }
        if (longer) {
            body.put("prompt_cache_retention", "24h");
        }
    }

    private static List<JsonObject> tools(Question question, Dialect dialect) {
        var tools = new ArrayList<JsonObject>();
        for (var tool : question.tools()) {
            var function = FunctionTool.fields(tool, dialect.strictTools());
            tools.add(JsonObject.of("type", "function", "function", JsonObject.from(function)));
        }
        return tools;
    }

    private static void putTools(
            Map<String, @Nullable Object> body, Question question, Dialect dialect, List<JsonObject> tools) {
        if (!tools.isEmpty()) {
            body.put("tools", tools);
            if (dialect.toolStream()) {
                body.put("tool_stream", true);
            }
        } else if (dialect.isClaude() && question.messages().stream().anyMatch(OpenAiCompletions::isAboutTools)) {
            // Claude behind a proxy refuses calls in a conversation without the field; others refuse an empty one.
            body.put("tools", List.of());
        }
        Requests.putToolChoice(
                body, question, name -> JsonObject.of("type", "function", "function", JsonObject.of("name", name)));
    }

    private static boolean isAboutTools(Message message) {
        return message instanceof Message.ToolResult
                || (message instanceof Message.Assistant answer
                        && !answer.toolCalls().isEmpty());
    }

    private static void putRouting(Map<String, @Nullable Object> body, Dialect dialect) {
        if (!dialect.openRouterRouting().isEmpty()) {
            body.put("provider", dialect.openRouterRouting());
        }
        var gateway = new LinkedHashMap<String, @Nullable Object>();
        for (var name : List.of("only", "order")) {
            var providers = dialect.vercelGatewayRouting().list(name);
            if (!providers.isEmpty()) {
                gateway.put(name, providers);
            }
        }
        if (!gateway.isEmpty()) {
            body.put("providerOptions", JsonObject.of("gateway", gateway));
        }
    }

    /** Marks where a provider's cache may end, as Anthropic's models want it: prompt, last tool, last words. */
    private static void putCacheMarks(List<JsonObject> messages, List<JsonObject> tools, boolean longer) {
        var mark = JsonObject.of("type", "ephemeral");
        mark = longer ? mark.with("ttl", "1h") : mark;
        for (int i = 0; i < messages.size(); i++) {
            if (INSTRUCTIONS.contains(messages.get(i).string("role", ""))) {
                putCacheMark(messages, i, mark);
                break;
            }
        }
        if (!tools.isEmpty()) {
            tools.set(tools.size() - 1, tools.getLast().with("cache_control", mark));
        }
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (CONVERSATION.contains(messages.get(i).string("role", "")) && putCacheMark(messages, i, mark)) {
                return;
            }
        }
    }

    /** Marks the last text of a message; false if it has none. */
    private static boolean putCacheMark(List<JsonObject> messages, int at, JsonObject mark) {
        var message = messages.get(at);
        var marked = marked(message.get("content"), mark);
        if (marked != null) {
            messages.set(at, message.with("content", marked));
        }
        return marked != null;
    }

    private static @Nullable List<?> marked(@Nullable Object content, JsonObject mark) {
        if (content instanceof String text && !text.isEmpty()) {
            return List.of(ChatAnswer.part(text).with("cache_control", mark));
        }
        if (content instanceof List<?> list) {
            var parts = new ArrayList<@Nullable Object>(list);
            for (int i = parts.size() - 1; i >= 0; i--) {
                if (parts.get(i) instanceof JsonObject part && "text".equals(part.string("type"))) {
                    parts.set(i, part.with("cache_control", mark));
                    return parts;
                }
            }
        }
        return null;
    }
}

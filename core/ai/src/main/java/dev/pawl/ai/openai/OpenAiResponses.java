package dev.pawl.ai.openai;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Responses: OpenAI's newer language, in which a conversation is a list of items and nothing is kept on their side. */
public class OpenAiResponses implements Wire {
    /** Less is refused. */
    private static final long LEAST_OUTPUT = 16;

    @Override
    public String address(Question question) {
        return Requests.address(question, "/responses");
    }

    @Override
    public Map<String, String> headers(Question question) {
        boolean router = question.model().provider().equals("openrouter") || isAt(question.model(), "openrouter.ai");
        var format = question.compat("sessionAffinityFormat");
        return Sessions.headers(question, format != null ? format : router ? "openrouter" : "openai", false);
    }

    @Override
    public JsonObject body(Question question) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", question.model().id());
        body.put("input", ResponseItems.of(question));
        body.put("stream", true);
        putCache(body, question);
        body.put("store", false);
        if (question.maxTokens() > 0 && question.compat("supportsMaxOutputTokens", true)) {
            body.put("max_output_tokens", Math.max(question.maxTokens(), LEAST_OUTPUT));
        }
        Requests.putTemperature(body, question);
        putTools(body, question);
        if (question.model().reasoning()) {
            putThinking(body, question);
        }
        Requests.putSampling(body, question);
        return JsonObject.from(body);
    }

    @Override
    public StreamReader reader(Question question, AnswerBuilder answer) {
        return new ResponsesReader(answer);
    }

    /** Newer models have options for the cache, older ones a word for how long it is kept. */
    private static void putCache(Map<String, @Nullable Object> body, Question question) {
        var key = Sessions.cacheKey(question);
        if (key != null) {
            body.put("prompt_cache_key", key);
        }
        boolean options = question.compat("supportsExplicitPromptCacheMode", false);
        boolean longer =
                question.cacheRetention().equals("long") && question.compat("supportsLongCacheRetention", true);
        if (longer && !options) {
            body.put("prompt_cache_retention", "24h");
        } else if (longer) {
            body.put("prompt_cache_options", JsonObject.of("ttl", "30m"));
        } else if (options && question.cacheRetention().equals("none")) {
            body.put("prompt_cache_options", JsonObject.of("mode", "explicit"));
        }
    }

    private static void putTools(Map<String, @Nullable Object> body, Question question) {
        var tools = new ArrayList<JsonObject>();
        // OpenAI itself treats a tool as strict unless the request specifies otherwise.
        boolean known = question.model().provider().equals("openai") || isAt(question.model(), "api.openai.com");
        boolean strict = question.compat("supportsStrictMode", known);
        for (var tool : question.tools()) {
            var fields = FunctionTool.fields(tool, strict);
            tools.add(JsonObject.of("type", "function").with(JsonObject.from(fields)));
        }
        if (!tools.isEmpty()) {
            body.put("tools", tools);
        }
        Requests.putToolChoice(body, question, name -> JsonObject.of("type", "function", "name", name));
    }

    /** What a model thought comes encrypted, since it is kept nowhere else, unless thinking is off. */
    private static void putThinking(Map<String, @Nullable Object> body, Question question) {
        var off = Requests.offWord(question);
        boolean silent =
                Requests.alwaysThinks(question) || question.model().provider().equals("github-copilot");
        if (question.thinking() != ThinkingLevel.OFF) {
            body.put("reasoning", JsonObject.of("effort", question.thinkingWord(), "summary", "auto"));
        } else if (!silent) {
            body.put("reasoning", JsonObject.of("effort", off == null ? "none" : off));
            if ((off == null || off.equals("none"))
                    && !question.model().provider().equals("xai")) {
                return;
            }
        }
        body.put("include", List.of("reasoning.encrypted_content"));
    }

    private static boolean isAt(Model model, String host) {
        return model.baseUrl().toLowerCase(Locale.ROOT).contains(host);
    }
}

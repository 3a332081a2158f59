package dev.pawl.ai.openai;

import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes how much the model is to think, in the terms of its vendor. */
final class ChatThinking {
    private static final long LEAST_ANSWER = 1_024;

    private final Question question;
    private final Dialect dialect;
    private final boolean on;
    private final Map<String, @Nullable Object> body;

    private ChatThinking(Question question, Dialect dialect, Map<String, @Nullable Object> body) {
        this.question = question;
        this.dialect = dialect;
        this.body = body;
        on = question.thinking() != ThinkingLevel.OFF;
    }

    static void put(Map<String, @Nullable Object> body, Question question, Dialect dialect) {
        if (question.model().reasoning()) {
            new ChatThinking(question, dialect, body).put();
        }
    }

    private void put() {
        switch (dialect.thinkingFormat()) {
            case "zai" -> {
                var enabled = JsonObject.of("type", "enabled", "clear_thinking", false);
                body.put("thinking", on ? enabled : JsonObject.of("type", "disabled"));
                effort();
            }
            case "qwen" -> {
                body.put("enable_thinking", on);
                effort();
            }
            case "qwen-chat-template" ->
                body.put("chat_template_kwargs", JsonObject.of("enable_thinking", on, "preserve_thinking", true));
            case "chat-template" -> template("chat_template_kwargs", dialect.chatTemplateKwargs());
            case "baseten" -> {
                template("chat_template_args", dialect.chatTemplateArgs());
                effortOrOff();
            }
            case "deepseek" -> {
                if (on || !Requests.alwaysThinks(question)) {
                    body.put("thinking", JsonObject.of("type", on ? "enabled" : "disabled"));
                }
                effort();
            }
            case "openrouter" -> {
                var word = wordOrNone();
                if (word != null) {
                    body.put("reasoning", JsonObject.of("effort", word));
                }
            }
            case "ant-ling" -> {
                var word = on ? mapped() : null;
                if (word != null) {
                    body.put("reasoning", JsonObject.of("effort", word));
                }
            }
            case "together" -> {
                body.put("reasoning", JsonObject.of("enabled", on));
                effort();
            }
            case "string-thinking" -> {
                var word = wordOrNone();
                if (word != null) {
                    body.put("thinking", word);
                }
            }
            default -> effortOrOff();
        }
        var field = dialect.thinkingBudgetField();
        var budget = budget();
        if (field != null && budget != null) {
            body.put(field, budget);
        }
    }

    private void effort() {
        if (on && dialect.reasoningEffort()) {
            body.put("reasoning_effort", question.thinkingWord());
        }
    }

    /** The effort, or the vendor's word for none where the model has one. */
    private void effortOrOff() {
        var word = on ? question.thinkingWord() : Requests.offWord(question);
        if (word != null && dialect.reasoningEffort()) {
            body.put("reasoning_effort", word);
        }
    }

    /** Returns the word for the level; null if thinking is off and a request to the model cannot express it. */
    private @Nullable String wordOrNone() {
        if (on) {
            return question.thinkingWord();
        }
        var off = Requests.offWord(question);
        return off == null && !Requests.alwaysThinks(question) ? "none" : off;
    }

    /** Returns the vendor's word for the level, only if the model has one. */
    private @Nullable String mapped() {
        var levels = question.model().extra().object("thinkingLevelMap");
        return levels.string(question.thinking().wire());
    }

    /** Returns the tokens for thinking, with room left for the answer; null if there are none. */
    private @Nullable Long budget() {
        long room = Math.max(0, question.maxTokens() - LEAST_ANSWER);
        long budget = Math.min(question.thinkingBudget(), room);
        return on && budget > 0 ? budget : null;
    }

    private void template(String field, JsonObject wanted) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        for (var entry : wanted.asMap().entrySet()) {
            if (entry.getValue() instanceof JsonObject variable) {
                var value = value(variable);
                if (value != null) {
                    values.put(entry.getKey(), value);
                }
            } else {
                values.put(entry.getKey(), entry.getValue());
            }
        }
        if (!values.isEmpty()) {
            body.put(field, JsonObject.from(values));
        }
    }

    /** Returns what stands for {@code {"$var": …, "omitWhenOff": …}}; null if it is left out. */
    private @Nullable Object value(JsonObject variable) {
        if (!on && variable.bool("omitWhenOff", false)) {
            return null;
        }
        return switch (variable.string("$var", "")) {
            case "thinking.enabled" -> on;
            case "thinking.budget" -> budget();
            default -> on ? question.thinkingWord() : Requests.offWord(question);
        };
    }
}

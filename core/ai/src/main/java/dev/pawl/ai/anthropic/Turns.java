package dev.pawl.ai.anthropic;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The conversation as turns of blocks: results of one answer in one turn, and nothing empty, which is refused. */
final class Turns {
    private static final String NOTHING = "(no output)";

    private record Turn(String role, List<JsonObject> blocks) {}

    private final Question question;
    private final boolean unsignedThinking;
    private final List<Turn> turns = new ArrayList<>();
    private final List<JsonObject> instructions = new ArrayList<>();
    private boolean results;

    private Turns(Question question) {
        this.question = question;
        unsignedThinking = question.compat("allowEmptySignature", false);
    }

    /** @param marker what the last block gets, so that the conversation up to it is kept */
    static List<JsonObject> of(Question question, @Nullable JsonObject marker) {
        var made = new Turns(question);
        question.encodeAhead((message, _) -> made.encoded(message));
        question.messages().forEach(made::take);
        made.instruct();
        made.mark(marker);
        var messages = new ArrayList<JsonObject>(made.turns.size());
        made.turns.forEach(turn -> messages.add(JsonObject.of("role", turn.role(), "content", turn.blocks())));
        return messages;
    }

    static JsonObject text(String text) {
        return JsonObject.of("type", "text", "text", Surrogates.paired(text));
    }

    private void take(Message message) {
        if (message instanceof Message.ToolResult result) {
            var encoded = encoded(result);
            if (results) {
                turns.getLast().blocks().addAll(encoded);
            } else {
                add("user", encoded);
            }
            results = true;
            return;
        }
        if (message instanceof Message.Assistant answer) {
            instruct();
            add("assistant", encoded(answer));
        } else if (message instanceof Message.User user) {
            add("user", encoded(user));
        } else if (message instanceof Message.SystemPrompt system
                && !system.text().isBlank()) {
            instructions.add(text(system.text()));
        }
    }

    /** Returns a message as it stands for itself. */
    private List<JsonObject> encoded(Message message) {
        if (message instanceof Message.Assistant answer) {
            return question.encoded(answer, () -> answer(answer));
        }
        if (message instanceof Message.User user) {
            return question.encoded(user, () -> seen(user.content().blocks()));
        }
        return message instanceof Message.ToolResult result
                ? question.encoded(result, () -> List.of(result(result)))
                : List.of();
    }

    /** A system message in the middle stands right behind a turn of the user, and before the answer to it. */
    private void instruct() {
        if (!instructions.isEmpty()) {
            boolean behindUser = !turns.isEmpty() && turns.getLast().role().equals("user");
            add(behindUser ? "system" : "user", instructions);
            instructions.clear();
        }
    }

    private void add(String role, List<JsonObject> blocks) {
        results = false;
        if (!blocks.isEmpty()) {
            turns.add(new Turn(role, new ArrayList<>(blocks)));
        }
    }

    private void mark(@Nullable JsonObject marker) {
        if (!turns.isEmpty() && !turns.getLast().role().equals("assistant")) {
            var blocks = turns.getLast().blocks();
            blocks.set(blocks.size() - 1, RequestBody.marked(blocks.getLast(), marker));
        }
    }

    private List<JsonObject> answer(Message.Assistant answer) {
        var blocks = new ArrayList<JsonObject>();
        for (var block : answer.content()) {
            if (block instanceof Content.Text text && !text.text().isBlank()) {
                blocks.add(text(text.text()));
            } else if (block instanceof Content.Thinking thinking) {
                var thought = thought(thinking);
                if (thought != null) {
                    blocks.add(thought);
                }
            } else if (block instanceof Content.ToolUse call) {
                blocks.add(JsonObject.of("type", "tool_use", "id", call.id())
                        .with("name", call.name())
                        .with("input", call.arguments()));
            }
        }
        return blocks;
    }

    /** Thinking goes back as it came with its signature; without one it is taken for text. */
    private @Nullable JsonObject thought(Content.Thinking thinking) {
        var signature = thinking.signature();
        boolean signed = signature != null && !signature.isBlank();
        if (thinking.redacted()) {
            return signed ? JsonObject.of("type", "redacted_thinking", "data", signature) : null;
        }
        if (!signed && thinking.thinking().isBlank()) {
            return null;
        }
        if (!signed && !unsignedThinking) {
            return text(thinking.thinking());
        }
        return JsonObject.of("type", "thinking", "thinking", Surrogates.paired(thinking.thinking()))
                .with("signature", signed ? signature : "");
    }

    /** Plain text where there is no image: more providers read that than a list of blocks. */
    private static JsonObject result(Message.ToolResult result) {
        boolean images = result.content().stream().anyMatch(Content.Image.class::isInstance);
        var text = Surrogates.paired(result.text());
        return JsonObject.of("type", "tool_result", "tool_use_id", result.toolCallId())
                .with("content", images ? seen(result.content()) : text.isBlank() ? NOTHING : text)
                .with("is_error", result.isError());
    }

    private static List<JsonObject> seen(List<Content> content) {
        var blocks = new ArrayList<JsonObject>(content.size());
        for (var block : content) {
            if (block instanceof Content.Text text && !text.text().isBlank()) {
                blocks.add(text(text.text()));
            } else if (block instanceof Content.Image image) {
                var source = JsonObject.of("type", "base64", "media_type", image.mimeType());
                blocks.add(JsonObject.of("type", "image", "source", source.with("data", image.data())));
            }
        }
        return blocks;
    }
}

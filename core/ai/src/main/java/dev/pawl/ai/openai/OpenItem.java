package dev.pawl.ai.openai;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One item of a response while it comes in, and the block it becomes. */
final class OpenItem {
    private final AnswerBuilder answer;
    private final AnswerBlock block;
    private final boolean unclear;
    private JsonObject whole = JsonObject.empty();

    private OpenItem(AnswerBuilder answer, AnswerBlock block, boolean unclear) {
        this.answer = answer;
        this.block = block;
        this.unclear = unclear;
    }

    /** Opens a block for an item; null if its type is unknown here. */
    static @Nullable OpenItem of(JsonObject item, AnswerBuilder answer) {
        return switch (item.string("type", "")) {
            case "message" -> new OpenItem(answer, answer.openText(), false);
            case "reasoning" -> new OpenItem(answer, answer.openThinking(), false);
            case "function_call" -> {
                var id = CallId.written(item.string("call_id"), item.string("id"));
                var block = answer.openTool(id, item.string("name", ""));
                // Arguments that come at once may or may not come again in pieces: only the end shows.
                yield new OpenItem(answer, block, !item.string("arguments", "").isEmpty());
            }
            default -> null;
        };
    }

    boolean is(AnswerBlock.Type type) {
        return block.type() == type;
    }

    void grow(String delta) {
        if (!unclear) {
            answer.append(block, delta);
        }
    }

    /** A summary, or a text of thinking, comes in parts; there is an empty line between them. */
    void nextPart() {
        if (!block.text().isEmpty()) {
            answer.append(block, "\n\n");
        }
    }

    /** Adds what the pieces left out of the whole. */
    void complete(String all) {
        var soFar = block.text();
        if (all.length() > soFar.length() && all.startsWith(soFar)) {
            answer.append(block, all.substring(soFar.length()));
        }
    }

    /** Takes over the content of the finished item; false if the proof of thinking is still missing. */
    boolean done(JsonObject item) {
        whole = item;
        return switch (block.type()) {
            case TEXT -> {
                complete(joined(item, "content", ""));
                var id = item.string("id", "");
                if (!id.isEmpty()) {
                    block.signature(new TextSignature(id, item.string("phase")).written());
                }
                yield true;
            }
            case THINKING -> {
                var summary = joined(item, "summary", "\n\n");
                complete(summary.isEmpty() ? joined(item, "content", "\n\n") : summary);
                block.signature(Json.write(item));
                yield !item.string("encrypted_content", "").isEmpty();
            }
            case TOOL -> {
                complete(item.string("arguments", ""));
                yield true;
            }
        };
    }

    /** The same item once more, now perhaps with its proof. */
    void prove(JsonObject item) {
        var proof = item.string("encrypted_content", "");
        if (!proof.isEmpty()) {
            block.signature(Json.write(whole.with("encrypted_content", proof)));
        }
        close();
    }

    void close() {
        answer.close(block);
    }

    private static String joined(JsonObject item, String field, String separator) {
        var parts = new ArrayList<String>();
        for (var part : item.objects(field)) {
            parts.add(part.string("text", part.string("refusal", "")));
        }
        return String.join(separator, List.copyOf(parts));
    }
}

package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a conversation as turns of blocks: the results of one answer in one turn, and nothing empty, which is refused. */
public abstract class TurnWriter extends MessageWriter {
    /** A turn of the user or the model. */
    protected record Turn(String role, List<JsonObject> blocks) {}

    protected final List<Turn> turns = new ArrayList<>();
    private boolean results;

    protected TurnWriter(Question question) {
        super(question);
    }

    /** Writes a thought; null if it is not sent. */
    protected abstract @Nullable JsonObject thought(Content.Thinking thinking);

    protected abstract JsonObject call(Content.ToolUse call);

    protected final List<JsonObject> messages() {
        return turns.stream()
                .map(turn -> JsonObject.of("role", turn.role(), "content", turn.blocks()))
                .toList();
    }

    protected final void take(Message message) {
        var blocks = written(message, 0);
        boolean result = message instanceof Message.ToolResult;
        if (result && results) {
            turns.getLast().blocks().addAll(blocks);
        } else {
            add(message instanceof Message.Assistant ? "assistant" : "user", blocks);
        }
        results = result;
    }

    protected final void add(String role, List<JsonObject> blocks) {
        results = false;
        if (!blocks.isEmpty()) {
            turns.add(new Turn(role, new ArrayList<>(blocks)));
        }
    }

    @Override
    protected final List<JsonObject> answer(Message.Assistant answer, int place) {
        var blocks = new ArrayList<JsonObject>();
        for (var block : answer.content()) {
            if (block instanceof Content.Text text && isSent(text.text())) {
                blocks.add(text(text.text()));
            } else if (block instanceof Content.Thinking thinking) {
                var thought = thought(thinking);
                if (thought != null) {
                    blocks.add(thought);
                }
            } else if (block instanceof Content.ToolUse call) {
                blocks.add(call(call));
            }
        }
        return blocks;
    }
}

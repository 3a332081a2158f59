package dev.pawl.ai.wire;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.StreamDelta.Kind;
import org.jspecify.annotations.Nullable;

/** One block of an answer while it comes in: text, thinking, or a tool call whose arguments are JSON in the making. */
public final class AnswerBlock {
    /** The kind of a block, with the names of its steps. */
    public enum Type {
        TEXT(Kind.TEXT_DELTA, Kind.TEXT_END),
        THINKING(Kind.THINKING_DELTA, Kind.THINKING_END),
        TOOL(Kind.TOOLCALL_DELTA, Kind.TOOLCALL_END);

        private final Kind delta;
        private final Kind end;

        Type(Kind delta, Kind end) {
            this.delta = delta;
            this.end = end;
        }

        Kind delta() {
            return delta;
        }

        Kind end() {
            return end;
        }
    }

    private final Type type;
    private final int index;
    private final String id;
    private final String name;
    private final StringBuilder text = new StringBuilder();
    private @Nullable String signature;
    private boolean redacted;
    private @Nullable Content closed;
    private char half;

    AnswerBlock(Type type, int index, String id, String name) {
        this.type = type;
        this.index = index;
        this.id = id;
        this.name = name;
    }

    public Type type() {
        return type;
    }

    public int index() {
        return index;
    }

    public synchronized boolean isClosed() {
        return closed != null;
    }

    /** The provider's proof that the block is its own; given back with the block. */
    public synchronized void signature(@Nullable String signature) {
        this.signature = signature;
    }

    public synchronized @Nullable String signature() {
        return signature;
    }

    /** Thinking that the provider keeps to itself; only its signature goes back. */
    public synchronized void redacted() {
        redacted = true;
    }

    public synchronized String text() {
        return text.toString();
    }

    /** Returns how long it is now; only for the thread that appends. */
    int length() {
        return text.length();
    }

    /** Appends a piece and returns what was appended: without the half of a character at its end, which waits. */
    synchronized String append(String delta) {
        var whole = completed(delta);
        text.append(whole);
        return whole;
    }

    /** Returns a piece with the half character that waited in front of it, and without the half at its own end. */
    private String completed(String delta) {
        if (delta.isEmpty()) {
            return delta;
        }
        var whole = half == 0 ? delta : half + delta;
        half = 0;
        char last = whole.charAt(whole.length() - 1);
        if (!Character.isHighSurrogate(last)) {
            return whole;
        }
        half = last;
        return whole.substring(0, whole.length() - 1);
    }

    synchronized Content close() {
        closed = content(text.length(), true);
        return closed;
    }

    /** Returns the call as far as it is known when it comes up: its id and its tool. */
    Content.ToolUse call() {
        return Content.ToolUse.of(id, name, JsonObject.empty());
    }

    synchronized Content content() {
        return closed != null ? closed : content(text.length(), false);
    }

    /** Returns the block as it was when it had so many characters. */
    synchronized Content content(int length) {
        return content(Math.min(length, text.length()), false);
    }

    private Content content(int length, boolean whole) {
        var written = text.substring(0, length);
        return switch (type) {
            case TEXT -> new Content.Text(written, signature, JsonObject.empty());
            case THINKING -> new Content.Thinking(written, signature, redacted, JsonObject.empty());
            case TOOL -> call(written, whole);
        };
    }

    /** Arguments that turn out to be no JSON are kept as they came, so that the call can be refused. */
    private Content.ToolUse call(String written, boolean whole) {
        if (!whole) {
            return new Content.ToolUse(id, name, PartialJson.object(written), signature, JsonObject.empty());
        }
        if (written.isBlank()) {
            return new Content.ToolUse(id, name, JsonObject.empty(), signature, JsonObject.empty());
        }
        String flaw = "Tool arguments must be a JSON object";
        try {
            if (Json.parse(written) instanceof JsonObject arguments) {
                return new Content.ToolUse(id, name, arguments, signature, JsonObject.empty());
            }
        } catch (IllegalArgumentException e) {
            flaw = "Tool arguments must be JSON";
        }
        var kept = JsonObject.of("argumentsError", flaw + "\n\nReceived arguments:\n" + written);
        return new Content.ToolUse(id, name, JsonObject.empty(), signature, kept);
    }
}

package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.message.StreamDelta.Kind;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer while it comes in, passed to a listener piece by piece.
 *
 * <p>A piece is appended and never looked at again until its block is closed, so an answer costs time and memory in
 * proportion to its length.
 */
public final class AnswerBuilder {
    private static final AnswerBlock[] NONE = {};
    private static final long MOST_TOKENS = 1_000_000_000_000L;
    /** Far more than any model sends in one answer, and little enough for a small machine. */
    private static final int MOST_TEXT = 4 << 20;

    private static final int MOST_BLOCKS = 1_000;

    private final Model model;
    private final long timestamp;
    private final Supplier<String> ids;
    private final Consumer<ModelEvent> listener;
    private final Set<String> toolIds = new HashSet<>();
    private Usage usage = Usage.NONE;
    private StopReason stop = StopReason.PENDING;
    private JsonObject extra = JsonObject.empty();
    private boolean started;
    private long length;
    // Replaced as a whole, never changed: a published state may be read much later, on another thread.
    private AnswerBlock[] blocks = NONE;
    private AnswerBlock[] open = NONE;

    /** @param ids names for tool calls that came without one, or with one that was taken */
    public AnswerBuilder(Model model, long timestamp, Supplier<String> ids, Consumer<ModelEvent> listener) {
        this.model = model;
        this.timestamp = timestamp;
        this.ids = ids;
        this.listener = listener;
    }

    /** Reports that the provider began to answer; the first block does so implicitly. */
    public void start() {
        if (!started) {
            started = true;
            listener.accept(new ModelEvent.Started(soFar()));
        }
    }

    public AnswerBlock openText() {
        return open(new AnswerBlock(AnswerBlock.Type.TEXT, blocks.length, "", ""), Kind.TEXT_START);
    }

    public AnswerBlock openThinking() {
        return open(new AnswerBlock(AnswerBlock.Type.THINKING, blocks.length, "", ""), Kind.THINKING_START);
    }

    /** Returns a call; an id that is missing or taken is replaced, so that every result finds its call. */
    public AnswerBlock openTool(@Nullable String id, String name) {
        var unique = id == null || id.isEmpty() || !toolIds.add(id) ? freshId() : id;
        return open(new AnswerBlock(AnswerBlock.Type.TOOL, blocks.length, unique, name), Kind.TOOLCALL_START);
    }

    /** Adds a piece. Half a character at its end waits for the other half. */
    public void append(AnswerBlock block, String delta) {
        length += delta.length();
        if (length > MOST_TEXT) {
            throw new AnswerTooLarge("more than " + (MOST_TEXT >> 20) + " million characters");
        }
        var whole = block.append(delta);
        if (!whole.isEmpty()) {
            emit(block.type().delta(), block, whole, null);
        }
    }

    /** Ends a block; a second time it does nothing. */
    public void close(AnswerBlock block) {
        if (block.isClosed()) {
            return;
        }
        var content = block.close();
        open = without(open, block);
        if (content instanceof Content.ToolUse call) {
            emit(Kind.TOOLCALL_END, block, "", call);
        } else {
            emit(block.type().end(), block, block.text(), null);
        }
    }

    public void closeAll() {
        for (var block : open) {
            close(block);
        }
    }

    /**
     * Sets the tokens so far, priced by the model; later figures replace earlier ones.
     *
     * @param hour how many of those written to the cache stay there for an hour; null if the provider does not report it
     * @param reasoning how many of those put out were thoughts; null if the provider does not report it
     */
    public void usage(
            long input, long output, long cacheRead, long cacheWrite, @Nullable Long hour, @Nullable Long reasoning) {
        var parts = JsonObject.empty();
        parts = hour == null ? parts : parts.with("cacheWrite1h", plausible(hour));
        parts = reasoning == null ? parts : parts.with("reasoning", plausible(reasoning));
        usage = Prices.usage(
                model,
                plausible(input),
                plausible(output),
                plausible(cacheRead),
                plausible(cacheWrite),
                hour == null ? 0 : Math.min(plausible(hour), plausible(cacheWrite)),
                parts);
    }

    /** An impossible figure counts as missing, so that nothing is added up or compacted by it. */
    private static long plausible(long tokens) {
        return tokens < 0 || tokens > MOST_TOKENS ? 0 : tokens;
    }

    /** The provider reports what the answer cost altogether. */
    public void cost(double total) {
        usage = usage.withCost(usage.cost().withTotalFromProvider(total));
    }

    public Usage usage() {
        return usage;
    }

    public void stop(StopReason reason) {
        stop = reason;
    }

    public StopReason stop() {
        return stop;
    }

    /** Keeps a field of the message that the vocabulary does not have: {@code responseId}. */
    public void extra(String name, Object value) {
        extra = extra.with(name, value);
    }

    public boolean hasToolCalls() {
        return !toolIds.isEmpty();
    }

    /** Returns the whole answer, reported as finished. */
    public Message.Assistant finish() {
        start();
        closeAll();
        return finished(stop == StopReason.PENDING ? StopReason.STOP : stop, null);
    }

    /** Returns what came before it failed, reported as finished. */
    public Message.Assistant fail(StopReason reason, String message, JsonObject details) {
        extra = extra.with(details);
        return finished(reason, message);
    }

    private Message.Assistant finished(StopReason reason, @Nullable String errorMessage) {
        stop = reason;
        var answer = message(contents(blocks, NONE, new int[0]), usage, reason, errorMessage);
        listener.accept(new ModelEvent.Finished(answer));
        return answer;
    }

    private AnswerBlock open(AnswerBlock block, Kind kind) {
        if (blocks.length == MOST_BLOCKS) {
            throw new AnswerTooLarge("more than " + MOST_BLOCKS + " tool calls and texts");
        }
        start();
        blocks = with(blocks, block);
        open = with(open, block);
        emit(kind, block, "", block.type() == AnswerBlock.Type.TOOL ? block.call() : null);
        return block;
    }

    private void emit(Kind kind, AnswerBlock block, String delta, Content.@Nullable ToolUse call) {
        listener.accept(new ModelEvent.Piece(soFar(), new StreamDelta(kind, block.index(), delta, call)));
    }

    private String freshId() {
        String id;
        do {
            id = ids.get();
        } while (!toolIds.add(id));
        return id;
    }

    private PartialAnswer soFar() {
        var all = blocks;
        var growing = open;
        var lengths = new int[growing.length];
        for (int i = 0; i < growing.length; i++) {
            lengths[i] = growing[i].length();
        }
        return new Moment(all, growing, lengths, usage);
    }

    /** The answer at one moment: which blocks there were, and how long those that were still growing. */
    private final class Moment implements PartialAnswer {
        private final AnswerBlock[] all;
        private final AnswerBlock[] growing;
        private final int[] lengths;
        private final Usage tokens;

        Moment(AnswerBlock[] all, AnswerBlock[] growing, int[] lengths, Usage tokens) {
            this.all = all;
            this.growing = growing;
            this.lengths = lengths;
            this.tokens = tokens;
        }

        @Override
        public Message.Assistant message() {
            return AnswerBuilder.this.message(contents(all, growing, lengths), tokens, StopReason.PENDING, null);
        }

        @Override
        public Usage usage() {
            return tokens;
        }
    }

    private static List<Content> contents(AnswerBlock[] all, AnswerBlock[] growing, int[] lengths) {
        var contents = new ArrayList<Content>(all.length);
        int next = 0;
        for (var block : all) {
            boolean grew = next < growing.length && growing[next] == block;
            contents.add(grew ? block.content(lengths[next++]) : block.content());
        }
        return contents;
    }

    private static AnswerBlock[] with(AnswerBlock[] blocks, AnswerBlock block) {
        var longer = Arrays.copyOf(blocks, blocks.length + 1);
        longer[blocks.length] = block;
        return longer;
    }

    private static AnswerBlock[] without(AnswerBlock[] blocks, AnswerBlock block) {
        return Arrays.stream(blocks).filter(other -> other != block).toArray(AnswerBlock[]::new);
    }

    private Message.Assistant message(
            List<Content> content, Usage tokens, StopReason reason, @Nullable String errorMessage) {
        return new Message.Assistant(
                content, model.api(), model.provider(), model.id(), tokens, reason, errorMessage, timestamp, extra);
    }
}

package dev.pawl.agent.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is under way in a session: calls of tools, calls that tools make, and agents that work for tools. A user may look
 * into each of them, and end it while the others go on.
 */
public final class RunningWork {
    /** What the model reads of work that the user ended. */
    static final String ENDED = "The user ended this.";

    private final Map<String, Item> items = new HashMap<>();
    private final AtomicLong places = new AtomicLong();

    /** One piece of work, on the thread that began it. */
    public final class Item {
        private final Thread thread = Thread.currentThread();
        private final long since = System.nanoTime();
        private final long place;
        private final String id;
        private final @Nullable String above;
        private final String name;
        private final JsonObject arguments;
        private final List<Message> messages = new ArrayList<>();
        private @Nullable ToolOutput output;
        private boolean over;
        private boolean ended;

        private Item(long place, String id, @Nullable String above, String name, JsonObject arguments) {
            this.place = place;
            this.id = id;
            this.above = above;
            this.name = name;
            this.arguments = arguments;
        }

        private synchronized void showed(ToolOutput partial) {
            output = partial;
        }

        /** An agent said something, was told something, or has the result of a call. */
        public synchronized void said(Message message) {
            messages.add(message);
        }

        /**
         * It is over. True if the user ended it: the interruption that this took is not to reach what comes after it.
         */
        public synchronized boolean finish() {
            if (!over) {
                over = true;
                forget(this);
                if (ended) {
                    Thread.interrupted();
                }
            }
            return ended;
        }

        /** Ends it, and nothing else. False if it is over already. */
        public synchronized boolean end() {
            if (over) {
                return false;
            }
            ended = true;
            thread.interrupt();
            return true;
        }

        private synchronized Shown shown() {
            long seconds = (System.nanoTime() - since) / 1_000_000_000;
            return new Shown(id, above, name, arguments, seconds, List.copyOf(messages), output, ended, this::end);
        }
    }

    /**
     * A piece of work as it is now.
     *
     * @param id the id of the call, or of the agent
     * @param above the call that it belongs to; null for calls of the session's model
     * @param name the name of the tool
     * @param arguments what the tool was called with, or the task of the agent
     * @param messages what an agent said, was told and found out; empty for calls
     * @param output what a tool showed so far; null for nothing
     * @param ending whether it was told to end
     * @param end ends it, and nothing else
     */
    public record Shown(
            String id,
            @Nullable String above,
            String name,
            JsonObject arguments,
            long seconds,
            List<Message> messages,
            @Nullable ToolOutput output,
            boolean ending,
            Runnable end) {}

    /** Returns the next place in the list: calls that begin side by side are listed as the answer has them. */
    long place() {
        return places.getAndIncrement();
    }

    /** An agent begins on the current thread, which must {@linkplain Item#finish finish} it. */
    public Item begin(String id, @Nullable String above, String name, JsonObject arguments) {
        return begin(place(), id, above, name, arguments);
    }

    /** Something begins at a place on the current thread, which must {@linkplain Item#finish finish} it. */
    Item begin(long place, String id, @Nullable String above, String name, JsonObject arguments) {
        var item = new Item(place, id, above, name, arguments);
        synchronized (items) {
            items.put(id, item);
        }
        return item;
    }

    private void forget(Item item) {
        synchronized (items) {
            items.remove(item.id, item);
        }
    }

    /** A tool showed what it has so far. */
    void showed(String id, ToolOutput partial) {
        Item item;
        synchronized (items) {
            item = items.get(id);
        }
        if (item != null) {
            item.showed(partial);
        }
    }

    /** Returns what is under way, in the order of its places. */
    public List<Shown> now() {
        List<Item> all;
        synchronized (items) {
            all = List.copyOf(items.values());
        }
        return all.stream()
                .sorted(Comparator.comparingLong(item -> item.place))
                .map(Item::shown)
                .toList();
    }
}

package dev.pawl.agent.conversation;

import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.HookPoints;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cost of hooks that change messages which were sent before.
 *
 * <p>Providers cache what they read, and charge little for reading it again, up to the first message that differs. All
 * after it is charged in full; so a hook that changes an early message in every request is expensive, and nothing shows
 * it.
 */
public final class ContextCost {
    private final Engine engine;
    private final List<Integer> places = new ArrayList<>();
    private @Nullable Sent before;
    private volatile ContextUsage.@Nullable Rewrite latest;

    public ContextCost(Engine engine) {
        this.engine = engine;
    }

    /**
     * A hook's change to a request.
     *
     * @param place the first message that is different, counted without the system prompt from 0
     */
    public record Change(String hook, int place) {}

    /**
     * A request as it was sent.
     *
     * @param own the messages as they were before hooks saw them
     */
    private record Sent(List<Message> messages, List<Message> own, List<Change> changes) {}

    /** Returns what the latest request paid again because of a hook; null if nothing. */
    ContextUsage.@Nullable Rewrite latest() {
        return latest;
    }

    /** Returns whether any hook could change a request. */
    private boolean isWatched() {
        return engine.hasHandlers(HookPoints.CONTEXT) || engine.hasHandlers(HookPoints.CONTEXT_WITH_SYSTEM);
    }

    /** A handler changed the messages. Called in the order of the handlers. */
    public void changed(List<? extends Message> was, List<? extends Message> is) {
        int place = firstDifference(spoken(was), spoken(is));
        if (place >= 0) {
            places.add(place);
        }
    }

    /** Returns the changes since the last call, by the hooks that the trace of a point names. */
    public List<Change> changes(String point) {
        if (places.isEmpty()) {
            return List.of();
        }
        var hooks = changers(point);
        var changes = new ArrayList<Change>();
        for (int i = 0; i < places.size(); i++) {
            changes.add(new Change(hooks.size() == places.size() ? hooks.get(i) : "(several)", places.get(i)));
        }
        places.clear();
        return changes;
    }

    /** A request goes out. */
    public void sent(List<Message> messages, List<Message> own, List<Change> changes) {
        var last = before;
        if (!isWatched()) {
            before = null;
            latest = null;
            return;
        }
        var now = new Sent(spoken(messages), spoken(own), changes);
        before = now;
        var rewrite = last == null ? null : rewrite(last, now);
        latest = rewrite;
        if (rewrite != null) {
            engine.remark(HookPoints.CONTEXT, rewrite.hook(), rewrite.note(), rewrite.tokens());
        }
    }

    private static ContextUsage.@Nullable Rewrite rewrite(Sent last, Sent now) {
        int place = firstDifference(last.messages(), now.messages());
        if (place < 0 || place >= last.messages().size()) {
            return null;
        }
        int own = firstDifference(last.own(), now.own());
        if (own >= 0 && own < last.own().size() && own <= place) {
            // The conversation itself is another one: it was compacted, edited, or left for another branch.
            return null;
        }
        var hook = first(now.changes(), place);
        hook = hook == null ? first(last.changes(), place) : hook;
        return hook == null
                ? null
                : new ContextUsage.Rewrite(
                        hook,
                        place + 1,
                        last.messages().size(),
                        TokenEstimate.of(
                                last.messages().subList(place, last.messages().size())));
    }

    private static @Nullable String first(List<Change> changes, int place) {
        for (var change : changes) {
            if (change.place() <= place) {
                return change.hook();
            }
        }
        return null;
    }

    private List<String> changers(String point) {
        var effects = engine.traces().effects();
        for (var trace : effects.reversed()) {
            if (trace.point().equals(point) && !trace.isRemark()) {
                return trace.steps().stream()
                        .filter(step -> step.effect() == Effect.CHANGED)
                        .map(Trace.Step::hook)
                        .toList();
            }
        }
        return List.of();
    }

    /** Returns the first index at which two lists differ; -1 if they are the same. */
    private static int firstDifference(List<? extends Message> one, List<? extends Message> other) {
        int shorter = Math.min(one.size(), other.size());
        for (int i = 0; i < shorter; i++) {
            if (one.get(i) != other.get(i) && !Objects.equals(one.get(i), other.get(i))) {
                return i;
            }
        }
        return one.size() == other.size() ? -1 : shorter;
    }

    private static List<Message> spoken(List<? extends Message> messages) {
        var spoken = new ArrayList<Message>(messages.size());
        for (var message : messages) {
            if (!(message instanceof Message.SystemPrompt)) {
                spoken.add(message);
            }
        }
        return spoken;
    }
}

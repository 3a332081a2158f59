package dev.pawl.agent.conversation;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Boundary;
import dev.pawl.api.session.Draft;
import dev.pawl.api.session.RunEnd;
import dev.pawl.hooks.bound.Check;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries that hooks propose to write at the end of a turn or run: checked after each of them, and shown to the
 * next.
 *
 * <p>How the conversation would look with it is found out when a hook looks.
 */
public final class Proposal<E> implements Check<E> {
    private final Recorder recorder;
    private final Queues queues;
    private final RunEnd end;
    private final Function<E, List<Draft>> entries;
    private final BiFunction<E, Boundary, E> at;
    private volatile List<Draft> drafts = List.of();
    private @Nullable DraftPreview preview;

    /** @param at an event with another boundary */
    public Proposal(
            Recorder recorder,
            Queues queues,
            RunEnd end,
            Function<E, List<Draft>> entries,
            BiFunction<E, Boundary, E> at) {
        this.recorder = recorder;
        this.queues = queues;
        this.end = end;
        this.entries = entries;
        this.at = at;
    }

    @Override
    public @Nullable String flaw(E before, E after) {
        var proposed = entries.apply(after);
        var flaw = Drafts.flaw(recorder.session(), proposed);
        if (flaw == null) {
            drafts = proposed;
        }
        return flaw;
    }

    /** Shows the event with a new boundary: whether the conversation can continue may depend on the latest proposal. */
    @Override
    public E shown(E event) {
        forget();
        return at.apply(event, boundary());
    }

    /** A handler that proposes nothing may still send something. */
    @Override
    public boolean isLive() {
        return true;
    }

    /** Returns the proposals of the handlers that have answered so far. */
    public List<Draft> drafts() {
        return drafts;
    }

    /** Returns the state of the conversation, with the proposals so far. */
    public Boundary boundary() {
        var pending = new ArrayList<>(queues.steering());
        pending.addAll(queues.followUps());
        return new Boundary(
                new Latest<>(() -> preview().entries()),
                new Latest<>(() -> preview().messages()),
                new Latest<>(() -> preview().llmMessages()),
                List.copyOf(pending),
                end == RunEnd.COMPLETED && canContinue(pending),
                end);
    }

    private boolean canContinue(List<Message> pending) {
        return !pending.isEmpty()
                || recorder.hasTurnMessages()
                || !Conversation.endsWithAnswer(
                        drafts.isEmpty()
                                ? recorder.conversation().messages()
                                : preview().messages());
    }

    private synchronized void forget() {
        preview = null;
    }

    private synchronized DraftPreview preview() {
        var known = preview;
        if (known == null || known.drafts() != drafts) {
            known = DraftPreview.of(recorder.conversation(), drafts, recorder.now());
            preview = known;
        }
        return known;
    }

    /** A list that is created on its first use. */
    private static final class Latest<T> extends AbstractList<T> {
        private final Supplier<List<T>> now;

        Latest(Supplier<List<T>> now) {
            this.now = now;
        }

        @Override
        public T get(int index) {
            return now.get().get(index);
        }

        @Override
        public int size() {
            return now.get().size();
        }
    }
}

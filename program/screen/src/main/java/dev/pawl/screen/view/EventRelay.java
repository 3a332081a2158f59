package dev.pawl.screen.view;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.message.StreamDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Hands what happens in the agent to the screen's thread, in order.
 *
 * <p>Pieces of one text that come faster than they are drawn become one piece, so that a fast model costs no more than
 * a slow one; and an agent that is far ahead waits. Much text is drawn before more of it is taken, so that keys are
 * answered in between.
 */
public final class EventRelay {
    private static final int FAR_AHEAD = 2_000;
    private static final int MUCH_TEXT = 1 << 15;

    private final Executor screen;
    private final Consumer<AgentEvent> listener;
    private final Runnable draw;
    private List<AgentEvent> waiting = new ArrayList<>();
    private int text;
    private boolean posted;

    /** @param draw draws what there is, on the screen's thread */
    public EventRelay(Executor screen, Consumer<AgentEvent> listener, Runnable draw) {
        this.screen = screen;
        this.listener = listener;
        this.draw = draw;
    }

    /** Any thread but the screen's. */
    public void onEvent(AgentEvent event) {
        synchronized (this) {
            if (isFarAhead()) {
                awaitRoom();
            }
            add(event);
            if (posted) {
                return;
            }
            posted = true;
        }
        screen.execute(this::handOver);
    }

    private boolean isFarAhead() {
        return waiting.size() > FAR_AHEAD || text > MUCH_TEXT;
    }

    private void awaitRoom() {
        try {
            while (posted && isFarAhead()) {
                wait(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handOver() {
        List<AgentEvent> taken;
        boolean much;
        synchronized (this) {
            taken = waiting;
            much = text > MUCH_TEXT / 2;
            waiting = new ArrayList<>();
            text = 0;
            posted = false;
            notifyAll();
        }
        for (var event : taken) {
            try {
                listener.accept(event);
            } catch (RuntimeException e) {
                // The others are shown all the same.
                System.getLogger("dev.pawl.app").log(System.Logger.Level.WARNING, "an event could not be shown", e);
            }
        }
        if (much) {
            draw.run();
        }
    }

    private void add(AgentEvent event) {
        if (event instanceof AgentEvent.MessageGrew(var growth)) {
            text += growth.delta().delta().length();
        }
        int last = waiting.size() - 1;
        if (last >= 0) {
            var before = waiting.get(last);
            if (event instanceof AgentEvent.MessageGrew(var more)
                    && before instanceof AgentEvent.MessageGrew(var grown)
                    && isSamePart(grown.delta(), more.delta())) {
                waiting.set(last, new AgentEvent.MessageGrew(joined(grown, more)));
                return;
            }
            if (event instanceof AgentEvent.ToolShowed(var now)
                    && before instanceof AgentEvent.ToolShowed(var shown)
                    && shown.toolCallId().equals(now.toolCallId())) {
                waiting.set(last, event);
                return;
            }
        }
        waiting.add(event);
    }

    private static boolean isSamePart(StreamDelta a, StreamDelta b) {
        return a.kind() == b.kind()
                && a.contentIndex() == b.contentIndex()
                && (a.kind() == StreamDelta.Kind.TEXT_DELTA
                        || a.kind() == StreamDelta.Kind.THINKING_DELTA
                        || a.kind() == StreamDelta.Kind.TOOLCALL_DELTA);
    }

    private static MessageUpdate joined(MessageUpdate grown, MessageUpdate more) {
        var delta = more.delta();
        return new MessageUpdate(
                more.partial(),
                new StreamDelta(
                        delta.kind(), delta.contentIndex(), grown.delta().delta() + delta.delta(), delta.toolCall()));
    }
}

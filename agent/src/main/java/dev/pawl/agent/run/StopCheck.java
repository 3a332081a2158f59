package dev.pawl.agent.run;

import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.agent.conversation.Proposal;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AgentBeforeSettle;
import dev.pawl.api.event.SessionStop;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import dev.pawl.api.value.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks hooks, when nothing is left to do, whether the agent may stop. */
final class StopCheck {
    private final LiveSession live;
    private final TodoReminders todos;

    StopCheck(LiveSession live) {
        this.live = live;
        this.todos = new TodoReminders(live);
    }

    /** Whether somebody is to be asked. */
    boolean hasOne(RunEnd end) {
        return live.settings().todoCompletion().enabled()
                || (end == RunEnd.COMPLETED && live.engine().hears(HookPoints.SESSION_STOP))
                || live.engine().hears(HookPoints.AGENT_BEFORE_SETTLE);
    }

    /**
     * The messages that start another run; none to go on as it is, null to settle.
     *
     * @param again whether a hook sent the agent back to work before
     */
    @Nullable
    List<Message> ask(RunEnd end, Message.@Nullable Assistant answer, boolean again) throws InterruptedException {
        var reminder = todos.reminder(end);
        if (reminder != null) {
            return List.of(reminder);
        }
        if (end == RunEnd.COMPLETED && live.engine().hears(HookPoints.SESSION_STOP)) {
            var more = stop(answer, again);
            if (more != null) {
                return more;
            }
        }
        boolean proceed = live.engine().hears(HookPoints.AGENT_BEFORE_SETTLE) && beforeSettle(end);
        // What handlers sent meanwhile is still to be answered; one more request is made for it anyway.
        var queued = live.queues().takeNext();
        if (!queued.isEmpty()) {
            return queued;
        }
        return proceed && live.canContinue(HookPoints.AGENT_BEFORE_SETTLE.name()) ? List.of() : null;
    }

    /** Whether one more request is asked for. */
    private boolean beforeSettle(RunEnd end) throws InterruptedException {
        var proposal =
                new Proposal<AgentBeforeSettle>(live, end, AgentBeforeSettle::entries, AgentBeforeSettle::withBoundary);
        AgentBeforeSettle event;
        try {
            event = live.engine()
                    .fire(
                            HookPoints.AGENT_BEFORE_SETTLE,
                            new AgentBeforeSettle(proposal.boundary(), List.of(), false),
                            proposal);
        } catch (InterruptedException e) {
            // What the handlers before the abort proposed is kept; only the agent does not go on.
            live.write(proposal.drafts());
            throw e;
        }
        live.write(event.entries());
        return event.proceed();
    }

    private @Nullable List<Message> stop(Message.@Nullable Assistant answer, boolean again)
            throws InterruptedException {
        var ids = live.turnEntryIds();
        var event = new SessionStop(
                live.conversation().messages(),
                ids.isEmpty() ? "" : ids.getFirst(),
                answer,
                live.session().id(),
                live.session().file(),
                again);
        if (live.engine().fire(HookPoints.SESSION_STOP, event) instanceof Decision.Stop(var more)
                && !more.context().isBlank()) {
            return List.of(new Message.Custom(
                    "session_stop", Body.of(more.context()), true, null, live.now(), JsonObject.empty()));
        }
        return null;
    }
}

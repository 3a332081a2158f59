package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Proposal;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AgentBeforeSettle;
import dev.pawl.api.event.SessionStop;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import dev.pawl.api.value.Decision;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks hooks, when nothing is left to do, whether the agent may stop. */
final class StopCheck {
    private final Recorder recorder;
    private final Engine engine;
    private final Queues queues;
    private final Settings settings;
    private final TodoReminders todos;

    public StopCheck(SessionCore core) {
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.queues = core.queues();
        this.settings = core.settings();
        this.todos = new TodoReminders(core);
    }

    /** Returns whether a reminder or a handler may continue the run. */
    boolean hasOne(RunEnd end) {
        return settings.todoCompletion().enabled()
                || (end == RunEnd.COMPLETED && engine.hasHandlers(HookPoints.SESSION_STOP))
                || engine.hasHandlers(HookPoints.AGENT_BEFORE_SETTLE);
    }

    /**
     * Returns the messages that start another run; none to ask the model as it is, null to settle.
     *
     * @param again whether a hook sent the agent back to work before
     */
    @Nullable
    List<Message> ask(RunEnd end, Message.@Nullable Assistant answer, boolean again) throws InterruptedException {
        var reminder = todos.reminder(end);
        if (reminder != null) {
            return List.of(reminder);
        }
        if (end == RunEnd.COMPLETED && engine.hasHandlers(HookPoints.SESSION_STOP)) {
            var more = stop(answer, again);
            if (more != null) {
                return more;
            }
        }
        boolean proceed = false;
        if (engine.hasHandlers(HookPoints.AGENT_BEFORE_SETTLE)) {
            proceed = beforeSettle(end);
            recorder.flushTurnMessages();
        }
        if (answersFirst(end)) {
            return List.of();
        }
        // What handlers sent meanwhile is still to be answered; one more request is made for it anyway.
        var queued = queues.takeNext();
        if (!queued.isEmpty()) {
            return queued;
        }
        return proceed && recorder.canContinue(HookPoints.AGENT_BEFORE_SETTLE.name()) ? List.of() : null;
    }

    /** Returns whether what hooks added after the last answer is answered before the messages in the queues are sent. */
    boolean answersFirst(RunEnd end) {
        if (end != RunEnd.COMPLETED || queues.isEmpty()) {
            return false;
        }
        var messages = recorder.conversation().messages();
        return !messages.isEmpty() && !(messages.getLast() instanceof Message.Assistant);
    }

    /** Returns whether one more request is asked for. */
    private boolean beforeSettle(RunEnd end) throws InterruptedException {
        var proposal = new Proposal<AgentBeforeSettle>(
                recorder, queues, end, AgentBeforeSettle::entries, AgentBeforeSettle::withBoundary);
        AgentBeforeSettle event;
        try {
            event = engine.fire(
                    HookPoints.AGENT_BEFORE_SETTLE,
                    new AgentBeforeSettle(proposal.boundary(), List.of(), false),
                    proposal);
        } catch (InterruptedException e) {
            // What the handlers before the abort proposed is kept; only the agent does not continue.
            recorder.write(proposal.drafts());
            throw e;
        }
        recorder.write(event.entries());
        return event.proceed();
    }

    private @Nullable List<Message> stop(Message.@Nullable Assistant answer, boolean again)
            throws InterruptedException {
        var ids = recorder.turnEntryIds();
        var event = new SessionStop(
                recorder.conversation().messages(),
                ids.isEmpty() ? "" : ids.getFirst(),
                answer,
                recorder.session().id(),
                recorder.session().file(),
                again);
        if (engine.fire(HookPoints.SESSION_STOP, event) instanceof Decision.Stop(var more)
                && !more.context().isBlank()) {
            return List.of(new Message.Custom(
                    "session_stop", Body.of(more.context()), true, null, recorder.now(), JsonObject.empty()));
        }
        return null;
    }
}

package dev.pawl.agent.run;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.AgentSettled;
import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.dispatch.Engine;
import java.time.Instant;
import java.util.List;

/** Reports the beginning and the end of runs and turns: to hooks first, then to listeners. */
public record RunEvents(Engine engine, Listeners listeners) {
    void started() throws InterruptedException {
        try {
            engine.fire(HookPoints.AGENT_START, new AgentStart());
        } finally {
            listeners.publish(new AgentEvent.RunStarted());
        }
    }

    void turnStarted(int turn, long now) throws InterruptedException {
        try {
            engine.fire(HookPoints.TURN_START, new TurnStart(turn, Instant.ofEpochMilli(now)));
        } finally {
            listeners.publish(new AgentEvent.TurnStarted());
        }
    }

    /** Reports the turn that a run which broke needs for its answer; hooks are not asked. */
    void turnStartedByFailure() {
        listeners.publish(new AgentEvent.TurnStarted());
    }

    void turnEnded(Message.Assistant answer, List<Message.ToolResult> results) {
        listeners.publish(new AgentEvent.TurnEnded(answer, List.copyOf(results)));
    }

    /** Notifies hooks that a run ended; listeners follow with {@link #ended}, when the agent is idle. */
    void ending(List<Message> produced, boolean willRetry) throws InterruptedException {
        engine.fire(HookPoints.AGENT_END, new AgentEnd(List.copyOf(produced), willRetry));
    }

    void ended(List<Message> produced, boolean willRetry) {
        listeners.publish(new AgentEvent.RunEnded(List.copyOf(produced), willRetry));
    }

    /** Notifies hooks that nothing is left to do; listeners follow with {@link #settled}. */
    void settling(boolean aborted) throws InterruptedException {
        engine.fire(HookPoints.AGENT_SETTLED, new AgentSettled(aborted));
    }

    void settled(boolean aborted) {
        listeners.publish(new AgentEvent.Settled(aborted));
    }

    /** Reports that something a hook asked for could not be done. */
    void refused(String event, String what) {
        engine.report(new HookError("hooks", event, what, null));
    }
}

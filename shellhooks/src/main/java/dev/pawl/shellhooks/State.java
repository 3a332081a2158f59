package dev.pawl.shellhooks;

import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** What the hooks of one file said and what is still to be told, as long as the session lives. */
final class State {
    private final Map<String, List<String>> ofCalls = new HashMap<>();
    private final List<String> pending = new ArrayList<>();
    private final Map<String, Long> startedAt = new HashMap<>();
    private final Map<String, JsonObject> arguments = new HashMap<>();
    private final Map<String, Integer> agents = new HashMap<>();
    private final Set<String> said = new HashSet<>();
    private final AtomicInteger activity = new AtomicInteger();
    private String ending = "";
    private int sentBack;

    /** Text for the model that belongs to a tool call; it is told with its result. */
    synchronized void add(String toolCallId, String text) {
        ofCalls.computeIfAbsent(toolCallId, _ -> new ArrayList<>()).add(text);
    }

    synchronized List<String> take(String toolCallId) {
        var texts = ofCalls.remove(toolCallId);
        return texts == null ? List.of() : List.copyOf(texts);
    }

    /** Text for the model that is told with the next prompt. */
    synchronized void add(String text) {
        pending.add(text);
    }

    synchronized List<String> take() {
        var texts = List.copyOf(pending);
        pending.clear();
        return texts;
    }

    /** Keeps the arguments of a call until it is over. */
    synchronized void began(ToolExecutionStart start) {
        arguments.put(start.toolCallId(), start.args());
    }

    synchronized JsonObject arguments(String toolCallId) {
        return arguments.getOrDefault(toolCallId, JsonObject.empty());
    }

    synchronized void ended(String toolCallId) {
        arguments.remove(toolCallId);
    }

    synchronized void started(String toolCallId) {
        startedAt.put(toolCallId, System.nanoTime());
    }

    /** How long a call took, in milliseconds. */
    synchronized long took(String toolCallId) {
        var from = startedAt.remove(toolCallId);
        return from == null ? 0 : (System.nanoTime() - from) / 1_000_000;
    }

    /** The run is to end after this turn. */
    synchronized void end(String why) {
        ending = why.isEmpty() ? "A hook ended the run." : why;
    }

    /** Why the run is to end; empty if it is not. */
    synchronized String takeEnding() {
        var why = ending;
        ending = "";
        return why;
    }

    /** Counts how often hooks sent the agent back to work without anybody else having said something. */
    synchronized int sentBack(boolean again) {
        sentBack = again ? sentBack + 1 : 1;
        return sentBack;
    }

    /** The same for one subagent, as long as it works. */
    synchronized int sentBack(String agentId, boolean again) {
        return again ? agents.merge(agentId, 1, Integer::sum) : agents.compute(agentId, (_, _) -> 1);
    }

    synchronized int sentBack(String agentId) {
        return agents.getOrDefault(agentId, 0);
    }

    /** How often in a row that happened. */
    synchronized int sentBack() {
        return sentBack;
    }

    /** Whether something is said for the first time. */
    synchronized boolean first(String text) {
        return said.add(text);
    }

    /** Something happened; returns a number that stays as long as nothing else does. */
    int happened() {
        return activity.incrementAndGet();
    }

    boolean isStill(int number) {
        return activity.get() == number;
    }
}

package dev.pawl.shellhooks;

import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What the hooks of one file answered and what is still to be reported, as long as the session lives. */
final class State {
    private static final int MOST_DISPLAYED = 200;

    private final Map<String, List<String>> ofCalls = new HashMap<>();
    private final List<String> pending = new ArrayList<>();
    private final Map<String, Long> startedAt = new HashMap<>();
    private final Map<String, JsonObject> arguments = new HashMap<>();
    private final Map<String, Integer> agents = new HashMap<>();
    private final Map<String, String> refused = new HashMap<>();
    private final Set<String> ofModel = new HashSet<>();
    private final Set<String> reported = new HashSet<>();
    private final AtomicInteger activity = new AtomicInteger();
    private final Map<String, String> displayed = new LinkedHashMap<>();
    private @Nullable String promptId;
    private String ending = "";
    private int sentBack;

    /** Text for the model that belongs to a tool call; it is added to its result. */
    synchronized void add(String toolCallId, String text) {
        ofCalls.computeIfAbsent(toolCallId, _ -> new ArrayList<>()).add(text);
    }

    synchronized List<String> take(String toolCallId) {
        var texts = ofCalls.remove(toolCallId);
        return texts == null ? List.of() : List.copyOf(texts);
    }

    /** Text for the model that is added to the next prompt. */
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

    /** A prompt is worked on. */
    synchronized void prompted(String id) {
        promptId = id;
    }

    /** What names the prompt that is worked on; null before the first. */
    synchronized @Nullable String promptId() {
        return promptId;
    }

    /** Has the screen show another text than the model wrote. */
    synchronized void display(String text, String instead) {
        displayed.put(text.strip(), instead);
        if (displayed.size() > MOST_DISPLAYED) {
            displayed.remove(displayed.keySet().iterator().next());
        }
    }

    /** What the screen shows of a text. */
    synchronized String display(String text) {
        return displayed.getOrDefault(text.strip(), text);
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

    /** Counts how often hooks sent the agent back to work since the last prompt. */
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

    /** A call of a model whose id looks like one of a hook's calls. */
    synchronized void ofModel(String toolCallId) {
        ofModel.add(toolCallId);
    }

    /** Whether an id is that of such a call, or of a call below it. */
    synchronized boolean isOfModel(String id) {
        return ofModel.stream().anyMatch(call -> id.equals(call) || id.startsWith(call + "/"));
    }

    /** A hook did not allow a subagent. */
    synchronized void refuse(String agentId, String why) {
        refused.put(agentId, why);
    }

    synchronized @Nullable String refusal(String agentId) {
        return refused.get(agentId);
    }

    /** Whether something is reported for the first time. */
    synchronized boolean first(String text) {
        return reported.add(text);
    }

    /** Something happened; returns a number that stays as long as nothing else does. */
    int happened() {
        return activity.incrementAndGet();
    }

    boolean isStill(int number) {
        return activity.get() == number;
    }
}

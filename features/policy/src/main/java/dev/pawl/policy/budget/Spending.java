package dev.pawl.policy.budget;

import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.model.Model;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The spending of a session so far, its requests under way, and its running subagents. */
final class Spending {
    private static final int LONGEST_TASK = 60;

    private final Estimate estimate = new Estimate();
    private final Map<String, Spent> byAgent = new HashMap<>();
    private final Map<String, Spent> byCall = new HashMap<>();
    private final Map<Purpose, Spent> byPurpose = new EnumMap<>(Purpose.class);
    private final Map<String, Spent> byHook = new LinkedHashMap<>();
    private final Map<String, String> tasks = new LinkedHashMap<>();
    private final Set<String> underWay = new HashSet<>();
    private final List<String> agents = new ArrayList<>();
    private @Nullable Spent atStart;
    private Spent sinceStart = Spent.NOTHING;
    private int ends;

    /** Starts a new session. */
    synchronized void begin() {
        byAgent.clear();
        byCall.clear();
        byPurpose.clear();
        byHook.clear();
        tasks.clear();
        underWay.clear();
        agents.clear();
        atStart = null;
        sinceStart = Spent.NOTHING;
        notifyAll();
    }

    /** The run has ended: nothing is under way, even if an end was not reported. */
    synchronized void settle() {
        underWay.clear();
        agents.clear();
        notifyAll();
    }

    synchronized void begin(RequestAuthorize request) {
        underWay.add(request.requestId());
    }

    synchronized void end(RequestEnd end) {
        var request = end.request();
        underWay.remove(request.requestId());
        ends++;
        if (end.sent()) {
            var spent = Spent.of(end.usage());
            sinceStart = sinceStart.plus(spent);
            estimate.ended(end.usage());
            byPurpose.merge(request.purpose(), spent, Spent::plus);
            if (request.hook() != null) {
                byHook.merge(request.hook(), spent, Spent::plus);
            }
            if (request.agentId() != null) {
                byAgent.merge(request.agentId(), spent, Spent::plus);
            }
            if (request.toolCallId() != null) {
                byCall.merge(request.toolCallId(), spent, Spent::plus);
            }
        }
        notifyAll();
    }

    synchronized void started(SubagentStart start) {
        agents.add(start.agentId());
        var task = start.task().prompt().strip().lines().findFirst().orElse("");
        tasks.put(
                start.agentId(),
                start.agentType() + " \""
                        + (task.length() > LONGEST_TASK ? task.substring(0, LONGEST_TASK) + "…" : task) + "\"");
    }

    /** The spending of each hook on requests of its own, since the start of the program. */
    synchronized Map<String, Spent> hooks() {
        return new LinkedHashMap<>(byHook);
    }

    /** The spending of each subagent, since the start of the program, by its type and the first line of its task. */
    synchronized Map<String, Spent> subagents() {
        var all = new LinkedHashMap<String, Spent>();
        tasks.forEach((agent, task) -> all.merge(task, byAgent.getOrDefault(agent, Spent.NOTHING), Spent::plus));
        return all;
    }

    synchronized void ended(String agentId) {
        agents.remove(agentId);
    }

    /** The position of an agent among the running ones, the oldest first; 0 if it is not known. */
    synchronized int place(@Nullable String agentId) {
        return Math.max(0, agents.indexOf(agentId));
    }

    /** The spending of the session. The value in the event may be older than requests that have ended since. */
    synchronized Spent session(RequestAuthorize request) {
        var reported = Spent.of(request.sessionUsage());
        atStart = atStart == null ? reported : atStart;
        return reported.most(atStart.plus(sinceStart));
    }

    /** The spending of the requesting agent with its subagents, or of any agent above it: the largest of them. */
    synchronized Spent subtree(RequestAuthorize request) {
        var most = Spent.of(request.subtreeUsage());
        var own = request.agentId() == null ? null : byAgent.get(request.agentId());
        most = own == null ? most : most.most(own);
        var call = request.toolCallId() == null ? "" : request.toolCallId();
        for (int slash = call.indexOf('/'); slash > 0; slash = call.indexOf('/', slash + 1)) {
            most = most.most(below(call.substring(0, slash)));
        }
        return most;
    }

    private Spent below(String call) {
        var sum = Spent.NOTHING;
        for (var each : byCall.entrySet()) {
            if (each.getKey().equals(call) || each.getKey().startsWith(call + "/")) {
                sum = sum.plus(each.getValue());
            }
        }
        return sum;
    }

    /** The spending on requests of a purpose since the start of the program. */
    synchronized Spent of(Purpose purpose) {
        return byPurpose.getOrDefault(purpose, Spent.NOTHING);
    }

    /** The expected spending of the requests under way and of one more, estimated by the largest request so far. */
    synchronized Spent expected() {
        return estimate.largest().times(underWay.size() + 1);
    }

    /** What a request may cost. */
    Spent possible(Model model) {
        return estimate.possible(model);
    }

    /** How many requests are under way. */
    synchronized int underWay() {
        return underWay.size();
    }

    synchronized boolean isAlone() {
        return underWay.isEmpty();
    }

    /** Waits until a request ends, if one is under way. */
    synchronized void awaitEnd() throws InterruptedException {
        int seen = ends;
        while (ends == seen && !underWay.isEmpty()) {
            wait();
        }
    }
}

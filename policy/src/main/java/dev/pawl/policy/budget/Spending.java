package dev.pawl.policy.budget;

import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.event.SubagentStart;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a session took so far, request by request, what is under way, and which subagents work. */
final class Spending {
    private static final int SHOWN = 60;

    private final Map<String, Spent> byAgent = new HashMap<>();
    private final Map<String, Spent> byCall = new HashMap<>();
    private final Map<Purpose, Spent> byPurpose = new EnumMap<>(Purpose.class);
    private final Map<String, Spent> byHook = new LinkedHashMap<>();
    private final Map<String, String> tasks = new LinkedHashMap<>();
    private final Set<String> underWay = new HashSet<>();
    private final List<String> agents = new ArrayList<>();
    private @Nullable Spent before;
    private Spent since = Spent.NOTHING;
    private Spent largest = Spent.NOTHING;
    private int ends;

    /** Another session begins. */
    synchronized void begin() {
        byAgent.clear();
        byCall.clear();
        byPurpose.clear();
        byHook.clear();
        tasks.clear();
        underWay.clear();
        agents.clear();
        before = null;
        since = Spent.NOTHING;
        notifyAll();
    }

    /** The run is over: nothing is under way, also where an end was not reported. */
    synchronized void settle() {
        underWay.clear();
        agents.clear();
        notifyAll();
    }

    synchronized void begin(RequestAuthorize request) {
        underWay.add(request.requestId());
    }

    synchronized void end(RequestEnd request) {
        underWay.remove(request.requestId());
        ends++;
        if (request.sent()) {
            var spent = Spent.of(request.usage());
            since = since.plus(spent);
            largest = largest.most(spent);
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
                start.agentType() + " \"" + (task.length() > SHOWN ? task.substring(0, SHOWN) + "…" : task) + "\"");
    }

    /** What each hook took that asked models of its own accord, in this run of the program. */
    synchronized Map<String, Spent> hooks() {
        return new LinkedHashMap<>(byHook);
    }

    /** What each subagent took itself, in this run of the program, by its tool and the first line of its task. */
    synchronized Map<String, Spent> subagents() {
        var all = new LinkedHashMap<String, Spent>();
        tasks.forEach((agent, task) -> all.merge(task, byAgent.getOrDefault(agent, Spent.NOTHING), Spent::plus));
        return all;
    }

    synchronized void ended(String agentId) {
        agents.remove(agentId);
    }

    /** The place of an agent among those that work, the oldest first; 0 for one that is not known. */
    synchronized int place(@Nullable String agentId) {
        return Math.max(0, agents.indexOf(agentId));
    }

    /** What the session took. What an event contains was true when the event was made; more may have ended since. */
    synchronized Spent session(RequestAuthorize request) {
        var said = Spent.of(request.sessionUsage());
        before = before == null ? said : before;
        return said.most(before.plus(since));
    }

    /** What the agent that asks took with those below it, or any agent above it: whichever is most. */
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

    /** What the requests of some purpose took in this run of the program. */
    synchronized Spent of(Purpose purpose) {
        return byPurpose.getOrDefault(purpose, Spent.NOTHING);
    }

    /** What is to be expected of requests under way and of one more: none is likely to take more than the largest so far. */
    synchronized Spent expected() {
        return largest.times(underWay.size() + 1);
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

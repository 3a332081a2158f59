package dev.pawl.policy.permission;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The calls and rules that the user allowed for the rest of a session; kept when hooks are reloaded. */
public final class Grants {
    private final Map<String, Set<String>> calls = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> rules = new ConcurrentHashMap<>();

    void call(String session, String call) {
        calls.computeIfAbsent(session, _ -> ConcurrentHashMap.newKeySet()).add(call);
    }

    boolean hasCall(String session, String call) {
        return calls.getOrDefault(session, Set.of()).contains(call);
    }

    void rule(String session, String rule) {
        rules.computeIfAbsent(session, _ -> ConcurrentHashMap.newKeySet()).add(rule);
    }

    Set<String> rules(String session) {
        return Set.copyOf(rules.getOrDefault(session, Set.of()));
    }
}

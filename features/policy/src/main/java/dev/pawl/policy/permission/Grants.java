package dev.pawl.policy.permission;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The calls and rules that the user allowed for the rest of a session; kept when hooks are reloaded. */
public final class Grants {
    private final Map<String, Set<String>> calls = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> rules = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> nested = new ConcurrentHashMap<>();

    void call(String session, String call) {
        calls.computeIfAbsent(session, _ -> ConcurrentHashMap.newKeySet()).add(call);
    }

    boolean hasCall(String session, String call) {
        return calls.getOrDefault(session, Set.of()).contains(call);
    }

    /** Allows what another call calls, as far as it is about the same, until that is over. */
    void callsOf(String session, String parent, String about) {
        nested.computeIfAbsent(session + "\n" + parent, _ -> ConcurrentHashMap.newKeySet())
                .add(about);
    }

    boolean hasCallsOf(String session, @Nullable String parent, String about) {
        return parent != null
                && nested.getOrDefault(session + "\n" + parent, Set.of()).contains(about);
    }

    /** A call is over: another one may have the same id. */
    void done(String session, String call) {
        nested.remove(session + "\n" + call);
    }

    void rule(String session, String rule) {
        rules.computeIfAbsent(session, _ -> ConcurrentHashMap.newKeySet()).add(rule);
    }

    Set<String> rules(String session) {
        return Set.copyOf(rules.getOrDefault(session, Set.of()));
    }
}

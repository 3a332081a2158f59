package dev.pawl.testkit.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** A script while it is played: knows the next turn, and names the calls that have no id. */
final class ScriptPlay {
    private final Script script;
    private int turn;
    private int played;
    private int calls;

    ScriptPlay(Script script) {
        this.script = script;
    }

    /** The answer to a request, its calls with ids and its tokens as numbers. */
    synchronized Script.Turn next(String body) {
        var next = choose(body);
        if (next.estimates()) {
            long bytes = body.getBytes(StandardCharsets.UTF_8).length;
            next = next.usage((bytes + 3) / 4, 20);
        }
        return named(next);
    }

    private Script.Turn choose(String body) {
        for (var side : script.side()) {
            if (side.answers(body)) {
                return side.turn();
            }
        }
        if (turn >= script.turns().size()) {
            return script.end();
        }
        var next = script.turns().get(turn);
        played++;
        if (played >= next.repeat()) {
            turn++;
            played = 0;
        }
        return next;
    }

    private Script.Turn named(Script.Turn next) {
        if (next.calls().isEmpty()) {
            return next;
        }
        var named = new ArrayList<Script.Call>();
        for (var call : next.calls()) {
            calls++;
            named.add(call.id() != null ? call : call.withId(id(calls)));
        }
        return next.withCalls(named);
    }

    private static String id(int number) {
        var digits = String.valueOf(number);
        return "call_" + "0000".substring(Math.min(4, digits.length())) + digits;
    }
}

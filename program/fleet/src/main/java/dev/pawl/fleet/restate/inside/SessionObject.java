package dev.pawl.fleet.restate.inside;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.restate.Names;
import dev.pawl.fleet.store.Transition;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState.Phase;
import dev.restate.common.Request;
import dev.restate.common.Target;
import dev.restate.sdk.ObjectContext;
import dev.restate.sdk.SharedObjectContext;
import dev.restate.sdk.common.StateKey;
import dev.restate.serde.Serde;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The virtual object that keeps a session: its document, and a value for each line of its log. */
final class SessionObject {
    private static final StateKey<byte[]> DOCUMENT = StateKey.bytes("document");

    private final String place;

    SessionObject(String place) {
        this.place = place;
    }

    private static StateKey<byte[]> line(int at) {
        return StateKey.bytes(String.format("line.%08d", at));
    }

    private static StateKey<byte[]> step(int at) {
        return StateKey.bytes(String.format("step.%08d", at));
    }

    static byte[] bytes(JsonObject json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Carries an operation out. */
    byte[] apply(ObjectContext ctx, byte[] input) {
        var operation = JsonObject.parse(input);
        var before = ctx.get(DOCUMENT).map(JsonObject::parse).orElse(null);
        long now = operation.number("now", 0);
        Transition made;
        try {
            made = Transition.of(before, operation, now);
        } catch (Refused e) {
            return bytes(JsonObject.of("refused", e.getMessage(), "stale", e instanceof StaleWriter));
        }
        var after = made.document();
        if (after == null) {
            ctx.clearAll();
            return bytes(JsonObject.of("document", JsonObject.empty()));
        }
        int from = after.integer("lines", 0) - made.added().size();
        for (int i = 0; i < made.added().size(); i++) {
            ctx.set(line(from + i), made.added().get(i).getBytes(StandardCharsets.UTF_8));
        }
        var steps = made.steps();
        if (steps != null) {
            keep(ctx, steps, before == null ? 0 : before.integer("steps", 0));
        }
        after = woken(ctx, operation, after);
        ctx.set(DOCUMENT, bytes(after));
        return bytes(JsonObject.of("document", after, "now", now));
    }

    private static void keep(ObjectContext ctx, Transition.Steps steps, int kept) {
        int end = steps.at() + steps.lines().size();
        for (int at = end; at < kept; at++) {
            ctx.clear(step(at));
        }
        for (int i = 0; i < steps.lines().size(); i++) {
            ctx.set(step(steps.at() + i), steps.lines().get(i).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The worker that advances the session is woken where it waits, or called. */
    private JsonObject woken(ObjectContext ctx, JsonObject operation, JsonObject session) {
        var waits = session.string("awakeable", operation.string("awakeable", ""));
        boolean waiting = session.string("phase", "").equals(Phase.WAITING.word());
        if (waiting) {
            return session.with("awakeable", waits);
        }
        if (!waits.isEmpty()) {
            ctx.awakeableHandle(waits).resolve(Serde.RAW, new byte[0]);
        } else if ("send".equals(operation.string("op"))
                && session.string("phase", "").equals(Phase.READY.word())) {
            ctx.send(Request.of(
                    Target.virtualObject(Names.RUNS + place, ctx.key(), "advance"), Serde.RAW, Serde.RAW, new byte[0]));
        }
        return session.without("awakeable");
    }

    /** The document and, unless {@code from} is negative, the lines from there on; the steps, if they are asked for. */
    byte[] read(SharedObjectContext ctx, byte[] input) {
        var asked = JsonObject.parse(input);
        int from = asked.integer("from", -1);
        var document = ctx.get(DOCUMENT).map(JsonObject::parse).orElse(null);
        if (document == null) {
            return bytes(JsonObject.empty());
        }
        var answer = JsonObject.of("document", document);
        if (asked.bool("steps", false)) {
            answer = answer.with("steps", values(ctx, SessionObject::step, 0, document.integer("steps", 0)));
        }
        int end = from < 0 ? from : document.integer("lines", 0);
        return bytes(answer.with("lines", values(ctx, SessionObject::line, from, end)));
    }

    private static List<String> values(SharedObjectContext ctx, IntFunction<StateKey<byte[]>> key, int from, int end) {
        List<String> values = new ArrayList<>();
        for (int at = from; at < end; at++) {
            ctx.get(key.apply(at)).ifPresent(text -> values.add(new String(text, StandardCharsets.UTF_8)));
        }
        return values;
    }
}

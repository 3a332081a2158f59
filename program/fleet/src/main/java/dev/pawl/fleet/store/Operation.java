package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.Next;
import dev.pawl.start.attach.Question;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One change of a session, as data, so that every engine can carry it to where the session is kept. */
public final class Operation {
    private Operation() {}

    public static JsonObject create(String session, String place, JsonObject about, List<String> lines) {
        return JsonObject.of("op", "create", "id", session)
                .with("place", place)
                .with("about", about)
                .with("content", lines);
    }

    public static JsonObject send(Input input) {
        return JsonObject.of("op", "send", "input", input.toJson());
    }

    public static JsonObject claim(String worker, long leaseMillis) {
        return JsonObject.of("op", "claim", "worker", worker).with("lease", leaseMillis);
    }

    /** A claim by an engine that runs one worker for a session at a time: a lease of the one before counts no more. */
    public static JsonObject claimAnew(String worker, long leaseMillis) {
        return claim(worker, leaseMillis).with("anew", true);
    }

    public static JsonObject extend(long token, long leaseMillis) {
        return JsonObject.of("op", "extend", "token", token).with("lease", leaseMillis);
    }

    public static JsonObject append(long token, int at, String line, @Nullable String takes) {
        return JsonObject.of("op", "append", "token", token)
                .with("at", at)
                .with("content", List.of(line))
                .with("takes", takes);
    }

    /**
     * Keeps steps of tool calls.
     *
     * @param id names this operation: the same again counts once
     * @param anew whether the steps before are not needed any more
     */
    public static JsonObject steps(long token, String id, List<String> steps, boolean anew) {
        return JsonObject.of("op", "steps", "token", token)
                .with("step", id)
                .with("content", steps)
                .with("anew", anew);
    }

    public static JsonObject take(long token, String input) {
        return JsonObject.of("op", "take", "token", token).with("takes", input);
    }

    public static JsonObject note(long token, JsonObject about) {
        return JsonObject.of("op", "note", "token", token).with("about", about);
    }

    public static JsonObject ask(long token, Question question) {
        return JsonObject.of("op", "ask", "token", token).with("question", question.toJson());
    }

    public static JsonObject release(long token, Next next) {
        var json = JsonObject.of("op", "release", "token", token);
        return switch (next) {
            case Next.Idle() -> json.with("phase", "idle");
            case Next.Ready() -> json.with("phase", "ready");
            case Next.Waits(var question) -> json.with("phase", "waiting").with("question", question.toJson());
            case Next.Sleeps(var until, var why) ->
                json.with("phase", "asleep")
                        .with("wakesAt", until.toEpochMilli())
                        .with("problem", why);
            case Next.Aside(var pause, var why) ->
                json.with("phase", "asleep")
                        .with("aside", true)
                        .with("wakesIn", pause.toMillis())
                        .with("problem", why);
            case Next.Failed(var why) -> json.with("phase", "failed").with("problem", why);
        };
    }

    public static JsonObject pause(String provider, long millis) {
        return JsonObject.of("op", "pause", "provider", provider).with("millis", millis);
    }

    /** Takes the next time for a request, if it is at most so many milliseconds away. */
    public static JsonObject next(String provider, long apart, long atMost) {
        return JsonObject.of("op", "next", "provider", provider)
                .with("apart", apart)
                .with("atMost", atMost);
    }

    /** Sets aside what a request may cost, if it fits; the document then has the answer. */
    public static JsonObject reserve(Limits.Reserve request, double limit, long leaseMillis) {
        return JsonObject.of("op", "reserve", "request", request.id())
                .with("session", request.session())
                .with("dollars", request.possible())
                .with("besideOwn", request.besideOwn())
                .with("limit", limit)
                .with("lease", leaseMillis);
    }

    /** A sign of life for what is set aside; what has lapsed meanwhile is set aside again, for it may still be paid. */
    public static JsonObject renew(Collection<Limits.Reserve> requests, long leaseMillis) {
        var all = requests.stream()
                .map(request -> JsonObject.of("request", request.id(), "session", request.session())
                        .with("dollars", request.possible()))
                .toList();
        return JsonObject.of("op", "renew", "requests", all).with("lease", leaseMillis);
    }

    public static JsonObject settle(String request, double dollars) {
        return JsonObject.of("op", "settle", "request", request).with("dollars", dollars);
    }

    public static JsonObject remove() {
        return JsonObject.of("op", "remove");
    }
}

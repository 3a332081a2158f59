package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Sha256;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.SessionId;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState.Phase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation on a session: the rules of claims, tokens, inboxes and questions, the same for every
 * engine.
 *
 * @param document the session after it; null if it is removed
 * @param added lines for the end of its log
 * @param steps steps of tool calls that are kept now; null if they stay as they are
 */
public record Transition(
        @Nullable JsonObject document,
        List<String> added,
        @Nullable Steps steps) {
    /**
     * Steps of tool calls that are kept behind others, or in place of them.
     *
     * @param at how many steps there are before them, of those that are still needed
     */
    public record Steps(int at, List<String> lines) {}

    private Transition(@Nullable JsonObject document, List<String> added) {
        this(document, added, null);
    }

    /** The number of inputs that are remembered after they were taken: one that is sent again counts once. */
    private static final int REMEMBERED = 100;

    /** So many answers are shown with those who gave them. */
    private static final int ANSWERS = 20;

    /** So many workers in a row may end with a session before it has failed: those that got nowhere, and all of a run. */
    private static final int MOST_WITHOUT_PROGRESS = 5;

    private static final int MOST_IN_RUN = 10;

    /**
     * Carries an operation out.
     *
     * @param before the session; null if there is none
     * @param now milliseconds since 1970
     * @throws Refused if it is not possible; then nothing changes
     */
    public static Transition of(@Nullable JsonObject before, JsonObject operation, long now) throws Refused {
        var op = operation.string("op", "");
        if (op.equals("create")) {
            return create(before, operation, now);
        }
        if (before == null) {
            throw new Refused("there is no session with this id in the fleet");
        }
        if (SessionId.LIMITS.equals(before.string("id"))) {
            return new Transition(SharedLimits.after(before, operation, now), List.of());
        }
        var after = before.with("changed", now);
        return switch (op) {
            case "send" -> new Transition(send(after, Input.from(operation.object("input")), now), List.of());
            case "claim" -> new Transition(claim(after, operation, now), List.of());
            case "remove" -> remove(before, now);
            case "extend", "append", "steps", "take", "note", "ask", "release" -> ofWriter(after, op, operation, now);
            default -> throw new Refused("there is no operation " + op);
        };
    }

    private static Transition create(@Nullable JsonObject before, JsonObject operation, long now) throws Refused {
        var id = SessionId.checked(operation.string("id", ""));
        if (before != null) {
            throw new Refused("session " + id + " is in the fleet already");
        }
        var lines = operation.strings("content");
        var document = JsonObject.of("id", id, "phase", Phase.IDLE.word())
                .with("place", operation.string("place", ""))
                .with("about", operation.object("about"))
                .with("token", 0)
                .with("lines", lines.size())
                .with("inputs", List.of())
                .with("taken", List.of())
                .with("changed", now);
        return new Transition(document, lines);
    }

    private static Transition remove(JsonObject before, long now) throws Refused {
        if (phase(before) == Phase.RUNNING && before.number("leaseUntil", 0) > now) {
            throw new Refused("session " + before.string("id") + " is being worked on by " + before.string("worker")
                    + "; cancel it first");
        }
        return new Transition(null, List.of());
    }

    private static JsonObject send(JsonObject session, Input input, long now) throws Refused {
        if (session.strings("taken").contains(input.id())
                || session.objects("inputs").stream()
                        .anyMatch(known -> input.id().equals(known.string("id")))) {
            return session;
        }
        return switch (input.kind()) {
            case PROMPT -> {
                var with = added(session, input);
                yield switch (phase(session)) {
                    case IDLE, FAILED -> at(with, Phase.READY).without("problem");
                    default -> with;
                };
            }
            case ANSWER -> {
                var asked = session.object("question").string("key");
                if (!input.value().string("question", "").equals(asked)) {
                    throw new Refused("session " + session.string("id")
                            + " does not wait for this answer; it was given already, or the run was ended");
                }
                var with = added(noted(session, input, now), input).without("question");
                yield phase(session) == Phase.WAITING ? at(with, Phase.READY) : with;
            }
            case CANCEL ->
                switch (phase(session)) {
                    case RUNNING -> remembered(session, input.id()).with("cancelled", true);
                    case WAITING, ASLEEP, READY ->
                        at(
                                remembered(session, input.id())
                                        .with("inputs", List.of())
                                        .without("question", "wakesAt", "problem", "inRun"),
                                Phase.IDLE);
                    case IDLE, FAILED -> session;
                };
        };
    }

    /** Notes who answered what, and when; the last answers are kept. */
    private static JsonObject noted(JsonObject session, Input answer, long now) {
        var question = session.object("question");
        var note = JsonObject.of("question", question.string("key", ""), "title", question.string("title", ""))
                .with("message", question.string("message", ""))
                .with("answer", answer.value().without("question", "by"))
                .with("by", answer.value().string("by", ""))
                .with("at", now);
        var notes = new ArrayList<>(session.objects("answers"));
        notes.add(note);
        return session.with("answers", notes.subList(Math.max(0, notes.size() - ANSWERS), notes.size()));
    }

    /** Returns whether a worker may claim a session. */
    static boolean isClaimable(JsonObject session, long now) {
        return due(session) <= now;
    }

    /** Returns when a worker may claim a session; the largest number there is if only an event from outside can make it. */
    public static long due(JsonObject session) {
        return switch (phase(session)) {
            case READY -> 0;
            case ASLEEP -> session.number("wakesAt", 0);
            case RUNNING -> session.number("leaseUntil", 0);
            case IDLE, WAITING, FAILED -> Long.MAX_VALUE;
        };
    }

    /**
     * A claim; the session is not running after it if workers ended with it again and again: then it sleeps for a while, and
     * fails at last, so that it does not take one worker after another with it.
     */
    private static JsonObject claim(JsonObject session, JsonObject operation, long now) throws Refused {
        boolean anew = phase(session) == Phase.RUNNING && operation.bool("anew", false);
        if (!anew && !isClaimable(session, now)) {
            throw new Refused("session " + session.string("id") + " is "
                    + phase(session).word()
                    + (session.has("worker") ? ", worker " + session.string("worker") : "") + "; it cannot be claimed");
        }
        var next = phase(session) == Phase.RUNNING ? takenOver(session, now) : session;
        return next != session && phase(next) != Phase.RUNNING
                ? next
                : at(next, Phase.RUNNING)
                        .with("token", next.number("token", 0) + 1)
                        .with("worker", operation.string("worker", ""))
                        .with("leaseUntil", now + operation.number("lease", 0))
                        .without("wakesAt", "problem");
    }

    /** Its last worker ended, or was silent for longer than its lease. */
    private static JsonObject takenOver(JsonObject session, long now) {
        int stuck = session.integer("stuck", 0) + 1;
        int lost = session.integer("lost", 0) + 1;
        var counted =
                session.with("stuck", stuck).with("lost", lost).with("takeOvers", session.integer("takeOvers", 0) + 1);
        var free = counted.without("worker", "leaseUntil");
        var last = "worker " + session.string("worker", "") + " ended or was silent while it ran this session";
        if (stuck > MOST_WITHOUT_PROGRESS || lost > MOST_IN_RUN) {
            return at(withoutAnswers(free).without("inRun", "stuck", "lost", "cancelled", "question"), Phase.FAILED)
                    .with(
                            "problem",
                            last + ", as " + (lost - 1) + " before it did in the same run"
                                    + (stuck > MOST_WITHOUT_PROGRESS
                                            ? ", the last " + stuck + " without any progress"
                                            : "")
                                    + ". No other one takes it up; a new prompt tries again");
        }
        if (stuck > 1) {
            return at(free, Phase.ASLEEP)
                    .with("wakesAt", now + (1_000L << stuck))
                    .with("problem", last + ", for the " + stuck + ". time without any progress");
        }
        return counted;
    }

    private static Transition ofWriter(JsonObject session, String op, JsonObject operation, long now) throws Refused {
        if (phase(session) != Phase.RUNNING || session.number("token", 0) != operation.number("token", -1)) {
            throw new StaleWriter("session " + session.string("id") + " has another writer by now: the token of this"
                    + " one is " + operation.number("token", -1) + ", the session's is " + session.number("token", 0)
                    + (session.has("worker") ? " (" + session.string("worker") + ")" : ""));
        }
        return switch (op) {
            case "append" -> append(session, operation);
            case "steps" -> steps(session, operation);
            case "extend" -> new Transition(session.with("leaseUntil", now + operation.number("lease", 0)), List.of());
            case "take" -> new Transition(taken(session, operation.string("takes")), List.of());
            case "ask" -> new Transition(session.with("question", operation.object("question")), List.of());
            case "note" -> new Transition(session.with("about", operation.object("about")), List.of());
            default ->
                new Transition(
                        operation.bool("aside", false) ? aside(session, operation, now) : release(session, operation),
                        List.of());
        };
    }

    private static Transition append(JsonObject session, JsonObject operation) throws Refused {
        var line = operation.strings("content").getFirst();
        int lines = session.integer("lines", 0);
        int at = operation.integer("at", -1);
        if (at == lines - 1 && Sha256.hex(line).equals(session.string("last"))) {
            return new Transition(taken(session, operation.string("takes")), List.of());
        }
        if (at != lines) {
            throw new Refused("session " + session.string("id") + " has " + lines + " lines in the fleet, but its"
                    + " writer has " + at + "; nothing was written");
        }
        var takes = operation.string("takes");
        var run = (takes == null ? session : session.with("inRun", true)).without("stuck");
        return new Transition(taken(run, takes).with("lines", lines + 1).with("last", Sha256.hex(line)), List.of(line));
    }

    private static Transition steps(JsonObject session, JsonObject operation) {
        var id = operation.string("step", "");
        if (id.equals(session.string("step"))) {
            return new Transition(session, List.of());
        }
        int at = operation.bool("anew", false) ? 0 : session.integer("steps", 0);
        var lines = operation.strings("content");
        var after = session.without("stuck").with("steps", at + lines.size()).with("step", id);
        return new Transition(after, List.of(), new Steps(at, lines));
    }

    /** It was not advanced, so what is counted of workers that ended with it stays. */
    private static JsonObject aside(JsonObject session, JsonObject operation, long now) {
        return at(session.without("worker", "leaseUntil"), Phase.ASLEEP)
                .with("wakesAt", now + operation.number("wakesIn", 0))
                .with("problem", operation.string("problem"));
    }

    private static JsonObject release(JsonObject session, JsonObject operation) {
        var wanted = Phase.of(operation.string("phase", "idle"));
        var free =
                session.without("worker", "leaseUntil", "cancelled", "question", "wakesAt", "problem", "stuck", "lost");
        return switch (wanted) {
            case WAITING -> {
                var question = operation.object("question");
                yield answered(free, question.string("key", ""))
                        ? at(free, Phase.READY)
                        : at(free, Phase.WAITING).with("question", question);
            }
            case ASLEEP ->
                at(free, Phase.ASLEEP)
                        .with("wakesAt", operation.number("wakesAt", 0))
                        .with("problem", operation.string("problem"));
            case FAILED ->
                at(withoutAnswers(free).without("inRun"), Phase.FAILED).with("problem", operation.string("problem"));
            case IDLE -> {
                var done = withoutAnswers(free).without("inRun");
                yield at(done, done.objects("inputs").isEmpty() ? Phase.IDLE : Phase.READY);
            }
            default -> at(free, Phase.READY);
        };
    }

    private static boolean answered(JsonObject session, String question) {
        return session.objects("inputs").stream()
                .map(Input::from)
                .anyMatch(input -> input.kind() == Input.Kind.ANSWER
                        && question.equals(input.value().string("question")));
    }

    private static JsonObject withoutAnswers(JsonObject session) {
        var left = new ArrayList<JsonObject>();
        var result = session;
        for (var input : session.objects("inputs")) {
            if (Input.from(input).kind() == Input.Kind.ANSWER) {
                result = remembered(result, input.string("id", ""));
            } else {
                left.add(input);
            }
        }
        return result.with("inputs", left);
    }

    private static JsonObject added(JsonObject session, Input input) {
        var inputs = new ArrayList<>(session.objects("inputs"));
        inputs.add(input.toJson());
        return session.with("inputs", inputs);
    }

    private static JsonObject taken(JsonObject session, @Nullable String input) {
        if (input == null) {
            return session;
        }
        var left = session.objects("inputs").stream()
                .filter(each -> !input.equals(each.string("id")))
                .toList();
        return remembered(session, input).with("inputs", left);
    }

    private static JsonObject remembered(JsonObject session, String input) {
        var taken = new ArrayList<>(session.strings("taken"));
        taken.add(input);
        return session.with("taken", taken.subList(Math.max(0, taken.size() - REMEMBERED), taken.size()));
    }

    private static Phase phase(JsonObject session) {
        return Phase.of(session.string("phase", "idle"));
    }

    private static JsonObject at(JsonObject session, Phase phase) {
        return session.with("phase", phase.word());
    }
}

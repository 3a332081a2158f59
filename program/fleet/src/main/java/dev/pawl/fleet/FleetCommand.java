package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.worktree.Worktree;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.Question;
import dev.pawl.start.attach.SessionState;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** Hands sessions to a fleet, looks at them, and answers their questions: {@code pawl fleet}. */
public final class FleetCommand {
    private final Durable engine;
    private final FleetArguments words;
    private final Places places;
    private final Streams streams;
    private final Clients clients;

    /** Attaches a client to a session, by the protocol that {@code --mode} names. */
    @FunctionalInterface
    public interface Clients {
        int attach(AttachedSession session, String mode) throws IOException, InterruptedException;
    }

    private FleetCommand(Durable engine, FleetArguments words, Places places, Streams streams, Clients clients) {
        this.engine = engine;
        this.words = words;
        this.places = places;
        this.streams = streams;
        this.clients = clients;
    }

    public static int run(List<String> args, Places places, Streams streams, Clients clients)
            throws IOException, InterruptedException {
        if (args.isEmpty() || FleetHelp.isAsked(args)) {
            streams.out().print(FleetHelp.TEXT);
            return args.isEmpty() ? 2 : 0;
        }
        var words = new FleetArguments(args);
        var command = words.word("a command of the fleet");
        if (!Subcommand.FLEET.words.contains(command)) {
            throw Subcommand.FLEET.refusal(command);
        }
        if (command.equals("drain")) {
            return drain(words.word("the address of the worker: pawl fleet drain http://127.0.0.1:PORT"), streams);
        }
        try (var engine = Engines.open(words.value("--engine"), WorkerOptions.standard(), places, streams.err())) {
            return new FleetCommand(engine, words, places, streams, clients).run(command);
        }
    }

    /** Returns whether a client reads standard output as a protocol. */
    public static boolean isDriven(List<String> args) {
        int mode = args.indexOf("--mode") + 1;
        return mode > 0
                && mode < args.size()
                && args.contains("attach")
                && List.of("rpc", "acp").contains(args.get(mode));
    }

    private int run(String command) throws IOException, InterruptedException {
        return switch (command) {
            case "submit" -> submit();
            case "send" -> send();
            case "list" -> list();
            case "attach" -> attach();
            case "approve" -> approve();
            case "cancel" -> {
                engine.send(id(), Input.cancel(UUID.randomUUID().toString()));
                yield 0;
            }
            case "logs" -> {
                engine.lines(id(), 0).forEach(streams.out()::println);
                yield 0;
            }
            case "remove" -> remove();
            case "pack" -> pack();
            default -> move();
        };
    }

    private int attach() throws IOException, InterruptedException {
        var mode = words.value("--mode");
        var id = id();
        var session = new EngineSession(engine, id);
        session.state();
        return clients.attach(session, mode == null ? "text" : mode);
    }

    private String id() {
        var id = words.word("the id of the session: pawl fleet list shows them");
        words.checkEmpty("fleet");
        return id;
    }

    private int submit() throws IOException {
        var submission = Submission.of(words, places);
        engine.create(submission.id(), submission.place(), submission.about(), submission.lines());
        if (!submission.prompt().isEmpty()) {
            engine.send(submission.id(), Input.prompt(UUID.randomUUID().toString(), submission.prompt()));
        }
        streams.out().println(submission.id());
        return 0;
    }

    private int send() throws IOException {
        var id = words.word("the id of the session");
        var text = String.join(" ", words.rest());
        if (text.isBlank()) {
            throw Refusal.ofArguments("there is no prompt: pawl fleet send ID PROMPT");
        }
        engine.send(id, Input.prompt(UUID.randomUUID().toString(), text));
        return 0;
    }

    private int list() throws IOException {
        boolean json = words.has("--json");
        words.checkEmpty("fleet list");
        for (var state : engine.list()) {
            streams.out().println(json ? json(state).toString() : Untrusted.line(shown(state)));
        }
        return 0;
    }

    private static JsonObject json(SessionState state) {
        var json = JsonObject.of("id", state.id(), "phase", state.phase().word())
                .with("place", state.place())
                .with("lines", state.lines())
                .with("inputs", state.inputs())
                .with("token", state.token())
                .with("changed", state.changed().toString());
        json = state.worker() == null ? json : json.with("worker", state.worker());
        var question = state.question();
        json = question == null ? json : json.with("question", question.toJson());
        json = state.wakesAt() == null ? json : json.with("wakesAt", String.valueOf(state.wakesAt()));
        return state.problem() == null ? json : json.with("problem", state.problem());
    }

    private static String shown(SessionState state) {
        var question = state.question();
        var wakes = state.wakesAt();
        var more = question != null
                ? question.words()
                : (wakes == null ? "" : "until " + wakes.truncatedTo(ChronoUnit.SECONDS) + ": ")
                        + (state.problem() != null
                                ? state.problem()
                                : state.worker() != null ? "worker " + state.worker() : "");
        return String.format(
                        "%s  %-8s %-12s %4d  %s", state.id(), state.phase().word(), state.place(), state.lines(), more)
                .stripTrailing();
    }

    private int remove() throws IOException, InterruptedException {
        boolean discard = words.has("--discard");
        var id = id();
        var state = engine.find(id);
        var tree = Worktree.of(
                state.about(), Path.of(LocalCopy.header(engine.lines(id, 0)).cwd()), id, places);
        if (tree != null) {
            tree.remove(discard);
        }
        engine.remove(id);
        return 0;
    }

    private int pack() throws IOException, InterruptedException {
        var id = words.word("the id of the session");
        var file = words.word("the file that the working tree is written into: pawl fleet pack ID FILE");
        words.checkEmpty("fleet pack");
        new Moving(engine, places, id).pack(places.cwd().resolve(file));
        return 0;
    }

    private int move() throws IOException, InterruptedException {
        var place = words.value("--place");
        var tree = words.value("--tree");
        var folder = words.value("--cwd");
        var id = id();
        if (place == null) {
            throw Refusal.ofArguments("the new place is missing: pawl fleet move ID --place NAME");
        }
        new Moving(engine, places, id)
                .move(
                        place,
                        tree == null ? null : places.cwd().resolve(tree),
                        folder == null ? null : places.cwd().resolve(folder).normalize());
        return 0;
    }

    private int approve() throws IOException {
        var id = words.word("the id of the session");
        var question = engine.find(id).question();
        if (question == null) {
            throw Refusal.because("session " + id + " asks nothing");
        }
        var given = String.join(" ", words.rest());
        engine.send(id, Input.answer(UUID.randomUUID().toString(), question.key(), answer(question, given)));
        return 0;
    }

    private static JsonObject answer(Question question, String given) {
        return switch (question.kind()) {
            case "confirm" ->
                switch (given) {
                    case "", "yes", "y" -> JsonObject.of("confirmed", true);
                    case "no", "n" -> JsonObject.of("confirmed", false);
                    default -> throw Refusal.ofArguments("the question takes yes or no, not \"" + given + "\"");
                };
            case "select" -> {
                if (!question.options().contains(given)) {
                    throw Refusal.ofArguments("the question takes one of " + String.join(" | ", question.options())
                            + ", not \"" + given + "\"");
                }
                yield JsonObject.of("value", given);
            }
            default -> JsonObject.of("value", given);
        };
    }

    private static int drain(String address, Streams streams) throws IOException, InterruptedException {
        try (var client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
            var request = HttpRequest.newBuilder(URI.create(address.replaceFirst("/*$", "") + "/drain"))
                    .timeout(Duration.ofSeconds(10))
                    .header("X-Pawl", "drain")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 202) {
                throw Refusal.because("the worker at " + address + " answered " + response.statusCode());
            }
            streams.out().print(response.body());
            return 0;
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments("\"" + address + "\" is no address of a worker");
        }
    }
}

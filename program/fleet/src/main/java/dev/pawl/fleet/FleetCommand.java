package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.net.Network;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.SessionId;
import dev.pawl.fleet.worktree.Worktree;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.Question;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

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
            return drain(
                    words.word("the address of the worker: pawl fleet drain http://127.0.0.1:PORT"),
                    places.network(),
                    streams);
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
            case "show" -> {
                streams.out().println(engine.describe(id()));
                yield 0;
            }
            case "prune" -> prune();
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
        var from = words.value("--from");
        if (from != null) {
            return submitAll(places.cwd().resolve(from));
        }
        submit(Submission.of(words, places));
        return 0;
    }

    private void submit(Submission submission) throws IOException {
        create(submission);
        start(submission);
    }

    private void create(Submission submission) throws IOException {
        engine.create(
                submission.id(), submission.place(), submission.about().with("submitter", who()), submission.lines());
    }

    private void start(Submission submission) throws IOException {
        if (!submission.prompt().isEmpty()) {
            engine.send(submission.id(), Input.prompt(submission.id() + "-1", submission.prompt()));
        }
        streams.out().println(submission.id());
    }

    /** Takes a session in, unless it was taken in before; one whose prompt did not arrive then gets it now. */
    private void submitOnce(Submission submission) throws IOException {
        try {
            create(submission);
        } catch (Refused e) {
            var known = engine.find(submission.id());
            if (known.lines() > 1 || known.inputs() > 0) {
                streams.err().println("pawl: " + e.getMessage());
                return;
            }
        }
        start(submission);
    }

    /**
     * Takes in a session for each line of a file. A line names an id, if it is to count once however often the file is
     * submitted.
     */
    private int submitAll(Path file) throws IOException {
        words.checkEmpty("fleet submit --from");
        int number = 0;
        var lines = new String(RegularFile.read(file, Integer.MAX_VALUE), StandardCharsets.UTF_8);
        for (var line : lines.lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                submitOnce(Submission.ofLine(JsonObject.parse(line), places));
            } catch (IllegalArgumentException | Refused e) {
                throw Refusal.because("line " + number + " of " + file + " cannot be submitted: " + e.getMessage()
                        + ". The lines before it were");
            }
        }
        return 0;
    }

    /** Who uses this machine, as far as it knows; it is noted with what was submitted and answered. */
    private static String who() {
        return System.getProperty("user.name", "") + "@" + WorkerOptions.host();
    }

    /** Removes sessions that have rested for long. */
    private int prune() throws IOException {
        int days = words.number("--days", 0);
        words.checkEmpty("fleet prune");
        if (days == 0) {
            throw Refusal.ofArguments("fleet prune needs --days N: sessions that have rested for longer are removed");
        }
        var before = engine.limits(WorkerOptions.host()).now().minus(Duration.ofDays(days));
        for (var state : engine.list()) {
            boolean rests = state.phase() == Phase.IDLE || state.phase() == Phase.FAILED;
            if (!rests || state.inputs() > 0 || state.changed().isAfter(before)) {
                continue;
            }
            if (state.about().has("worktree")) {
                streams.err()
                        .println("pawl: session " + state.id()
                                + " has a working tree; it stays until: pawl fleet remove " + state.id());
            } else {
                engine.remove(state.id());
                streams.out().println(state.id());
            }
        }
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
        var phases = words.values("--phase");
        var at = words.values("--place");
        var submitter = words.value("--submitter");
        int most = words.number("--limit", Integer.MAX_VALUE);
        words.checkEmpty("fleet list");
        for (var phase : phases) {
            if (Arrays.stream(Phase.values()).noneMatch(one -> one.word().equals(phase))) {
                throw Refusal.ofArguments(
                        "--phase takes idle, ready, running, waiting, asleep or failed, not \"" + phase + "\"");
            }
        }
        engine.list().stream()
                .filter(state ->
                        phases.isEmpty() || phases.contains(state.phase().word()))
                .filter(state -> at.isEmpty() || at.contains(state.place()))
                .filter(state ->
                        submitter == null || submitter.equals(state.about().string("submitter")))
                .limit(most)
                .forEach(state -> streams.out().println(json ? json(state).toString() : Untrusted.line(shown(state))));
        return 0;
    }

    private static JsonObject json(SessionState state) {
        var json = JsonObject.of("id", state.id(), "phase", state.phase().word())
                .with("place", state.place())
                .with("lines", state.lines())
                .with("inputs", state.inputs())
                .with("token", state.token())
                .with("changed", state.changed().toString())
                .given("submitter", state.about().string("submitter"));
        json = json.given("worker", state.worker());
        var question = state.question();
        json = question == null ? json : json.with("question", question.toJson());
        json = state.wakesAt() == null ? json : json.with("wakesAt", String.valueOf(state.wakesAt()));
        return json.given("problem", state.problem());
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

    /** Answers the question that was read, not whatever is asked by now. */
    private int approve() throws IOException {
        var id = words.word("the id of the session");
        var read =
                words.word("the id of the question, which pawl fleet list shows: pawl fleet approve ID QUESTION yes");
        var question = engine.find(id).question();
        if (question == null) {
            throw Refusal.because("session " + id + " asks nothing");
        }
        if (!question.key().equals(read)) {
            throw Refusal.because("session " + id + " does not ask " + read + " (any more). It " + question.words());
        }
        var given = String.join(" ", words.rest());
        var answer = answer(question, given).with("by", who());
        engine.send(id, Input.answer(UUID.randomUUID().toString(), question.key(), answer));
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

    private static int drain(String address, Network network, Streams streams)
            throws IOException, InterruptedException {
        try (var client = network.client().connectTimeout(Duration.ofSeconds(5)).build()) {
            var request = network.request(URI.create(address.replaceFirst("/*$", "") + "/drain"))
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

    /** A session of a fleet for a client that is attached to it: what the client sends goes into the inbox. */
    private record EngineSession(Durable engine, String id) implements AttachedSession {
        @Override
        public SessionState state() throws IOException {
            return engine.find(id);
        }

        @Override
        public List<String> lines(int from) throws IOException {
            return engine.lines(id, from);
        }

        @Override
        public void prompt(String text) throws IOException {
            engine.send(id, Input.prompt(UUID.randomUUID().toString(), text));
        }

        @Override
        public void answer(Question question, JsonObject answer) throws IOException {
            engine.send(id, Input.answer(UUID.randomUUID().toString(), question.key(), answer.with("by", who())));
        }

        @Override
        public void cancel() throws IOException {
            engine.send(id, Input.cancel(UUID.randomUUID().toString()));
        }
    }

    /** A session that is handed to a fleet: a new one, or the file of one that there is. */
    private record Submission(String id, String place, JsonObject about, List<String> lines, String prompt) {
        private static final Pattern LINE_END = Pattern.compile("\n");

        /** What a session may ask for itself; hooks, trust and keys are the worker's. */
        private static final List<String> PASSED = List.of(
                "--model", "--provider", "--thinking", "--tools", "--append-system-prompt", "--permission-mode");

        private static final List<String> FIELDS = List.of("prompt", "id", "place", "cwd");

        /** Reads a line of a file: {@code {"prompt": …, "id": …, "place": …, "cwd": …, "model": …, …}}. */
        static Submission ofLine(JsonObject line, Places places) throws IOException {
            var args = new ArrayList<String>();
            for (var name : line.names()) {
                if (PASSED.contains("--" + name)) {
                    args.addAll(List.of("--" + name, line.string(name, "")));
                } else if (!FIELDS.contains(name)) {
                    throw new IllegalArgumentException("there is no field " + name);
                }
            }
            var prompt = line.string("prompt", "");
            if (prompt.isBlank()) {
                throw new IllegalArgumentException("the field prompt is missing");
            }
            var cwd = places.cwd().resolve(line.string("cwd", "")).normalize();
            var sessions = new Sessions(SessionPaths.below(places.agentDir()), SessionOptions.standard());
            var id = line.string("id");
            var header = (id == null ? sessions.begin(cwd, null) : sessions.begin(cwd, null, SessionId.checked(id)))
                    .header();
            return new Submission(
                    header.id(),
                    line.string("place", WorkerOptions.host()),
                    args.isEmpty() ? JsonObject.empty() : JsonObject.of("args", args),
                    List.of(header.toJson().toString()),
                    prompt);
        }

        static Submission of(FleetArguments words, Places places) throws IOException {
            var place = words.value("--place");
            var folder = words.value("--cwd");
            var file = words.value("--session");
            boolean worktree = words.has("--worktree");
            var args = new ArrayList<String>();
            for (var option : PASSED) {
                words.values(option).forEach(value -> args.addAll(List.of(option, value)));
            }
            var prompt = String.join(" ", words.rest());
            if (file == null && prompt.isBlank()) {
                throw Refusal.ofArguments("there is no prompt: pawl fleet submit PROMPT");
            }
            var cwd = places.cwd().resolve(folder == null ? "" : folder).normalize();
            var about = args.isEmpty() ? JsonObject.empty() : JsonObject.of("args", args);
            var there = place == null ? WorkerOptions.host() : place;
            if (file != null) {
                var lines = LINE_END.splitAsStream(new String(
                                RegularFile.read(places.cwd().resolve(file), Integer.MAX_VALUE),
                                StandardCharsets.UTF_8))
                        .toList();
                return new Submission(LocalCopy.header(lines).id(), there, about, lines, prompt);
            }
            var sessions = new Sessions(SessionPaths.below(places.agentDir()), SessionOptions.standard());
            var header = sessions.begin(cwd, null).header();
            var id = header.id();
            if (worktree) {
                header = sessions.begin(Worktree.folder(cwd, id), null, id).header();
            }
            return new Submission(
                    id,
                    there,
                    worktree ? about.with("worktree", JsonObject.of("of", cwd.toString())) : about,
                    List.of(header.toJson().toString()),
                    prompt);
        }
    }
}

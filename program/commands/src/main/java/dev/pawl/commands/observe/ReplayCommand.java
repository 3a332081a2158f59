package dev.pawl.commands.observe;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.base.FileTree;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.observe.replay.Replay;
import dev.pawl.observe.replay.ReplayReport;
import dev.pawl.observe.replay.ReplayedEvent;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.session.Sessions;
import dev.pawl.start.LoadedHooks;
import dev.pawl.start.SessionChoice;
import dev.pawl.start.Wiring;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs hooks over recorded sessions: {@code pawl hooks replay HOOK SESSION…}, {@code --against OLD NEW SESSION…}. */
public final class ReplayCommand {
    private static final String USAGE =
            "pawl hooks replay HOOK SESSION… or pawl hooks replay --against OLD NEW SESSION…, with --junit FILE or"
                    + " --json";

    private final Places places;
    private final Streams streams;
    private boolean unread;

    private ReplayCommand(Places places, Streams streams) {
        this.places = places;
        this.streams = streams;
    }

    /** The arguments of the command; without an old version hooks are compared with what happened. */
    private record Wanted(
            @Nullable String old,
            String hook,
            List<String> sessions,
            @Nullable String junit,
            boolean json) {}

    /**
     * Replays and prints; 1 if something differs or a session cannot be read.
     *
     * @param words what follows {@code replay}
     */
    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        var wanted = parsed(words);
        // Hooks run on virtual threads; from one of them they are reached without waking up another thread of the
        // system.
        var task = new FutureTask<>(() -> new ReplayCommand(places, streams).run(wanted));
        var thread = Thread.ofVirtual().name("replay").start(task);
        try {
            return task.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }

    private static Wanted parsed(List<String> words) {
        var rest = new ArrayList<String>();
        boolean against = false;
        boolean json = false;
        String junit = null;
        for (int i = 0; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--against" -> against = true;
                case "--json" -> json = true;
                case "--junit" -> junit = ++i < words.size() ? words.get(i) : "";
                default -> rest.add(words.get(i));
            }
        }
        int hooks = against ? 2 : 1;
        var unknown = rest.stream().filter(word -> word.startsWith("-")).findFirst();
        if (unknown.isPresent() || rest.size() <= hooks || (junit != null && junit.isEmpty())) {
            throw Refusal.ofArguments("hooks replay needs "
                    + (unknown.isPresent() ? "no option " + unknown.get() : "a hook and at least one session") + ": "
                    + USAGE);
        }
        return new Wanted(
                against ? rest.getFirst() : null,
                rest.get(hooks - 1),
                List.copyOf(rest.subList(hooks, rest.size())),
                junit,
                json);
    }

    private int run(Wanted wanted) throws Exception {
        var line = CommandLine.parse(List.of("--no-approve"));
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = Wiring.printing(line, places, notices)) {
            var sessions = wiring.sessions();
            var files = files(wanted, wiring.choice(sessions));
            notices.clear();
            var now = replayed(wanted.hook(), files, sessions);
            var old = wanted.old();
            var report = old == null
                    ? new ReplayReport(now, false)
                    : ReplayReport.between(replayed(old, files, sessions), now);
            return print(report, wanted);
        }
    }

    private int print(ReplayReport report, Wanted wanted) throws IOException {
        var out = streams.out();
        var junit = wanted.junit();
        if (junit != null) {
            Files.writeString(places.file(junit), report.junit("pawl hooks replay " + wanted.hook()));
        }
        if (wanted.json()) {
            out.println(report.toJson());
        } else {
            report.table().forEach(row -> out.println(Untrusted.line(row)));
            report.figures().forEach(out::println);
        }
        return unread || !report.differences().isEmpty() ? 1 : 0;
    }

    /** The sessions that are named, and all of those in folders that are named. */
    private List<Path> files(Wanted wanted, SessionChoice choice) throws IOException, InterruptedException {
        var files = new ArrayList<Path>();
        for (var named : wanted.sessions()) {
            var folder = places.folders().find(places.cwd(), named);
            if (folder != null && Files.isDirectory(folder)) {
                try (var below = Files.walk(folder)) {
                    below.filter(file -> file.toString().endsWith(".jsonl") && Files.isRegularFile(file))
                            .sorted()
                            .forEach(files::add);
                }
            } else {
                files.add(choice.file(named));
            }
        }
        if (files.isEmpty()) {
            throw Refusal.because("there is no session (.jsonl) in " + String.join(", ", wanted.sessions()));
        }
        return files;
    }

    /** Every session has hooks of its own, loaded afresh as they are when a session begins. */
    private List<ReplayedEvent> replayed(String hook, List<Path> files, Sessions sessions) throws Exception {
        var events = new ArrayList<ReplayedEvent>();
        var policy = hook.endsWith(".json") ? policyFolder(hook) : null;
        var around = policy == null ? places : places(policy);
        var line = CommandLine.parse(
                policy == null ? List.of("-ne", "--no-approve", "--hook", hook) : List.of("-ne", "--no-approve"));
        try (var notices = new NoticePrinter(around, streams.err());
                var carriers = new CarrierGuard();
                var wiring = Wiring.printing(line, around, notices)) {
            for (var file : files) {
                one(file, sessions, started(wiring, hook, policy != null), carriers, events);
                notices.clear();
            }
        } finally {
            if (policy != null) {
                FileTree.delete(policy);
            }
        }
        return events;
    }

    /** A folder whose settings are the policy, as if they were the user's and the only ones. */
    private Path policyFolder(String written) throws IOException {
        var file = places.folders().find(places.cwd(), written);
        if (file == null || !Files.isRegularFile(file)) {
            throw Refusal.ofArguments("there is no policy " + written);
        }
        var folder = Files.createTempDirectory("pawl-policy");
        Files.copy(file, folder.resolve("settings.json"));
        return folder;
    }

    private Places places(Path agentDir) {
        var environment = new HashMap<>(places.environment());
        environment.put("PI_CODING_AGENT_DIR", agentDir.toString());
        return Places.of(environment, places.cwd());
    }

    /** Only the hook that is meant, or only what the settings file makes. */
    private static LoadedHooks started(Wiring wiring, String hook, boolean policy) throws InterruptedException {
        var start = wiring.start();
        var meant = new ArrayList<InstalledHook>();
        for (var one : start.hooks().hooks()) {
            if ((one.source().scope() == SourceInfo.Scope.BUILTIN) == policy) {
                meant.add(one);
            } else {
                one.end();
            }
        }
        if (start.hooks().problems().stream().anyMatch(LoadProblem::fatal)) {
            throw Refusal.because("nothing is replayed, because " + hook + " did not load");
        }
        if (meant.isEmpty()) {
            throw Refusal.because(
                    policy
                            ? hook + " holds no policy: none of permissions, budget, sandbox"
                            : hook + " is no hook, or it holds none");
        }
        return new LoadedHooks(start.places(), start.timeouts(), new LoadResult(meant, List.of()));
    }

    private void one(Path file, Sessions sessions, LoadedHooks start, CarrierGuard carriers, List<ReplayedEvent> events)
            throws InterruptedException {
        try (var session = sessions.openReadOnly(file)) {
            var context = ReplayContext.in(session.cwd());
            try (var engine = new Engine(start.hooks().hooks(), start.timeouts(), _ -> {}, carriers, Clock.systemUTC())
                    .bind(context)) {
                new Replay(session.id(), engine, context, session.cwd(), places.home(), events::add)
                        .run(session.entries(), TraceFile.read(file));
            }
        } catch (IOException | IllegalArgumentException e) {
            unread = true;
            streams.err().println("pawl: " + file + " is left out: " + e.getMessage());
        }
    }
}

package dev.pawl.fleet;

import dev.pawl.base.RegularFile;
import dev.pawl.base.Sha256;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.fleet.durable.Claim;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.Next;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.fleet.worktree.Worktree;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.policy.budget.Estimate;
import dev.pawl.session.lock.SessionInUse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the sessions of a fleet whose tools run on this machine. */
final class FleetWorker implements Worker {
    /** How long a session is left alone whose file another program has open. */
    private static final Duration IN_USE = Duration.ofSeconds(2);

    /** So long a session is left to others that began with other hooks than there are here. */
    private static final Duration OTHER_HOOKS = Duration.ofSeconds(10);

    private final WorkerOptions options;
    private final Places places;
    private final WorkerLog log;
    private final WorkerFigures figures;
    private final Limits limits;
    private final Estimate estimate = new Estimate();
    private final Set<FleetSession> active = ConcurrentHashMap.newKeySet();

    FleetWorker(WorkerOptions options, Places places, WorkerLog log, WorkerFigures figures, Limits limits) {
        this.limits = limits;
        this.options = options;
        this.places = places;
        this.log = log;
        this.figures = figures;
    }

    @Override
    public String name() {
        return options.name();
    }

    @Override
    public Set<String> places() {
        return options.places();
    }

    @Override
    public Next advance(Claim claim) throws IOException, InterruptedException {
        figures.claimed(claim.isTakenOver());
        log.info(claim.session(), claim.isTakenOver() ? "taken over from a worker that ended" : "claimed");
        try {
            var next = opened(claim);
            figures.released(next);
            log.info(claim.session(), words(next));
            return next;
        } catch (StaleWriter e) {
            figures.lost();
            log.warn(claim.session(), "lost: " + e.getMessage());
            throw e;
        } catch (IOException | RuntimeException e) {
            if (claim.isLost()) {
                figures.lost();
            } else {
                figures.failed();
            }
            log.error(claim.session(), String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private static String words(Next next) {
        return switch (next) {
            case Next.Idle() -> "rests";
            case Next.Ready() -> "left to other workers";
            case Next.Waits(var question) -> question.words();
            case Next.Sleeps(var until, var why) -> "sleeps until " + until + ": " + why;
            case Next.Aside(_, var why) -> why;
            case Next.Failed(var why) -> "failed: " + why;
        };
    }

    private Next opened(Claim claim) throws IOException, InterruptedException {
        var cwd = Path.of(LocalCopy.header(claim.lines()).cwd());
        var tree = Worktree.of(claim.about(), cwd, claim.session(), places);
        if (tree != null) {
            tree.create();
        }
        if (!Files.isDirectory(cwd)) {
            throw new IOException("the folder " + cwd + " of the session is not there; make it, or move the session"
                    + " to the place that has it");
        }
        var there = places.in(cwd);
        FleetSession session;
        try {
            session = new FleetSession(
                    claim,
                    line(claim),
                    there,
                    log.stream(claim.session()),
                    parking -> new RequestLimits(limits, options.requests(), estimate, parking));
        } catch (SessionInUse e) {
            return new Next.Sleeps(limits.now().plus(IN_USE), "another program has its file open");
        }
        active.add(session);
        try {
            var left = checkHooks(claim, session);
            return left == null ? session.advance() : left;
        } finally {
            active.remove(session);
            session.close();
        }
    }

    /** The program ends: from now on nothing is kept of what is being advanced. */
    void end() {
        active.forEach(FleetSession::seal);
    }

    private CommandLine line(Claim claim) {
        List<String> args = new ArrayList<>(options.arguments());
        args.addAll(claim.about().strings("args"));
        return CommandLine.parse(args);
    }

    /**
     * A session continues with the hooks that it began with, unless the worker accepts others. Otherwise it is left to a
     * worker that has them, with all that was answered.
     */
    private @Nullable Next checkHooks(Claim claim, FleetSession session) throws IOException {
        var here = HookDigest.of(session.agent().engine().hooks());
        var begun = claim.about().string("hooks");
        if (begun == null) {
            claim.note(claim.about().with("hooks", here));
        } else if (!begun.equals(here)) {
            var what = "it began with other hooks than worker " + options.name() + " has (digest " + begun + ", here "
                    + here + ")";
            if (!options.continueWithOtherHooks()) {
                return new Next.Sleeps(
                        limits.now().plus(OTHER_HOOKS),
                        what + "; a worker that has the same ones, or is started with --other-hooks continue, goes on");
            }
            log.warn(claim.session(), what + "; it goes on with these");
        }
        return null;
    }

    /** Identifies the hooks a session runs with, by their names and contents, so that it is the same on every machine. */
    private static final class HookDigest {
        private static final int MOST_FILES = 2_000;

        private HookDigest() {}

        static String of(List<InstalledHook> hooks) {
            var names = new TreeMap<String, String>();
            for (var hook : hooks) {
                var path = Path.of(hook.path());
                var name = path.getFileName() == null
                        ? hook.path()
                        : path.getFileName().toString();
                names.merge(name, content(path), (one, other) -> one + "," + other);
            }
            var digest = Sha256.begin();
            names.forEach(
                    (name, content) -> digest.update((name + "=" + content + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        }

        /** A hook that is not a file, such as a bundled one, is known by its name alone. */
        private static String content(Path path) {
            var digest = Sha256.begin();
            try (Stream<Path> files = Files.walk(path)) {
                for (var file : files.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                        .sorted()
                        .limit(MOST_FILES)
                        .toList()) {
                    digest.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                    digest.update(RegularFile.read(file, Integer.MAX_VALUE));
                }
            } catch (IOException | java.io.UncheckedIOException e) {
                return "";
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        }
    }
}

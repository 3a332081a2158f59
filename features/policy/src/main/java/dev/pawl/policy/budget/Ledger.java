package dev.pawl.policy.budget;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.file.FileTurn;
import dev.pawl.base.file.OwnerOnly;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/**
 * The spending of each day, of all sessions of the user, in a file of the user, with what requests under way may cost.
 *
 * <p>Each program has fields of its own, so that concurrent programs do not overwrite each other. What is set aside for a
 * request counts until it ends, or its program does.
 */
final class Ledger {
    private static final String RESERVED = "reserved";

    private final Path file;
    private final Path requests;
    private final InstantSource clock;
    private final String program = UUID.randomUUID().toString();
    private final Map<String, RequestUnderWay> underWay = new HashMap<>();
    private String day = "";
    private Spent ownSum = Spent.NOTHING;

    Ledger(Path agentDir, InstantSource clock) {
        var folder = agentDir.toAbsolutePath().normalize();
        this.file = folder.resolve("spending.json");
        this.requests = folder.resolve("spending.requests");
        this.clock = clock;
    }

    /** The spending of today. */
    Spent today() throws IOException {
        var all = new JsonFile(file).read();
        return all == null ? Spent.NOTHING : today(all);
    }

    private Spent today(JsonObject all) {
        var today = all.object(now());
        var sum = Spent.from(today);
        for (var name : today.names()) {
            if (today.get(name) instanceof JsonObject of) {
                sum = sum.plus(Spent.from(of));
            }
        }
        return sum;
    }

    /**
     * What came of an attempt to set something aside.
     *
     * @param others the requests of other programs that are under way, the oldest first
     */
    record Attempt(boolean taken, List<String> others) {}

    /**
     * Sets aside what a request may cost. Whether it fits is decided while no other program can set anything aside.
     *
     * @param fits whether it fits, by what was spent today and what other programs have set aside
     */
    synchronized Attempt reserve(String request, Spent possible, BiPredicate<Spent, Spent> fits)
            throws IOException, InterruptedException {
        var ended = ended();
        var others = new ArrayList<String>();
        var taken = new boolean[1];
        var own = RequestUnderWay.begin(requests);
        try {
            new JsonFile(file).edit(all -> {
                var set = all.object(RESERVED);
                var sum = Spent.NOTHING;
                var edit = JsonEdit.nothing();
                for (var name : set.names()) {
                    if (ended.contains(name)) {
                        edit = edit.without(List.of(RESERVED, name));
                    } else if (!program.equals(set.object(name).string("program"))) {
                        others.add(name);
                        sum = sum.plus(Spent.from(set.object(name)));
                    }
                }
                taken[0] = fits.test(today(all), sum);
                return taken[0]
                        ? edit.with(
                                List.of(RESERVED, own.name()),
                                JsonObject.of("money", possible.money(), "tokens", possible.tokens())
                                        .with("program", program))
                        : edit;
            });
        } finally {
            if (taken[0]) {
                underWay.put(request, own);
            } else {
                own.end();
            }
        }
        return new Attempt(taken[0], others);
    }

    /** What is set aside for requests that have ended, or whose program has. */
    private Collection<String> ended() throws IOException {
        var all = new JsonFile(file).read();
        var ended = new HashSet<String>();
        for (var name : (all == null ? JsonObject.empty() : all.object(RESERVED)).names()) {
            if (RequestUnderWay.hasEnded(requests, name)) {
                ended.add(name);
            }
        }
        return ended;
    }

    /** Waits until a request of another program ends, or that program does. */
    void awaitEnd(String other) throws IOException, InterruptedException {
        RequestUnderWay.awaitEnd(requests, other);
    }

    /** Ends what is set aside for a request, and adds what it cost. */
    synchronized void settle(String request, Spent cost) throws IOException, InterruptedException {
        if (underWay.containsKey(request) || !cost.equals(Spent.NOTHING)) {
            write(cost, List.of(request));
        }
    }

    /** Ends all that this program has set aside. */
    synchronized void release() throws IOException, InterruptedException {
        if (!underWay.isEmpty()) {
            write(Spent.NOTHING, List.copyOf(underWay.keySet()));
        }
    }

    /** Adds to the spending of today; several programs may do so at a time. */
    synchronized void add(Spent more) throws IOException, InterruptedException {
        write(more, List.of());
    }

    private void write(Spent more, List<String> settled) throws IOException, InterruptedException {
        var now = now();
        var sum = now.equals(day) ? ownSum.plus(more) : more;
        var edit = JsonEdit.nothing()
                .with(List.of(now, program), JsonObject.of("money", sum.money(), "tokens", sum.tokens()));
        for (var request : settled) {
            var own = underWay.get(request);
            edit = own == null ? edit : edit.without(List.of(RESERVED, own.name()));
        }
        new JsonFile(file).edit(edit);
        day = now;
        ownSum = sum;
        for (var request : settled) {
            var own = underWay.remove(request);
            if (own != null) {
                own.end();
            }
        }
    }

    private String now() {
        return LocalDate.ofInstant(clock.instant(), ZoneId.systemDefault()).toString();
    }

    /**
     * A request that other programs can wait for: a file that its program holds the lock of until the request ends. The system
     * releases the lock of a program that ends, however it ends.
     *
     * @param name names it among the requests of all programs
     */
    private record RequestUnderWay(String name, Path file, FileTurn turn) {
        private static final Pattern NAME = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

        /** Begins one; its file is in the folder. */
        static RequestUnderWay begin(Path folder) throws IOException {
            Files.createDirectories(folder, OwnerOnly.folder(folder));
            var name = UUID.randomUUID().toString();
            var file = folder.resolve(name);
            return new RequestUnderWay(name, file, FileTurn.take(file, RequestUnderWay::create));
        }

        private static FileChannel create(Path file) throws IOException {
            return FileChannel.open(
                    file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(file));
        }

        private static FileChannel open(Path file) throws IOException {
            return FileChannel.open(file, StandardOpenOption.WRITE);
        }

        /** Ends it; programs that wait for it go on. */
        void end() throws IOException {
            try {
                Files.deleteIfExists(file);
            } finally {
                turn.close();
            }
        }

        /** Whether a request has ended; the file of one whose program was killed is removed. */
        static boolean hasEnded(Path folder, String name) throws IOException {
            if (!NAME.matcher(name).matches()) {
                return true;
            }
            var file = folder.resolve(name);
            try {
                var turn = FileTurn.tryTake(file, RequestUnderWay::open);
                if (turn == null) {
                    return false;
                }
                new RequestUnderWay(name, file, turn).end();
                return true;
            } catch (NoSuchFileException _) {
                return true;
            }
        }

        /** Waits until a request has ended. On a thread of the system, because the wait for a lock keeps the carrier of a virtual one. */
        static void awaitEnd(Path folder, String name) throws IOException, InterruptedException {
            var waiting = new FutureTask<Void>(() -> {
                try {
                    FileTurn.take(folder.resolve(name), RequestUnderWay::open).close();
                } catch (NoSuchFileException _) {
                    // It has ended already.
                }
                return null;
            });
            var thread = Thread.ofPlatform().daemon().name("budget of the day").start(waiting);
            try {
                waiting.get();
            } catch (ExecutionException e) {
                throw new IOException("the requests of other programs cannot be waited for: " + e.getCause(), e);
            } finally {
                thread.interrupt();
            }
        }
    }
}

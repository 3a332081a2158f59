package dev.pawl.testkit.session;

import dev.pawl.api.message.Message;
import dev.pawl.session.KeptSessions;
import dev.pawl.session.SessionLines;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.lock.SessionInUse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * Checks an implementation of {@link SessionLines}: what a session relies on.
 *
 * <p>{@link #of} makes one check of each sentence, for a test framework to run under its name; {@link #all} runs them. The sessions
 * that they write stay in the store.
 */
public final class SessionLinesCheck {
    /** One check. It throws an {@link AssertionError} that says what is wrong. */
    @FunctionalInterface
    public interface Check {
        void run() throws Exception;
    }

    private static final int LARGE = 3_000_000;
    private static final int MANY = 200;

    private final SessionLines one;
    private final SessionLines other;

    private SessionLinesCheck(SessionLines one, SessionLines other) {
        this.one = one;
        this.other = other;
    }

    /**
     * Returns the checks by what they say.
     *
     * @param one a store
     * @param other another object for the same store, as another program has it; the same if the store is in this program's memory
     */
    public static Map<String, Check> of(SessionLines one, SessionLines other) {
        var check = new SessionLinesCheck(one, other);
        var all = new TreeMap<String, Check>();
        all.put("lines are read in their order, byte by byte, from both sides", check::order);
        all.put("a session that nobody wrote has no lines and is not listed", check::nothing);
        all.put("every session that was written is listed once", check::listed);
        all.put("only one writes, and the next one can when it has ended", check::onlyOne);
        all.put("of many that want to write at once, one may", check::race);
        all.put("a writer that was closed writes no more, and closing again does nothing", check::closed);
        all.put("lines of one session do not reach another", check::apart);
        all.put("others read while one writes", check::reading);
        all.put("a conversation that was left is gone on with", check::conversation);
        return all;
    }

    /** Runs all checks. */
    public static void all(SessionLines one, SessionLines other) throws Exception {
        for (var check : of(one, other).values()) {
            check.run();
        }
    }

    private static String id() {
        return "check-" + UUID.randomUUID();
    }

    private static byte[] line(Object text) {
        return ("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    private void order() throws IOException {
        var id = id();
        var written = new ArrayList<byte[]>();
        written.add(line("ä€😀 \\u0000 \\n '\"; drop table x; --".replace("\"", "\\\"")));
        written.add(line("x".repeat(LARGE)));
        for (int i = 0; i < MANY; i++) {
            written.add(line(i));
        }
        try (var writer = one.lock(id)) {
            for (var line : written) {
                writer.append(line);
            }
        }
        try (var writer = other.lock(id)) {
            writer.append(line("behind"));
        }
        written.add(line("behind"));
        for (var side : List.of(one, other)) {
            var read = side.read(id);
            same(read.size(), written.size(), "number of lines");
            for (int i = 0; i < read.size(); i++) {
                if (!Arrays.equals(read.get(i), written.get(i))) {
                    throw new AssertionError("line " + (i + 1) + " is not what was written");
                }
            }
        }
    }

    private void nothing() throws IOException {
        var id = id();
        same(one.read(id).size(), 0, "lines of a session that nobody wrote");
        one.lock(id).close();
        same(one.read(id).size(), 0, "lines of a session that was only locked");
        same(one.list().contains(id), false, "whether it is listed");
    }

    private void listed() throws IOException {
        var ids = List.of(id(), id(), id());
        for (var id : ids) {
            try (var writer = one.lock(id)) {
                writer.append(line(1));
                writer.append(line(2));
            }
        }
        for (var id : ids) {
            same(other.list().stream().filter(id::equals).count(), 1L, "how often a session is listed");
        }
    }

    private void onlyOne() throws IOException {
        var id = id();
        try (var writer = one.lock(id)) {
            writer.append(line(1));
            refused(one, id);
            refused(other, id);
        }
        try (var writer = other.lock(id)) {
            writer.append(line(2));
            refused(one, id);
        }
        same(one.read(id).size(), 2, "number of lines");
    }

    private static void refused(SessionLines store, String id) throws IOException {
        try {
            store.lock(id).close();
        } catch (SessionInUse e) {
            return;
        }
        throw new AssertionError("two may write to a session at once; expected SessionInUse");
    }

    private void race() throws Exception {
        var id = id();
        var writers = new ArrayList<SessionLines.Writer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tries = new ArrayList<Callable<SessionLines.Writer>>();
            for (int i = 0; i < 8; i++) {
                var store = i % 2 == 0 ? one : other;
                tries.add(() -> store.lock(id));
            }
            for (var each : threads.invokeAll(tries)) {
                try {
                    writers.add(each.get());
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof SessionInUse)) {
                        throw e;
                    }
                }
            }
        } finally {
            for (var writer : writers) {
                writer.close();
            }
        }
        same(writers.size(), 1, "number of writers");
    }

    private void closed() throws IOException {
        var id = id();
        var writer = one.lock(id);
        writer.append(line(1));
        writer.close();
        writer.close();
        try (var next = other.lock(id)) {
            writer.close();
            refused(one, id);
            try {
                writer.append(line("late"));
            } catch (IOException e) {
                next.append(line(2));
                same(one.read(id).size(), 2, "number of lines");
                return;
            }
        }
        throw new AssertionError("a writer that was closed has written a line; expected an IOException");
    }

    private void apart() throws IOException {
        var ids = List.of(id(), id());
        try (var first = one.lock(ids.getFirst());
                var second = one.lock(ids.getLast())) {
            for (int i = 0; i < MANY; i++) {
                first.append(line("first"));
                second.append(line("second"));
            }
        }
        for (var id : ids) {
            var texts = one.read(id).stream()
                    .map(line -> new String(line, StandardCharsets.UTF_8))
                    .distinct()
                    .toList();
            same(texts.size(), 1, "different lines in a session");
        }
    }

    private void reading() throws IOException {
        var id = id();
        try (var writer = one.lock(id)) {
            for (int i = 1; i <= 5; i++) {
                writer.append(line(i));
                same(other.read(id).size(), i, "lines that another one reads");
            }
        }
    }

    private void conversation() throws IOException {
        Path name;
        try (var session = new KeptSessions(one, SessionOptions.standard())
                .begin(Path.of("").toAbsolutePath(), null)) {
            session.append(Message.user("Hello.", 1));
            name = Objects.requireNonNull(session.file());
        }
        try (var again = new KeptSessions(other, SessionOptions.standard()).open(name, Path.of(""))) {
            again.append(Message.user("Again.", 2));
            same(
                    again.contextMessages().stream()
                            .map(message -> message.message().text())
                            .toList(),
                    List.of("Hello.", "Again."),
                    "the conversation");
        }
    }

    private static void same(Object found, Object expected, String what) {
        if (!found.equals(expected)) {
            throw new AssertionError(what + ": expected " + expected + ", found " + found);
        }
    }
}

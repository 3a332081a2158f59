package dev.pawl.shellhooks.ahp;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.BoundedLines;
import dev.pawl.tools.shell.GroupProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program that serves many events, with one message in each line. One that has ended is started again for the next event; one
 * that writes what is no answer is ended.
 */
final class PersistentChannel implements Channel {
    private final Program program;
    private @Nullable Running running;

    PersistentChannel(Program program) {
        this.program = program;
    }

    @Override
    public @Nullable Denial ask(Event event, Deadline deadline) throws BackendFailure, InterruptedException {
        try {
            return running().ask(event, deadline);
        } catch (Ended first) {
            try {
                return running().ask(event, deadline);
            } catch (Ended second) {
                throw new BackendFailure(second.why());
            }
        }
    }

    @Override
    public void tell(Event event, Deadline deadline) throws BackendFailure {
        running().send(event.notification());
    }

    private synchronized Running running() throws BackendFailure {
        var there = running;
        if (there == null || there.over) {
            try {
                there = new Running(GroupProcess.start(
                        program.words().get(), program.cwd(), program.programs().environment()));
            } catch (IOException e) {
                throw new BackendFailure("cannot be started: " + e.getMessage());
            }
            running = there;
        }
        return there;
    }

    @Override
    public synchronized void close() {
        var there = running;
        running = null;
        if (there != null) {
            there.close();
        }
    }

    /** The program ended before it answered. */
    private static final class Ended extends Exception {
        private static final long serialVersionUID = 1L;

        Ended(String message) {
            super(message);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }

    /** One run of the program. */
    private static final class Running {
        private static final int MOST_UNREAD = 1_000;
        private static final int MOST_UNSENT = 1_000;
        private static final Duration EXIT = Duration.ofMillis(500);
        private static final byte[] END = {};

        private final GroupProcess process;
        private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();
        private final BlockingQueue<byte[]> unsent = new LinkedBlockingQueue<>(MOST_UNSENT);

        /** Requests that nobody waits for any more. */
        private final Set<String> abandoned = ConcurrentHashMap.newKeySet();

        /** Nothing more comes from it. */
        private volatile boolean over;

        Running(GroupProcess process) {
            this.process = process;
            // Platform threads: reading a pipe holds a thread of the operating system in any case.
            Thread.ofPlatform().daemon().name("policy service output").start(this::read);
            Thread.ofPlatform().daemon().name("policy service errors").start(this::readErrors);
            Thread.ofVirtual().name("policy service input").start(this::write);
        }

        @Nullable
        Denial ask(Event event, Deadline deadline) throws BackendFailure, Ended, InterruptedException {
            try {
                send(event.request());
                while (true) {
                    var line = lines.poll(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
                    if (line == null) {
                        abandoned.add(event.id());
                        throw deadline.missed();
                    }
                    if (line == END) {
                        process.kill();
                        throw new Ended("ended without an answer" + exit());
                    }
                    var reply = reply(line);
                    if (reply.id().equals(event.id())) {
                        return reply.denial();
                    }
                    if (!abandoned.remove(reply.id())) {
                        end();
                        throw new BackendFailure("answered another request than the one that was sent");
                    }
                }
            } catch (InterruptedException e) {
                abandoned.add(event.id());
                throw e;
            }
        }

        private Reply reply(byte[] line) throws BackendFailure {
            try {
                return Reply.parse(line);
            } catch (BackendFailure e) {
                end();
                throw e;
            }
        }

        private String exit() {
            return process.process().isAlive()
                    ? ""
                    : " (exit code " + process.process().exitValue() + ")";
        }

        void send(JsonObject message) throws BackendFailure {
            if (!unsent.offer(Json.writeUtf8(message))) {
                throw new BackendFailure("does not read what it is sent");
            }
        }

        private void read() {
            try {
                var from = new BoundedLines(process.process().getInputStream(), LARGEST);
                for (var line = from.next(); line != null; line = from.next()) {
                    lines.add(line);
                    if (lines.size() > MOST_UNREAD) {
                        break; // Nobody asked for this.
                    }
                }
            } catch (IOException e) {
                // It sent too long a line, or was ended.
            } finally {
                over = true;
                lines.add(END);
                unsent.clear();
                unsent.add(END);
                process.kill();
            }
        }

        /** What a program writes for people must be read, or it waits for that. */
        private void readErrors() {
            try (var errors = process.process().getErrorStream()) {
                errors.transferTo(ByteArrayOutputStream.nullOutputStream());
            } catch (IOException e) {
                // It was ended.
            }
        }

        private void write() {
            try (var out = process.process().getOutputStream()) {
                for (var next = unsent.take(); next != END; next = unsent.take()) {
                    out.write(next);
                    out.write('\n');
                    out.flush();
                }
            } catch (IOException e) {
                // It no longer reads; the thread that reads notices its end.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void end() {
            over = true;
            process.kill();
        }

        /** Closes its input, so that it can end by itself, and ends what is left. */
        void close() {
            if (!unsent.offer(END)) {
                unsent.clear();
                unsent.add(END);
            }
            try {
                process.awaitEnd(EXIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            over = true;
            process.end(EXIT);
        }
    }
}

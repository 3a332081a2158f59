package dev.pawl.session;

import dev.pawl.api.message.Message;
import dev.pawl.session.lock.FileLocking;
import dev.pawl.session.store.Durability;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A second program that opens a session and writes to it when a test says so. */
public final class OtherProgram implements AutoCloseable {
    public static final FileLocking NO_LOCKS = (file, position) -> {
        throw new IOException("No locks available");
    };

    private final Process process;
    private final BufferedReader answers;
    private final PrintStream commands;

    private OtherProgram(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    public static OtherProgram start(boolean locks) throws IOException {
        return start(locks, Durability.TURN);
    }

    public static OtherProgram start(boolean locks, Durability durability, String... under) throws IOException {
        var command = new ArrayList<>(List.of(under));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OtherProgram.class.getName(),
                locks ? "locks" : "none",
                durability.name()));
        return new OtherProgram(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** "ok", or the message of the failure. */
    public String open(Path session) throws IOException {
        return ask("open " + session);
    }

    public String append(String text) throws IOException {
        return ask("append " + text);
    }

    public String close(Path session) throws IOException {
        return ask("close " + session);
    }

    public long pid() {
        return process.pid();
    }

    private String ask(String command) throws IOException {
        commands.println(command);
        return Objects.requireNonNull(answers.readLine(), "the other program died");
    }

    /** Lets it come to its end. */
    public void end() throws InterruptedException {
        commands.close();
        process.waitFor();
    }

    /** As {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Session session = null;
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var word = line.substring(line.indexOf(' ') + 1);
            try {
                if (line.startsWith("open ")) {
                    var file = Path.of(word);
                    session = new Sessions(
                                    SessionFolder.paths(file.getParent()),
                                    new SessionOptions(
                                            Durability.valueOf(args[1]), InstantSource.system(), new SecureRandom()),
                                    args[0].equals("locks") ? FileLocking.OF_SYSTEM : NO_LOCKS)
                            .open(file, file.getParent());
                } else if (line.startsWith("append ")) {
                    Objects.requireNonNull(session).append(Message.user(word, 1));
                } else {
                    Objects.requireNonNull(session).close();
                }
                System.out.println("ok");
            } catch (IOException | UncheckedIOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

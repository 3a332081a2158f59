package dev.pawl.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.program.PawlProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The program in RPC mode, with little memory; lines go in as they are, records come out. */
final class RpcProgram implements AutoCloseable {
    private final Process process;
    private final List<JsonObject> records = new ArrayList<>();
    private boolean ended;

    private RpcProgram(Process process) {
        this.process = process;
        Thread.ofVirtual().start(this::read);
    }

    /** Starts it in a home and a project; {@code memory} is the heap it gets, in the words of the JVM. */
    static RpcProgram start(Path home, Path project, String memory, String... more) throws IOException {
        var args = new ArrayList<>(List.of("--mode", "rpc"));
        args.addAll(List.of(more));
        var options = "-Xmx" + memory + " -XX:+ExitOnOutOfMemoryError";
        return new RpcProgram(new PawlProcess(home, project)
                .with(Map.of("JDK_JAVA_OPTIONS", options))
                .start(args.toArray(String[]::new)));
    }

    /** A file below the user's {@code .pi/agent}. */
    static void user(Path home, String name, String text) throws IOException {
        var file = home.resolve(".pi/agent").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void read() {
        try {
            var lines = new JsonLines(process.getInputStream());
            for (var line = lines.next(); line != null; line = lines.next()) {
                var record = JsonObject.parse(line);
                synchronized (this) {
                    records.add(record);
                    notifyAll();
                }
            }
        } catch (IOException e) {
            // It ended.
        } finally {
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }
    }

    void write(byte[] bytes) throws IOException {
        process.getOutputStream().write(bytes);
        process.getOutputStream().flush();
    }

    void write(String line) throws IOException {
        write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    Process process() {
        return process;
    }

    synchronized boolean ended() {
        return ended;
    }

    /** Takes out all that came. */
    synchronized List<JsonObject> take() {
        var taken = List.copyOf(records);
        records.clear();
        return taken;
    }

    /** Waits until what came so far is enough, and leaves it. */
    synchronized List<JsonObject> await(String what, Predicate<List<JsonObject>> enough) throws InterruptedException {
        long until = System.nanoTime() + Patience.NANOS;
        while (!enough.test(records)) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (ended || left <= 0) {
                throw new AssertionError((ended ? "the program ended before " : "this never came: ") + what
                        + "; the last records: "
                        + records.subList(Math.max(0, records.size() - 5), records.size()));
            }
            wait(left);
        }
        return List.copyOf(records);
    }

    JsonObject awaitRecord(String what, Predicate<JsonObject> wanted) throws InterruptedException {
        return await(what, all -> all.stream().anyMatch(wanted)).stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    /** Sends a command with an id of its own and returns the answer to it. */
    JsonObject ask(String id, String type, JsonObject fields) throws Exception {
        write(fields.with("id", id).with("type", type).toString());
        return awaitRecord(
                "the answer to " + type,
                record -> "response".equals(record.get("type")) && id.equals(record.get("id")));
    }

    /** The client closes its end, which ends the program. */
    void end() throws Exception {
        process.getOutputStream().close();
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                .as("ended with its input")
                .isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

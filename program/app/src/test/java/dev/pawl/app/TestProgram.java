package dev.pawl.app;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The program inside the test: a home and a project of its own, and a scripted model over real HTTP. */
public final class TestProgram implements AutoCloseable {
    static final String API = "openai-completions";

    public final Path home;
    public final Path project;
    final ScriptedModel model;
    private final Map<String, String> environment = new HashMap<>();

    /** What a run printed and how it ended. */
    public record Run(int status, String out, String err) {
        public List<JsonObject> records() {
            return out.lines().map(JsonObject::parse).toList();
        }
    }

    private TestProgram(Path home, Path project, ScriptedModel model) {
        this.home = home;
        this.project = project;
        this.model = model;
        environment.put("HOME", home.toString());
        environment.put("PATH", System.getenv().getOrDefault("PATH", ""));
    }

    public static TestProgram in(Path dir, Script.Turn... turns) throws IOException {
        return in(dir, Script.of(turns));
    }

    public static TestProgram in(Path dir, Script script) throws IOException {
        var root = dir.toRealPath();
        var program = new TestProgram(
                Files.createDirectories(root.resolve("home")),
                Files.createDirectories(root.resolve("project")),
                ScriptedModel.playing(script));
        return program.user("models.json", program.model.modelsJson(API).toString());
    }

    /** A file below the user's {@code .pi/agent}. */
    public TestProgram user(String name, String text) throws IOException {
        write(agentDir().resolve(name), text);
        return this;
    }

    /** A file of the project. */
    public TestProgram file(String name, String text) throws IOException {
        write(project.resolve(name), text);
        return this;
    }

    /** A hook of the user's, whose {@code install} is this. */
    public TestProgram hook(String name, String body) throws IOException {
        return user("hooks/" + name + ".java", hookSource(body));
    }

    static String hookSource(String body) {
        return """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.*;

            class Dropped implements Hook {
                public void install(Host pi) {
                    %s
                }
            }
            """.formatted(body);
    }

    TestProgram environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Places places() {
        return Places.of(environment, project);
    }

    public Path agentDir() {
        return home.resolve(".pi/agent");
    }

    public Run run(String... args) throws Exception {
        return piped(new byte[0], args);
    }

    Run piped(String in, String... args) throws Exception {
        return piped(in.getBytes(StandardCharsets.UTF_8), args);
    }

    Run piped(byte[] in, String... args) throws Exception {
        return at(project, in, args);
    }

    /** A run that is started in another folder. */
    Run at(Path cwd, byte[] in, String... args) throws Exception {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var streams = new Streams(new ByteArrayInputStream(in), stream(out), stream(err));
        int status = Invocation.run(List.of(args), Places.of(environment, cwd), streams);
        streams.out().flush();
        return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Starts a run that names what it waits for almost at once. */
    public Running startNamingSlow(String... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var streams = new Streams(new ByteArrayInputStream(new byte[0]), stream(out), stream(err));
        var run = new FutureTask<>(() -> Invocation.run(List.of(args), places().naming(Duration.ofMillis(1)), streams));
        Thread.ofPlatform().daemon().name("program").start(run);
        return new Running(run, streams, out, err);
    }

    /** A run that has not ended yet. */
    public record Running(
            FutureTask<Integer> run, Streams streams, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        /** Waits until it has printed a text, to its output or beside it. */
        public Running await(String text) throws InterruptedException {
            Await.until("it prints " + text, this::printed, () -> {
                boolean ended = run.isDone();
                boolean came = printed().contains(text);
                if (ended && !came) {
                    throw new AssertionError("it ended without printing " + text + ": " + printed());
                }
                return came;
            });
            return this;
        }

        private String printed() {
            streams.out().flush();
            return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
        }

        /** Waits until it has ended. */
        public Run end() throws Exception {
            int status = run.get(Patience.SECONDS, TimeUnit.SECONDS);
            streams.out().flush();
            return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, false, StandardCharsets.UTF_8);
    }

    public int requests() {
        return model.requests().size();
    }

    /** The body of a request, counted from 1. */
    JsonObject request(int n) {
        return model.requests().get(n - 1).body();
    }

    /** The messages of a request as {@code role: text}, without the system prompt. */
    public List<String> asked(int n) {
        return request(n).objects("messages").stream()
                .filter(message -> !isSystem(message))
                .map(message -> message.string("role", "") + ": " + text(message))
                .toList();
    }

    String systemPrompt(int n) {
        return request(n).objects("messages").stream()
                .filter(TestProgram::isSystem)
                .map(TestProgram::text)
                .findFirst()
                .orElse("");
    }

    /** The names of the tools that a request offers. */
    List<String> tools(int n) {
        return request(n).objects("tools").stream()
                .map(tool -> tool.object("function").string("name", ""))
                .toList();
    }

    /** The session files there are, the oldest first. */
    public List<Path> sessions() throws IOException {
        var folder = agentDir().resolve("sessions");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted((a, b) -> a.getFileName().compareTo(b.getFileName()))
                    .toList();
        }
    }

    /** The messages of the user and the model in a session file, as {@code role: text}. */
    public static List<String> messagesIn(Path session) throws IOException {
        return lines(session).stream()
                .filter(line -> line.string("type", "").equals("message"))
                .map(line -> line.object("message"))
                .filter(message -> !isSystem(message))
                .map(message -> message.string("role", "") + ": " + text(message))
                .toList();
    }

    static List<JsonObject> lines(Path session) throws IOException {
        return Files.readAllLines(session).stream().map(JsonObject::parse).toList();
    }

    public static JsonObject header(Path session) throws IOException {
        return lines(session).getFirst();
    }

    @Override
    public void close() {
        model.close();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static boolean isSystem(JsonObject message) {
        var role = message.string("role", "");
        return role.equals("system") || role.equals("developer");
    }

    private static String text(JsonObject message) {
        if (message.get("content") instanceof String text) {
            return text;
        }
        return String.join(
                "\n",
                message.objects("content").stream()
                        .map(block -> block.string("text", "[" + block.string("type", "") + "]"))
                        .toList());
    }
}

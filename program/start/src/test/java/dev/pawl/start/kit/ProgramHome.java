package dev.pawl.start.kit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A home and a project for a program inside a test, and a scripted model over real HTTP.
 *
 * @param <T> the class of the program, which the methods for its files return
 */
public class ProgramHome<T extends ProgramHome<T>> implements AutoCloseable {
    public static final String API = "openai-completions";

    public final Path home;
    public final Path project;
    public final ScriptedModel model;
    protected final Map<String, String> environment = new HashMap<>();

    protected ProgramHome(Path dir, Script script) throws IOException {
        var root = dir.toRealPath();
        this.home = Files.createDirectories(root.resolve("home"));
        this.project = Files.createDirectories(root.resolve("project"));
        this.model = ScriptedModel.playing(script);
        environment.put("HOME", home.toString());
        environment.put("PATH", System.getenv().getOrDefault("PATH", ""));
        user("models.json", model.modelsJson(API).toString());
    }

    @SuppressWarnings("unchecked")
    private T self() {
        return (T) this;
    }

    /** A file below the user's {@code .pi/agent}. */
    public final T user(String name, String text) throws IOException {
        write(agentDir().resolve(name), text);
        return self();
    }

    /** A file of the project. */
    public T file(String name, String text) throws IOException {
        write(project.resolve(name), text);
        return self();
    }

    /** A hook of the user's, whose {@code install} is this. */
    public T hook(String name, String body) throws IOException {
        return user("hooks/" + name + ".java", hookSource(body));
    }

    public static String hookSource(String body) {
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

    public T environment(String name, String value) {
        environment.put(name, value);
        return self();
    }

    public Places places() {
        return Places.of(environment, project);
    }

    public final Path agentDir() {
        return home.resolve(".pi/agent");
    }

    public int requests() {
        return model.requests().size();
    }

    /** The body of a request, counted from 1. */
    public JsonObject request(int n) {
        return model.requests().get(n - 1).body();
    }

    /** The messages of a request as {@code role: text}, without the system prompt. */
    public List<String> asked(int n) {
        return request(n).objects("messages").stream()
                .filter(message -> !isSystem(message))
                .map(message -> message.string("role", "") + ": " + text(message))
                .toList();
    }

    public String systemPrompt(int n) {
        return request(n).objects("messages").stream()
                .filter(ProgramHome::isSystem)
                .map(ProgramHome::text)
                .findFirst()
                .orElse("");
    }

    /** The names of the tools that a request offers. */
    public List<String> tools(int n) {
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

    public static List<JsonObject> lines(Path session) throws IOException {
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

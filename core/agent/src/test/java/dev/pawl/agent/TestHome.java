package dev.pawl.agent;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A home and a project in which agents with a scripted model are started one after another, as a program starts them:
 * with settings read from files and hooks made from them.
 */
public final class TestHome implements AutoCloseable {
    public final Path home;
    public final Path project;
    public final ScriptedModel model;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Bundled> hooks = new ArrayList<>();
    private Bundle bundle = _ -> List.of();
    private String api = TestAgent.API;
    private boolean trusted;
    private @Nullable Path last;

    /** Makes the hooks of a room when an agent starts; they are called behind those of {@link #hook}. */
    @FunctionalInterface
    public interface Bundle {
        List<Bundled> at(Start start) throws Exception;
    }

    /** A hook and the name that reports use for it. */
    public record Bundled(String name, Hook hook) {}

    /**
     * What is known when an agent starts.
     *
     * @param notices receives sentences for the user
     * @param traces takes what is to record the dispatches of hooks
     */
    public record Start(
            Folders folders,
            Settings settings,
            Map<String, String> environment,
            Consumer<String> notices,
            Consumer<TraceSink> traces) {}

    /**
     * One prompt in an agent of its own.
     *
     * @param out the text of the last answer, unless it failed
     * @param err what else the user was told: notices, failures, what hooks show
     */
    public record Run(boolean failed, String out, String err) {
        /** Everything that the user was told. */
        public String all() {
            return out + err;
        }
    }

    private TestHome(Path root, Script script) throws IOException {
        home = Files.createDirectories(root.resolve("home"));
        project = Files.createDirectories(root.resolve("project"));
        model = ScriptedModel.playing(script);
        environment.put("HOME", home.toString());
        environment.put("PATH", System.getenv().getOrDefault("PATH", ""));
        user("models.json", model.modelsJson(api).toString());
    }

    public static TestHome in(Path dir, Script.Turn... turns) throws IOException {
        return in(dir, Script.of(turns));
    }

    public static TestHome in(Path dir, Script script) throws IOException {
        return new TestHome(dir.toRealPath(), script);
    }

    /** The hooks of the room under test. */
    public TestHome bundle(Bundle made) {
        bundle = made;
        return this;
    }

    /** A file below the user's {@code .pi/agent}. */
    public TestHome user(String name, String text) throws IOException {
        return write(agentDir().resolve(name), text);
    }

    /** A file of the project. */
    public TestHome file(String name, String text) throws IOException {
        return write(project.resolve(name), text);
    }

    /** A hook of the user's. */
    public TestHome hook(Hook hook) {
        return hook("hook" + (hooks.size() + 1), hook);
    }

    /** A hook of the user's under a name, which reports show. */
    public TestHome hook(String name, Hook hook) {
        hooks.add(new Bundled(name, hook));
        return this;
    }

    public TestHome environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Uses the settings of the project as well. */
    public TestHome trusted() {
        trusted = true;
        return this;
    }

    /** Fields that models.json has for the model, prices for example. */
    public TestHome modelFields(JsonObject fields) throws IOException {
        var provider = model.modelsJson(api).object("providers").object("scripted");
        var one = provider.objects("models").getFirst().with(fields);
        return user(
                "models.json",
                JsonObject.of("providers", JsonObject.of("scripted", provider.with("models", List.of(one))))
                        .toString());
    }

    /** The model speaks another provider's language. */
    public TestHome api(String name) throws IOException {
        api = name;
        return user("models.json", model.modelsJson(name).toString());
    }

    public Path agentDir() {
        return home.resolve(".pi/agent");
    }

    public Folders folders() {
        return Folders.of(environment, project);
    }

    /** A prompt in a new session, without a user who could be asked. */
    public Run run(String prompt) throws Exception {
        return run(prompt, null);
    }

    /** A prompt in the session of the last run. */
    public Run goOn(String prompt) throws Exception {
        return run(prompt, last);
    }

    /** A prompt in a session that is there. */
    public Run in(Path session, String prompt) throws Exception {
        return run(prompt, session);
    }

    private Run run(String prompt, @Nullable Path session) throws Exception {
        var told = Collections.synchronizedList(new ArrayList<String>());
        var ui = new NoUi() {
            @Override
            public void notify(String message, Severity severity) {
                told.add(message);
            }
        };
        var agent = start(ui, Mode.PRINT, session);
        try (agent) {
            agent.prompt(prompt);
        }
        told.addAll(agent.notices);
        agent.errors().forEach(error -> told.add(error.toString()));
        var answers = agent.of(AgentEvent.MessageEnded.class).stream()
                .map(AgentEvent.MessageEnded::message)
                .filter(Message.Assistant.class::isInstance)
                .map(Message.Assistant.class::cast)
                .toList();
        var answer = answers.isEmpty() ? null : answers.getLast();
        if (answer == null) {
            return new Run(false, "", text(told));
        }
        if (answer.stopReason() == StopReason.ERROR || answer.stopReason() == StopReason.ABORTED) {
            told.add(String.valueOf(answer.errorMessage()));
            return new Run(true, "", text(told));
        }
        return new Run(false, answer.text() + "\n", text(told));
    }

    private static String text(List<String> lines) {
        return String.join("", lines.stream().map(line -> line + "\n").toList());
    }

    /** An agent in a new session. */
    public TestAgent start(Ui ui, Mode mode) throws Exception {
        return start(ui, mode, null);
    }

    /** An agent in the session of the last run. */
    public TestAgent resume(Ui ui, Mode mode) throws Exception {
        return start(ui, mode, last);
    }

    private TestAgent start(Ui ui, Mode mode, @Nullable Path session) throws Exception {
        var events = Collections.synchronizedList(new ArrayList<AgentEvent>());
        var notices = Collections.synchronizedList(new ArrayList<String>());
        var pawl = Pawl.with(environment);
        var folders = folders();
        var settings = SettingsStore.in(folders).read(trusted);
        settings.problems().forEach(problem -> notices.add(problem.where() + ": " + problem.message()));
        var sessions = new Sessions(SessionPaths.below(agentDir()), SessionOptions.standard());
        var builder = pawl.agent(project)
                .model("scripted/" + ScriptedModel.MODEL)
                .thinking(ThinkingLevel.OFF)
                // On a busy machine a handler may need long to end.
                .settings(Written.known(settings.json()).with("shutdownHookTimeout", 60_000))
                .hookSettings(Written.ofHooks(settings.json()))
                .features(List.of(new Written()))
                .withoutFailedHooks()
                .guardCarriers()
                .sessions(sessions)
                .ui(ui, mode)
                .listener(events::add)
                .notices(notices::add);
        if (session != null) {
            builder.resume(session);
        }
        hooks.forEach(one -> builder.hook(one.name(), one.hook()));
        var sinks = new ArrayList<TraceSink>();
        bundle.at(new Start(folders, settings, Map.copyOf(environment), notices::add, sinks::add))
                .forEach(one -> builder.hook("builtin:" + one.name(), one.hook()));
        builder.traces((begun, engine) -> sinks.forEach(sink -> sink.begin(begun, engine)));
        var agent = builder.start();
        return new TestAgent(model, agent, project, sessions, events, notices, () -> {
            last = agent.session().file();
            agent.close();
            pawl.close();
        });
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
        return TestAgent.sentMessages(request(n));
    }

    public String systemPrompt(int n) {
        return TestAgent.systemPrompt(request(n));
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

    @Override
    public void close() {
        model.close();
    }

    private TestHome write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }
}

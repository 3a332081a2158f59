package dev.pawl.examples;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Frontend;
import dev.pawl.agent.setup.Pause;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.setup.StartModel;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.tool.BuiltinTools.BashOptions;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.Mode;
import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.registry.Bus;
import dev.pawl.hooks.registry.Counters;
import dev.pawl.loader.HookLoader;
import dev.pawl.loader.find.HookPlaces;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.testkit.FakeUi;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The real agent with examples dropped into its hooks folder, a scripted model behind real HTTP and a fake user.
 */
final class ExampleAgent implements AutoCloseable {
    private static final String API = "openai-completions";

    /** Classes once compiled are used again, as by the program. */
    private static final Path CACHE = Path.of("target/hook-cache").toAbsolutePath();

    final ScriptedModel model;
    final FakeUi ui;
    final Path project;
    final Agent agent;
    private final OpenModels models;
    private final CarrierGuard carriers;
    private final Sessions sessions;
    private final List<AgentEvent> events;
    private final List<String> notices;

    private ExampleAgent(
            ScriptedModel model,
            FakeUi ui,
            Path project,
            Agent agent,
            OpenModels models,
            CarrierGuard carriers,
            Sessions sessions,
            List<AgentEvent> events,
            List<String> notices) {
        this.model = model;
        this.ui = ui;
        this.project = project;
        this.agent = agent;
        this.models = models;
        this.carriers = carriers;
        this.sessions = sessions;
        this.events = events;
        this.notices = notices;
    }

    /** An agent in a folder, with a user in front of it, that has these example files. */
    static Builder with(Path dir, String... examples) throws IOException {
        return new Builder(dir, examples);
    }

    /** What is different about the agent of one scenario. */
    static final class Builder {
        private final Path home;
        private final Path agentDir;
        private final Path project;
        private final FakeUi ui = new FakeUi();
        private final Map<String, String> flags = new HashMap<>();
        private final Counters counters = new Counters();
        private Script script = Script.of();
        private JsonObject settings = JsonObject.empty();
        private Mode mode = Mode.TUI;
        private @Nullable Path resumed;

        private Builder(Path dir, String... examples) throws IOException {
            home = Files.createDirectories(dir.resolve("home"));
            agentDir = Files.createDirectories(home.resolve(".pi/agent"));
            project = Files.createDirectories(dir.resolve("project"));
            var hooks = Files.createDirectories(agentDir.resolve("hooks"));
            for (var example : examples) {
                Files.writeString(hooks.resolve(Path.of(example).getFileName()), Files.readString(Path.of(example)));
            }
        }

        Builder model(Script.Turn... turns) {
            return model(Script.of(turns));
        }

        Builder model(Script script) {
            this.script = script;
            return this;
        }

        /** There is no user to answer, as in print mode. */
        Builder alone() {
            mode = Mode.PRINT;
            return this;
        }

        Builder flag(String name, String value) {
            flags.put(name, value);
            return this;
        }

        Builder settings(JsonObject settings) {
            this.settings = settings;
            return this;
        }

        /** Goes on with a session that was left. */
        Builder resuming(Path session) {
            resumed = session;
            return this;
        }

        Builder file(String name, String content) throws IOException {
            var file = project.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
            return this;
        }

        ExampleAgent start() throws IOException, InterruptedException {
            var model = ScriptedModel.playing(script);
            Files.writeString(
                    agentDir.resolve("models.json"),
                    priced(model.modelsJson(API)).toString());
            var events = Collections.synchronizedList(new ArrayList<AgentEvent>());
            var notices = Collections.synchronizedList(new ArrayList<String>());
            var environment =
                    Map.of("HOME", home.toString(), "PATH", System.getenv().getOrDefault("PATH", ""));
            var models = new OpenModels(
                    ModelsSetup.of(agentDir, environment),
                    CallSettings.standard(),
                    Network.of(environment),
                    Duration.ZERO);
            var sessions = new Sessions(SessionPaths.below(agentDir), SessionOptions.standard());
            var tools = new LocalTools(environment, home, home);
            var carriers = new CarrierGuard();
            var setup = new AgentSetup(
                    cwd -> surroundings(cwd, tools),
                    models.models(),
                    _ -> new StartModel(
                            models.models().find("scripted", ScriptedModel.MODEL), ThinkingLevel.OFF, List.of(), null),
                    sessions,
                    new Frontend(ui, mode, notices::add, () -> notices.add("shutdown")),
                    Clock.systemUTC(),
                    carriers,
                    Pause.real());
            var session = resumed == null ? sessions.begin(project, null) : sessions.open(resumed, project);
            var agent = Agent.start(setup, session, events::add);
            return new ExampleAgent(model, ui, project, agent, models, carriers, sessions, events, notices);
        }

        /** The scripted model at a dollar for a thousand tokens, and a second one that costs nothing. */
        private static JsonObject priced(JsonObject modelsJson) {
            var provider = modelsJson.object("providers").object("scripted");
            var one = provider.objects("models").getFirst();
            var dear = JsonObject.of("input", 1_000, "output", 1_000)
                    .with("cacheRead", 0)
                    .with("cacheWrite", 0);
            return JsonObject.of(
                    "providers",
                    JsonObject.of(
                            "scripted",
                            provider.with("models", List.of(one.with("cost", dear), one.with("id", "scripted-2")))));
        }

        private ProjectEnvironment surroundings(Path cwd, LocalTools tools) {
            return new ProjectEnvironment(
                    cwd,
                    Settings.of(settings),
                    true,
                    _ -> load(cwd, tools),
                    Timeouts.DEFAULT,
                    Resources.Source.none(),
                    new ProjectTools(
                            tools.all(Path.of(""), BashOptions.spawning(request -> request)),
                            List.of("read", "bash", "edit", "write"),
                            null,
                            _ -> true,
                            tools.userShell(null, null, null),
                            true));
        }

        private LoadResult load(Path cwd, LocalTools tools) throws InterruptedException {
            var services = new HostServices(new Bus(), counters, flags::get, () -> tools, cwd);
            var loader = new HookLoader(new HookInstaller(services, Timeouts.DEFAULT, _ -> {}), CACHE, _ -> {});
            return loader.load(new HookPlaces(agentDir, cwd, home, true, HookPlaces.Named.NONE, false, false));
        }
    }

    /** Types something and waits until all that follows from it is done. */
    ExampleAgent submit(String text) throws InterruptedException {
        agent.prompt(Prompt.of(text));
        agent.waitForIdle();
        return this;
    }

    int requests() {
        return model.requests().size();
    }

    /** The messages of a request, counted from 1, as {@code role: text}, without the system prompt. */
    List<String> asked(int n) {
        return request(n).objects("messages").stream()
                .filter(message -> !isSystem(message))
                .map(message -> message.string("role", "") + ": " + text(message))
                .toList();
    }

    /** The last message of a request. */
    String lastAsked(int n) {
        return asked(n).getLast();
    }

    String systemPrompt(int n) {
        return request(n).objects("messages").stream()
                .filter(ExampleAgent::isSystem)
                .map(ExampleAgent::text)
                .findFirst()
                .orElse("");
    }

    /** The names of the tools that were offered to the model. */
    List<String> toolsTold(int n) {
        return request(n).objects("tools").stream()
                .map(tool -> tool.object("function").string("name", ""))
                .toList();
    }

    JsonObject request(int n) {
        return model.requests().get(n - 1).body();
    }

    /** What the session's file holds, without prompts: {@code role: text}. */
    List<String> kept() throws IOException {
        try (var session = sessions.openReadOnly(sessionFile())) {
            return session.messages().stream()
                    .filter(message -> !(message instanceof Message.SystemPrompt))
                    .map(message -> message.role() + ": " + message.text())
                    .toList();
        }
    }

    Path sessionFile() {
        return Objects.requireNonNull(agent.session().file());
    }

    <E extends AgentEvent> List<E> received(Class<E> type) {
        synchronized (events) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }
    }

    List<Message.ToolResult> results() {
        return received(AgentEvent.MessageEnded.class).stream()
                .map(AgentEvent.MessageEnded::message)
                .filter(Message.ToolResult.class::isInstance)
                .map(Message.ToolResult.class::cast)
                .toList();
    }

    /** Whatever went wrong: hooks that failed, and what the user was warned of. */
    List<String> problems() {
        var problems = new ArrayList<>(List.copyOf(notices));
        received(AgentEvent.HookFailed.class).stream()
                .map(AgentEvent.HookFailed::error)
                .map(HookError::toString)
                .forEach(problems::add);
        return problems;
    }

    /** Ends the program, as a user does; the model and the session stay to be looked at. */
    void quit() {
        agent.close();
    }

    @Override
    public void close() {
        agent.close();
        models.close();
        carriers.close();
        model.close();
    }

    private static boolean isSystem(JsonObject message) {
        return List.of("system", "developer").contains(message.string("role", ""));
    }

    private static String text(JsonObject message) {
        return message.get("content") instanceof String text
                ? text
                : String.join(
                        "\n",
                        message.objects("content").stream()
                                .map(block -> block.string("text", ""))
                                .toList());
    }
}

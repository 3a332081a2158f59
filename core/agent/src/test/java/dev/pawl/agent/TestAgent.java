package dev.pawl.agent;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Pause;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Await;
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
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A whole agent over real HTTP with a scripted model, in a folder of its own: what a scenario needs, in three lines. */
public final class TestAgent implements AutoCloseable {
    static final String API = "openai-completions";

    public final ScriptedModel model;
    public final Agent agent;
    public final Path dir;
    final Sessions sessions;
    final List<AgentEvent> events;
    /** What the agent told the user, problems with hooks for example. */
    public final List<String> notices;

    private final Runnable closing;

    TestAgent(
            ScriptedModel model,
            Agent agent,
            Path dir,
            Sessions sessions,
            List<AgentEvent> events,
            List<String> notices,
            Runnable closing) {
        this.model = model;
        this.agent = agent;
        this.dir = dir;
        this.sessions = sessions;
        this.events = events;
        this.notices = notices;
        this.closing = closing;
    }

    public static Builder in(Path dir) {
        return new Builder(dir);
    }

    /** What is different about the agent of one scenario. */
    public static final class Builder {
        private final Path dir;
        private final List<Hook> hooks = new ArrayList<>();
        private Script script = Script.of();
        private JsonObject settings = JsonObject.empty();
        private List<String> active = List.of("read", "bash", "edit", "write");
        private Ui ui = new NoUi();
        private Mode mode = Mode.PRINT;
        private Pause pause = Pause.real();
        private JsonObject modelFields = JsonObject.empty();
        private final List<JsonObject> moreModels = new ArrayList<>();
        private final List<String> shortList = new ArrayList<>();
        private Map<String, String> flags = Map.of();
        private @Nullable Path session;

        private Builder(Path dir) {
            this.dir = dir;
        }

        public Builder model(Script.Turn... turns) {
            script = Script.of(turns);
            return this;
        }

        public Builder model(Script script) {
            this.script = script;
            return this;
        }

        public Builder hook(Hook hook) {
            hooks.add(hook);
            return this;
        }

        public Builder settings(JsonObject settings) {
            this.settings = settings;
            return this;
        }

        public Builder tools(String... names) {
            active = List.of(names);
            return this;
        }

        public Builder ui(Ui ui, Mode mode) {
            this.ui = ui;
            this.mode = mode;
            return this;
        }

        /** How the agent waits before it tries again. */
        Builder pause(Pause pause) {
            this.pause = pause;
            return this;
        }

        /** What models.json says of the model besides its name, {@code contextWindow} for example. */
        Builder modelFields(JsonObject fields) {
            modelFields = fields;
            return this;
        }

        /** Another model of the same provider, for example with the fields {@code id} and {@code reasoning}. */
        Builder anotherModel(JsonObject fields) {
            moreModels.add(fields);
            return this;
        }

        /** The ids of the models on the user's short list. */
        Builder shortList(String... ids) {
            List.of(ids).forEach(id -> shortList.add("scripted/" + id));
            return this;
        }

        /** Goes on with the session in a file. */
        public Builder resume(Path file) {
            session = file;
            return this;
        }

        /** What the command line says for flags of hooks. */
        Builder flags(Map<String, String> flags) {
            this.flags = flags;
            return this;
        }

        public TestAgent start() throws IOException, InterruptedException {
            var home = Files.createDirectories(dir.resolve("home"));
            var cwd = Files.createDirectories(dir.resolve("work"));
            var agentDir = Files.createDirectories(home.resolve(".pi/agent"));
            var model = ScriptedModel.playing(script);
            Files.writeString(
                    agentDir.resolve("models.json"),
                    withFields(model.modelsJson(API)).toString());
            var events = Collections.synchronizedList(new ArrayList<AgentEvent>());
            var notices = Collections.synchronizedList(new ArrayList<String>());
            var pawl = Pawl.with(
                    Map.of("HOME", home.toString(), "PATH", System.getenv().getOrDefault("PATH", "")));
            var sessions = new Sessions(SessionPaths.below(agentDir), SessionOptions.standard());
            var builder = pawl.agent(cwd)
                    .model("scripted/" + ScriptedModel.MODEL)
                    .thinking(ThinkingLevel.OFF)
                    .shortList(shortList.toArray(String[]::new))
                    .tools(active.toArray(String[]::new))
                    .settings(Written.known(settings))
                    .hookSettings(Written.ofHooks(settings))
                    .features(List.of(new Written()))
                    .withoutFailedHooks()
                    .guardCarriers()
                    .flags(flags)
                    .withProject()
                    .sessions(sessions)
                    .ui(ui, mode)
                    .listener(events::add)
                    .notices(notices::add)
                    .onShutdown(() -> notices.add("shutdown"))
                    .pause(pause);
            hooks.forEach(builder::hook);
            if (session != null) {
                builder.resume(session);
            }
            var agent = builder.start();
            return new TestAgent(model, agent, cwd, sessions, events, notices, () -> {
                agent.close();
                pawl.close();
                model.close();
            });
        }

        private JsonObject withFields(JsonObject modelsJson) {
            var provider = modelsJson.object("providers").object("scripted");
            var one = provider.objects("models").getFirst().with(modelFields);
            return JsonObject.of("providers", JsonObject.of("scripted", provider.with("models", modelList(one))));
        }

        private List<JsonObject> modelList(JsonObject first) {
            var all = new ArrayList<JsonObject>();
            all.add(first);
            all.addAll(moreModels);
            return all;
        }
    }

    /** Sends a prompt and waits until the agent is idle. */
    public TestAgent prompt(String text) throws InterruptedException {
        agent.prompt(Prompt.of(text));
        agent.waitForIdle();
        return this;
    }

    /** Waits for a condition for which there is no event. */
    public void until(BooleanSupplier condition) throws InterruptedException {
        Await.until("the condition of the test holds", this::happened, condition::getAsBoolean);
    }

    /** The body of a request, counted from 1. */
    public JsonObject request(int n) {
        return model.requests().get(n - 1).body();
    }

    public int requests() {
        return model.requests().size();
    }

    /** The messages of a request as {@code role: text}, without the system prompt. */
    public List<String> sentMessages(int n) {
        return sentMessages(request(n));
    }

    static List<String> sentMessages(JsonObject request) {
        return request.objects("messages").stream()
                .filter(message -> !isSystem(message))
                .map(message -> message.string("role", "") + ": " + text(message))
                .toList();
    }

    public String systemPrompt(int n) {
        return systemPrompt(request(n));
    }

    static String systemPrompt(JsonObject request) {
        return request.objects("messages").stream()
                .filter(TestAgent::isSystem)
                .map(TestAgent::text)
                .findFirst()
                .orElse("");
    }

    /** The messages in the file of the session. */
    public List<Message> storedMessages() throws IOException {
        var file = agent.session().file();
        try (var session = sessions.openReadOnly(java.util.Objects.requireNonNull(file))) {
            return session.branch().stream()
                    .filter(Entry.MessageEntry.class::isInstance)
                    .map(entry -> ((Entry.MessageEntry) entry).message())
                    .filter(message -> !(message instanceof Message.SystemPrompt))
                    .toList();
        }
    }

    List<Entry> entries() throws IOException {
        try (var session = sessions.openReadOnly(
                java.util.Objects.requireNonNull(agent.session().file()))) {
            return session.branch();
        }
    }

    public List<Message.ToolResult> results() {
        return of(AgentEvent.MessageEnded.class).stream()
                .map(AgentEvent.MessageEnded::message)
                .filter(Message.ToolResult.class::isInstance)
                .map(Message.ToolResult.class::cast)
                .toList();
    }

    public List<HookError> errors() {
        return of(AgentEvent.HookFailed.class).stream()
                .map(AgentEvent.HookFailed::error)
                .toList();
    }

    public <E extends AgentEvent> List<E> of(Class<E> type) {
        synchronized (events) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }
    }

    /** What happened, by the names of the events. */
    public List<String> happened() {
        synchronized (events) {
            return events.stream()
                    .filter(event -> !(event instanceof AgentEvent.SessionBegun))
                    .map(event -> event.getClass().getSimpleName())
                    .toList();
        }
    }

    @Override
    public void close() {
        closing.run();
    }

    private static boolean isSystem(JsonObject message) {
        return message.string("role", "").equals("system")
                || message.string("role", "").equals("developer");
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

package dev.pawl.testkit;

import dev.pawl.api.context.CalledTool;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.context.Messages;
import dev.pawl.api.context.Project;
import dev.pawl.api.context.Tools;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.base.QuotedWords;
import dev.pawl.hooks.bound.Program;
import dev.pawl.session.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session as a hook sees it, without an agent: what the hook does is recorded in {@link #done}. */
public class FakeContext implements CommandContext {
    /** The built-in tools by name; they can be seen and chosen, but not called. */
    static final List<ToolInfo> BUILTIN = List.of(
            builtin("read", true),
            builtin("bash", false),
            builtin("edit", false),
            builtin("write", false),
            builtin("grep", true),
            builtin("find", true),
            builtin("ls", true));

    private final Path cwd;
    private final Ui ui;
    private final FakeSession session;
    private final FakeModels models;
    private final List<String> done;
    private final List<Session> started;
    private final Ui shownUi = new FakeFrontend();
    private final Tools tools = new FakeTools();
    private final Messages messages = new FakeMessages();
    private final Project project = new FakeProject();
    private volatile Mode mode = Mode.TUI;
    private volatile JsonObject settings = JsonObject.empty();
    private volatile String argsRaw = "";

    /** A context with a session in memory and models whose answers are scripted. */
    public FakeContext(Path cwd, Ui ui) {
        this(cwd, ui, new FakeSession(cwd));
    }

    /** A context with models whose answers are scripted. */
    public FakeContext(Path cwd, Ui ui, FakeSession session) {
        this(cwd, ui, session, new FakeModels());
    }

    public FakeContext(Path cwd, Ui ui, FakeSession session, FakeModels models) {
        this.cwd = cwd;
        this.ui = ui;
        this.session = session;
        this.models = models;
        this.done = Collections.synchronizedList(new ArrayList<>());
        this.started = Collections.synchronizedList(new ArrayList<>());
        session.recordTo(done::add);
    }

    /** The context of a session that replaces another one; both record into the same list. */
    private FakeContext(FakeContext before, FakeSession session) {
        this.cwd = before.cwd;
        this.ui = before.ui;
        this.session = session;
        this.models = before.models;
        this.done = before.done;
        this.started = before.started;
        this.mode = before.mode;
        this.settings = before.settings;
        session.recordTo(done::add);
    }

    /** How a tool of a hook is listed. */
    static ToolInfo info(Tool tool) {
        return tool.info(new SourceInfo(tool.name(), SourceInfo.Scope.TEMPORARY, false, null));
    }

    private static ToolInfo builtin(String name, boolean readOnly) {
        return info(Tool.of(name, name, JsonObject.of("type", "object"), (_, _) -> ToolOutput.text(""))
                .with(tool -> tool.annotations(new ToolTraits.Annotations(readOnly, false, false, false))));
    }

    /** What the hook did to the session and the program, in order: {@code abort}, {@code rebuild context}, … */
    public final List<String> done() {
        return List.copyOf(done);
    }

    /** The sessions that the hook started in place of this one, as it set them up. */
    public final List<Session> started() {
        return List.copyOf(started);
    }

    /** Sets the settings of the project. */
    public final void settings(JsonObject newSettings) {
        settings = newSettings;
    }

    /** Sets the mode; without a user, as in print mode, dialogs are not shown. */
    public final void mode(Mode newMode) {
        mode = newMode;
    }

    /** Sets the arguments of the command that runs next. */
    public final void arguments(String newArgs) {
        argsRaw = newArgs;
    }

    /** Records something that a hook did. */
    public final void record(String what) {
        done.add(what);
    }

    @Override
    public FakeSession session() {
        return session;
    }

    @Override
    public FakeModels models() {
        return models;
    }

    @Override
    public Tools tools() {
        return tools;
    }

    @Override
    public Messages messages() {
        return messages;
    }

    @Override
    public Ui ui() {
        return shownUi;
    }

    @Override
    public Project project() {
        return project;
    }

    /** Runs a program of a hook, for real unless overridden. */
    protected ExecResult exec(ExecOptions options, List<String> command) throws InterruptedException {
        return Program.run(cwd, options, command);
    }

    @Override
    public List<String> args() {
        return QuotedWords.split(argsRaw);
    }

    @Override
    public String argsRaw() {
        return argsRaw;
    }

    @Override
    public void waitForIdle() {}

    @Override
    public SystemPromptOptions systemPromptOptions() {
        return SystemPromptOptions.empty();
    }

    /** Sets the session up and goes on in it; nothing refuses. */
    @Override
    public boolean newSession(NewSession options) throws InterruptedException {
        done.add("new session");
        var next = new FakeSession(cwd);
        started.add(next.target());
        try {
            options.setup().run(next.target());
            options.withSession().run(new FakeContext(this, next));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("setting up the new session failed: " + e.getMessage(), e);
        }
        return true;
    }

    @Override
    public boolean switchSession(Path file, Callback withSession) {
        done.add("switch session: " + file);
        return true;
    }

    @Override
    public boolean fork(String entryId, ForkPosition position, Callback withSession) {
        done.add("fork: " + entryId);
        return true;
    }

    @Override
    public boolean navigateTree(String targetId, Navigation options) {
        done.add("navigate: " + targetId);
        return true;
    }

    @Override
    public void reload() {
        done.add("reload");
    }

    /** The user, where there is one in the mode that is set. */
    private final class FakeFrontend extends ForwardingUi {
        private final Ui nobody = new NoUi();

        @Override
        protected Ui target() {
            return mode.hasUi() ? ui : nobody;
        }

        @Override
        public Mode mode() {
            return mode;
        }

        @Override
        public boolean hasUser() {
            return mode.hasUi();
        }
    }

    private static final class FakeTools implements Tools {
        private volatile List<String> active = List.of("read", "bash", "edit", "write");

        @Override
        public List<String> active() {
            return active;
        }

        @Override
        public List<ToolInfo> all() {
            return BUILTIN;
        }

        @Override
        public void setActive(List<String> names) {
            active = List.copyOf(names);
        }

        @Override
        public CalledTool call(String name, JsonObject arguments) {
            throw new UnsupportedOperationException("no tool can be called here: there is no agent");
        }

        @Override
        public @Nullable String refusal(String name, JsonObject arguments) {
            return null;
        }

        @Override
        public List<CommandInfo> commands() {
            return List.of();
        }
    }

    private final class FakeMessages implements Messages {
        @Override
        public List<Message> list() {
            return session.messages();
        }

        @Override
        public String systemPrompt() {
            return "You are an agent in a trial of hooks.";
        }

        @Override
        public boolean hasPending() {
            return false;
        }

        @Override
        public void send(HookMessage message, Delivery delivery) {
            done.add(
                    "message " + message.customType() + ": " + message.content().text());
        }

        @Override
        public void sendUser(Body content, Delivery delivery) {
            done.add("user: " + content.text());
        }
    }

    private final class FakeProject implements Project {
        @Override
        public Path cwd() {
            return cwd;
        }

        @Override
        public boolean isTrusted() {
            return true;
        }

        @Override
        public JsonObject settings() {
            return settings;
        }

        @Override
        public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
            return FakeContext.this.exec(options, List.of(command));
        }

        @Override
        public void shutdown() {
            done.add("shutdown");
        }
    }
}

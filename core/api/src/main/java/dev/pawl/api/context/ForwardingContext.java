package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.ToolInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A context whose parts pass every call on to those of another one, for contexts that change or add something.
 *
 * <p>Each call of each part asks for {@link #target} first, so a target that throws an exception closes all of them,
 * also those that were kept.
 */
public abstract class ForwardingContext implements HookContext {
    /** Returns the context that answers; asked for at every call of a part. */
    protected abstract HookContext target();

    @Override
    public OpenSession session() {
        return new ForwardingSession() {
            @Override
            protected OpenSession target() {
                return ForwardingContext.this.target().session();
            }
        };
    }

    @Override
    public SessionModels models() {
        return new ModelsOf(() -> target().models());
    }

    @Override
    public Tools tools() {
        return new ToolsOf(() -> target().tools());
    }

    @Override
    public Messages messages() {
        return new MessagesOf(() -> target().messages());
    }

    @Override
    public Ui ui() {
        return new ForwardingUi() {
            @Override
            protected Ui target() {
                return ForwardingContext.this.target().ui();
            }
        };
    }

    @Override
    public Project project() {
        return new ProjectOf(() -> target().project());
    }

    /** The models of the session that answers; it is asked for at every call. */
    private record ModelsOf(Supplier<SessionModels> target) implements SessionModels {
        @Override
        public @Nullable Model current() {
            return target.get().current();
        }

        @Override
        public List<ScopedModel> scoped() {
            return target.get().scoped();
        }

        @Override
        public boolean select(Model model) throws InterruptedException {
            return target.get().select(model);
        }

        @Override
        public ThinkingLevel thinkingLevel() {
            return target.get().thinkingLevel();
        }

        @Override
        public void setThinkingLevel(ThinkingLevel level) {
            target.get().setThinkingLevel(level);
        }

        @Override
        public SessionModels askedBy(String hook) {
            return new ModelsOf(() -> target.get().askedBy(hook));
        }

        @Override
        public @Nullable Model find(String provider, String id) {
            return target.get().find(provider, id);
        }

        @Override
        public List<Model> available() {
            return target.get().available();
        }

        @Override
        public List<Model> all() {
            return target.get().all();
        }

        @Override
        public @Nullable String apiKey(Model model) throws InterruptedException {
            return target.get().apiKey(model);
        }

        @Override
        public Message.Assistant complete(Model model, ModelRequest request) throws IOException, InterruptedException {
            return target.get().complete(model, request);
        }

        @Override
        public Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events)
                throws IOException, InterruptedException {
            return target.get().stream(model, request, events);
        }
    }

    /** The tools of the session that answers; it is asked for at every call. */
    private record ToolsOf(Supplier<Tools> target) implements Tools {
        @Override
        public List<String> active() {
            return target.get().active();
        }

        @Override
        public List<ToolInfo> all() {
            return target.get().all();
        }

        @Override
        public void setActive(List<String> names) {
            target.get().setActive(names);
        }

        @Override
        public CalledTool call(String name, JsonObject arguments) throws InterruptedException {
            return target.get().call(name, arguments);
        }

        @Override
        public @Nullable String refusal(String name, JsonObject arguments) throws InterruptedException {
            return target.get().refusal(name, arguments);
        }

        @Override
        public List<CommandInfo> commands() {
            return target.get().commands();
        }
    }

    /** The messages of the session that answers; it is asked for at every call. */
    private record MessagesOf(Supplier<Messages> target) implements Messages {
        @Override
        public List<Message> list() {
            return target.get().list();
        }

        @Override
        public String systemPrompt() {
            return target.get().systemPrompt();
        }

        @Override
        public boolean hasPending() {
            return target.get().hasPending();
        }

        @Override
        public void send(HookMessage message, Delivery delivery) {
            target.get().send(message, delivery);
        }

        @Override
        public void sendUser(Body content, Delivery delivery) {
            target.get().sendUser(content, delivery);
        }
    }

    /** The project of the session that answers; it is asked for at every call. */
    private record ProjectOf(Supplier<Project> target) implements Project {
        @Override
        public Path cwd() {
            return target.get().cwd();
        }

        @Override
        public boolean isTrusted() {
            return target.get().isTrusted();
        }

        @Override
        public JsonObject settings() {
            return target.get().settings();
        }

        @Override
        public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
            return target.get().exec(options, command);
        }

        @Override
        public void shutdown() {
            target.get().shutdown();
        }
    }
}

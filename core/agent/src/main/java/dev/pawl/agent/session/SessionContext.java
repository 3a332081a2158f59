package dev.pawl.agent.session;

import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.api.context.CalledTool;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.context.Messages;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.context.Project;
import dev.pawl.api.context.SessionModels;
import dev.pawl.api.context.Tools;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.ForwardingSessionView;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.hooks.bound.Program;
import dev.pawl.hooks.bound.Together;
import dev.pawl.session.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session as hooks see it: its parts refuse every call when another session took over. */
final class SessionContext extends ForwardingContext implements Together {
    private final Validity validity;
    private final Parts parts;
    private final SessionScope scope;

    SessionContext(SessionScope scope, SessionChanges changes) {
        this.scope = scope;
        this.validity = scope.validity();
        this.parts = new Parts(
                new RecordedSession(scope),
                scope.models(),
                new OfferedTools(scope),
                new SentMessages(scope, changes),
                scope.frontend().ui(),
                new OpenProject(scope));
    }

    @Override
    protected HookContext target() {
        validity.check();
        return parts;
    }

    @Override
    public void together(Runnable sends) {
        scope.valid().parts().queue().together(sends);
    }

    private record Parts(
            OpenSession session, SessionModels models, Tools tools, Messages messages, Ui ui, Project project)
            implements HookContext {}

    /** The tools and commands of a session, as hooks see and call them. */
    private record OfferedTools(SessionScope scope) implements Tools {
        @Override
        public List<String> active() {
            return scope.core().tools().active();
        }

        @Override
        public List<ToolInfo> all() {
            return scope.core().tools().infos();
        }

        @Override
        public void setActive(List<String> names) {
            scope.core().tools().activate(names);
        }

        @Override
        public CalledTool call(String name, JsonObject arguments) throws InterruptedException {
            var called = scope.parts().runner().ofHook(name, arguments);
            return new CalledTool(
                    called.toolCallId(), Content.text(called.output().content()), called.isError());
        }

        @Override
        public @Nullable String refusal(String name, JsonObject arguments) throws InterruptedException {
            return scope.parts().runner().refusal(name, arguments);
        }

        @Override
        public List<CommandInfo> commands() {
            var all = new ArrayList<>(scope.commands().infos());
            var resources = scope.core().prompts().resources();
            for (var template : resources.templates().all()) {
                all.add(new CommandInfo(
                        template.name(), template.description(), CommandInfo.Kind.PROMPT, template.source()));
            }
            for (var skill : resources.skills().all()) {
                all.add(new CommandInfo(
                        "skill:" + skill.name(), skill.description(), CommandInfo.Kind.SKILL, skill.source()));
            }
            return List.copyOf(all);
        }
    }

    /** The messages of a session, as hooks read and send them. */
    private record SentMessages(SessionScope scope, SessionChanges changes) implements Messages {
        @Override
        public List<Message> list() {
            return scope.core().conversation().shown();
        }

        @Override
        public String systemPrompt() {
            return scope.core().prompts().text();
        }

        @Override
        public boolean hasPending() {
            return scope.core().queues().waiting() > 0;
        }

        @Override
        public void send(HookMessage message, Delivery delivery) {
            scope.delivering().send(message, delivery);
        }

        @Override
        public void sendUser(Body content, Delivery delivery) {
            scope.delivering().send(content, delivery, new HookCommands(scope, changes));
        }
    }

    /** The project of a session, as hooks see it. */
    record OpenProject(SessionScope scope) implements Project {
        @Override
        public Path cwd() {
            return scope.core().session().cwd();
        }

        @Override
        public boolean isTrusted() {
            return scope.project().trusted();
        }

        @Override
        public JsonObject settings() {
            return scope.project().settings().json();
        }

        @Override
        public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
            return Program.run(cwd(), options, List.of(command));
        }

        @Override
        public void shutdown() {
            scope.frontend().shutdown().run();
        }
    }

    /** The session as hooks use it: listeners are notified of the entries that they add. */
    private static final class RecordedSession extends ForwardingSessionView implements OpenSession {
        private final SessionScope scope;

        RecordedSession(SessionScope scope) {
            this.scope = scope;
        }

        @Override
        protected Session target() {
            return scope.core().session();
        }

        @Override
        public Entry append(String customType, @Nullable Object data) {
            return scope.core().recorder().appended(target().append(customType, data));
        }

        /** The type of a record is known where the hook announced it; here all entries are objects. */
        @Override
        public Entry save(Record data) {
            throw new IllegalStateException("a record is kept through the context that its hook was given");
        }

        @Override
        public Entry save(JsonObject entry) {
            return scope.core().recorder().appended(target().save(entry));
        }

        @Override
        public void rename(@Nullable String name) {
            scope.core().recorder().rename(name);
        }

        @Override
        public void label(String entryId, @Nullable String label) {
            target().label(entryId, label);
        }

        @Override
        public void rebuildContext() {
            scope.core().conversation().forget();
            if (scope.parts().queue().isIdle()) {
                // A run asks hooks anyway before its next request.
                scope.preview().showLater();
            }
        }

        @Override
        public void compact(CompactOptions options) {
            scope.compaction().compact(options);
        }

        @Override
        public @Nullable ContextUsage contextUsage() {
            var core = scope.core();
            return WindowUse.of(
                    core.model().model(),
                    core.conversation(),
                    scope.parts().requests().cost());
        }

        @Override
        public boolean isIdle() {
            return scope.parts().queue().isIdle();
        }

        @Override
        public void abort() {
            scope.parts().queue().signalAbort();
        }
    }
}

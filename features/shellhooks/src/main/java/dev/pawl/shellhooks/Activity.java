package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.base.MarkupText;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When the hooks of a file run: always, or, where they stand at the head of a skill or an agent, while that is active.
 *
 * <p>A skill is active from its first use to the end of the session, also when the session is opened again: then its messages
 * show whether it was used. An agent is active while a subagent works that a tool of its name started, or a call that names it.
 */
final class Activity {
    private static final String READ = "read";

    /** Before the path of a skill in the message that contains it. */
    private static final String LOCATION = "location=\"";

    private final ShellHook.@Nullable Owner owner;
    private final Path file;
    private final Path home;
    private final Set<String> calls = new HashSet<>();
    private final Set<String> agents = new HashSet<>();
    private boolean used;

    Activity(List<ShellHook> hooks, Path home) {
        var source = hooks.getFirst().source();
        this.owner = source.owner();
        this.file = CallFile.of(source.file()).path();
        this.home = home;
    }

    /** Watches for the use of the skill or agent; has to be installed before its hooks. */
    void install(Host host) {
        if (owner == null) {
            return;
        }
        if (owner.isAgent()) {
            watchAgents(host, owner.name());
        } else {
            watchSkill(host);
        }
    }

    /** Returns whether hooks of the file run at what happens. */
    synchronized boolean covers(Facts facts) {
        if (owner == null) {
            return true;
        }
        return owner.isAgent() ? facts.get(Fact.AGENT_ID) instanceof String id && agents.contains(id) : used;
    }

    private void watchAgents(Host host, String name) {
        host.on(HookPoints.TOOL_EXECUTION_START, (start, _) -> {
            if (names(start.args(), name)) {
                add(calls, start.toolCallId());
            }
        });
        host.on(HookPoints.TOOL_EXECUTION_END, (end, _) -> remove(end.toolCallId()));
        host.on(HookPoints.SUBAGENT_START, (start, _) -> {
            if (start.agentType().equals(name) || has(start.toolCallId())) {
                add(agents, start.agentId());
                add(agents, start.toolCallId());
            }
            return start;
        });
        host.on(HookPoints.SUBAGENT_END, (end, _) -> {
            remove(end.agentId());
            remove(end.toolCallId());
        });
    }

    /** Tools that start agents of several kinds name the kind in one of these fields. */
    private static boolean names(JsonObject arguments, String name) {
        return name.equals(arguments.get("agent")) || name.equals(arguments.get("subagent_type"));
    }

    private synchronized void add(Set<String> ids, String id) {
        ids.add(id);
    }

    private synchronized boolean has(String toolCallId) {
        return calls.contains(toolCallId);
    }

    private synchronized void remove(String id) {
        calls.remove(id);
        agents.remove(id);
    }

    private void watchSkill(Host host) {
        host.on(HookPoints.SESSION_START, (_, ctx) -> {
            if (wasUsed(ctx)) {
                use();
            }
        });
        host.on(HookPoints.INPUT, (input, ctx) -> {
            if (isCalled(input.text(), ctx)) {
                use();
            }
            return input.proceed();
        });
        host.on(HookPoints.TOOL_RESULT, (result, _) -> {
            if (result.call().toolName().equals(READ)
                    && !result.isError()
                    && file.equals(result.call().file())) {
                use();
            }
            return result;
        });
    }

    private synchronized void use() {
        used = true;
    }

    /** Returns whether a text calls the skill with a slash. */
    private boolean isCalled(String text, HookContext ctx) {
        var word = text.split("\\s", 2)[0];
        return ctx.tools().commands().stream()
                .anyMatch(command -> command.kind() == CommandInfo.Kind.SKILL
                        && word.equals("/" + command.name())
                        && file.equals(
                                CallFile.of(Path.of(command.source().path())).path()));
    }

    private boolean wasUsed(HookContext ctx) {
        for (var entry : ctx.session().branch()) {
            if (entry instanceof Entry.MessageEntry kept
                    && switch (kept.message()) {
                        case Message.User user -> isIn(user.text());
                        case Message.Assistant answer -> isReadBy(answer, ctx);
                        default -> false;
                    }) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the instructions of the skill stand in a message. */
    private boolean isIn(String text) {
        int start = text.indexOf(LOCATION);
        int end = start < 0 || !text.startsWith("<skill ") ? -1 : text.indexOf('"', start + LOCATION.length());
        return end > 0
                && isFile(
                        JsonObject.of("path", MarkupText.unescaped(text.substring(start + LOCATION.length(), end))),
                        home);
    }

    private boolean isReadBy(Message.Assistant answer, HookContext ctx) {
        return answer.toolCalls().stream()
                .anyMatch(call -> call.name().equals(READ)
                        && isFile(call.arguments(), ctx.project().cwd()));
    }

    private boolean isFile(JsonObject arguments, Path cwd) {
        var read = CallFile.of(ToolInput.from(READ, arguments), cwd, home);
        return read != null && file.equals(read.path());
    }
}

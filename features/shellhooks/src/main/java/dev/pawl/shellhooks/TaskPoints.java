package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.tools.TodoList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Runs the hooks of items on the list that a tool keeps: what a hook has against one, the model reads with the result. */
final class TaskPoints {
    private final Firing firing;

    TaskPoints(Firing firing) {
        this.firing = firing;
    }

    /** Installs a hook if it is one of these. */
    void install(Host host, ShellHook hook) {
        if (hook.moment() != Moment.TASK_CREATED && hook.moment() != Moment.TASK_COMPLETED) {
            return;
        }
        var before = new AtomicReference<>(TodoList.EMPTY);
        host.on(
                HookPoints.SESSION_START,
                (_, ctx) -> before.set(TodoList.latest(ctx.messages().list())));
        host.on(HookPoints.TOOL_RESULT, (result, ctx) -> {
            var list = result.isError() ? null : TodoList.of(result.call().toolName(), result.details());
            return list == null ? result : changed(hook, before.getAndSet(list), list, result, ctx);
        });
    }

    private ToolResult changed(ShellHook hook, TodoList before, TodoList now, ToolResult result, HookContext ctx)
            throws InterruptedException {
        boolean created = hook.moment() == Moment.TASK_CREATED;
        var known = words(
                created
                        ? before.items()
                        : before.items().stream().filter(TodoList::isOver).toList());
        var content = new ArrayList<>(result.content());
        int number = 0;
        for (var item : now.items()) {
            number++;
            var subject = TodoList.words(item);
            if (known.contains(subject) || (!created && !TodoList.isOver(item))) {
                continue;
            }
            var facts = firing.facts(ctx)
                    .with(Fact.TASK_ID, String.valueOf(item.has("id") ? item.get("id") : number))
                    .with(Fact.TASK_SUBJECT, subject);
            var answer = firing.run(hook, facts, ctx);
            if (answer.denies()) {
                content.add(Content.text(answer.reason(Block.DEFAULT_REASON)));
            }
            if (!answer.context().isEmpty()) {
                content.add(Content.text(answer.context()));
            }
        }
        return content.size() == result.content().size() ? result : result.withContent(content);
    }

    private static Set<String> words(List<JsonObject> items) {
        return items.stream().map(TodoList::words).collect(Collectors.toSet());
    }
}

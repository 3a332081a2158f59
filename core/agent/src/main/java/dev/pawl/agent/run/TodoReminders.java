package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.TodoReminder;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.tools.TodoList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reminds the model of the open items of its todo list when it wants to stop. */
final class TodoReminders {
    private final Settings settings;
    private final SessionTools tools;
    private final Recorder recorder;
    private final Engine engine;
    private int sent;

    TodoReminders(SessionCore core) {
        this.settings = core.settings();
        this.tools = core.tools();
        this.recorder = core.recorder();
        this.engine = core.engine();
    }

    /** Returns the message that keeps a run going; null if it may end. */
    Message.@Nullable User reminder(RunEnd end) throws InterruptedException {
        var todos = settings.todoCompletion();
        if (!todos.enabled() || end != RunEnd.COMPLETED) {
            return null;
        }
        if (tools.active().stream().noneMatch(TodoList.TOOLS::contains)) {
            return null;
        }
        var open = TodoList.latest(recorder.conversation().messages()).open();
        if (open.isEmpty()) {
            sent = 0;
            return null;
        }
        if (sent >= todos.maxReminders()) {
            return null;
        }
        sent++;
        engine.fire(HookPoints.TODO_REMINDER, new TodoReminder(open, sent, todos.maxReminders()));
        return Message.user(words(open, sent, todos.maxReminders()), recorder.now());
    }

    private static String words(List<JsonObject> open, int attempt, int most) {
        var lines = new ArrayList<String>();
        for (var item : open) {
            lines.add("- " + TodoList.words(item));
        }
        return "You stopped, but these items of your todo list are still open:\n" + String.join("\n", lines)
                + "\n\nGo on with them, or mark as done what is done. (Reminder " + attempt + " of " + most + ".)";
    }
}

package dev.pawl.screen.transcript;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.api.value.HookError;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Slot;
import dev.pawl.screen.look.Styled;
import dev.pawl.tui.component.Box;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.screen.Row;
import dev.pawl.tui.screen.Rows;
import dev.pawl.tui.text.Untrusted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Messages, tool calls and notices, row by row. All of it belongs to the screen's thread. */
public final class Transcript {
    private final Look look;
    private final Rows rows;
    private final HookDrawings drawings;
    private final Supplier<Path> cwd;
    private final Map<String, ToolRow> calls = new LinkedHashMap<>();
    private final List<Row> prompts = new ArrayList<>();
    private @Nullable Row status;
    private @Nullable Answer answer;
    private @Nullable String failure;
    private @Nullable List<Runnable> pending = new ArrayList<>();

    public Transcript(Look look, Rows rows, HookDrawings drawings, Supplier<Path> cwd) {
        this.look = look;
        this.rows = rows;
        this.drawings = drawings;
        this.cwd = cwd;
    }

    /** A row that may still change. */
    Row add(Component component) {
        status = null;
        return rows.add(component);
    }

    private void addFinished(Component component) {
        add(component).finish();
    }

    /** Something is being loaded: messages about it stay when the session is drawn. */
    public void loading() {
        if (pending == null) {
            pending = new ArrayList<>();
        }
    }

    /** A session is drawn: below it stand the messages of its loading. */
    public void retell() {
        var all = pending;
        pending = null;
        if (all != null) {
            all.forEach(Runnable::run);
        }
    }

    public boolean isLoading() {
        return pending != null;
    }

    private void keep(Runnable notice) {
        if (pending != null) {
            pending.add(notice);
        }
    }

    // Messages of users, models and hooks

    public void user(Message.User message) {
        failure = null;
        var text = drawings.transformed(
                withoutEmptyFiles(message.text()),
                new MarkdownTransformer.Shown(
                        MarkdownTransformer.Kind.USER,
                        false,
                        look.tui.columns() - 2 * look.outputPad,
                        null,
                        message.timestamp()));
        var background = look.background("userMessageBg");
        var box = new Box(0, 1, background, look.markdown(text, "userMessageText", background));
        long images = message.content().blocks().stream()
                .filter(Content.Image.class::isInstance)
                .count();
        if (images > 0) {
            box.add(new Styled(
                    () -> look.dim("[" + images + (images == 1 ? " image]" : " images]")), look.outputPad, false));
        }
        var row = add(new Container(new Spacer(1), box));
        row.finish();
        prompts.add(row);
    }

    /** Pictures that go along are counted below; the empty marks that name them need not be read. */
    private static String withoutEmptyFiles(String text) {
        var rest = text;
        while (rest.startsWith("<file name=\"")) {
            int end = rest.indexOf('\n');
            if (end < 0 || !rest.substring(0, end).endsWith("\"></file>")) {
                return rest;
            }
            rest = rest.substring(end + 1);
        }
        return rest;
    }

    /** The rows with the user's messages. */
    public List<Row> prompts() {
        return prompts;
    }

    public Answer beginAnswer(long timestamp) {
        var begun = new Answer(this, look, drawings, timestamp);
        answer = begun;
        return begun;
    }

    /** The answer in progress; one is begun if its beginning was missed. */
    public Answer answer() {
        var current = answer;
        return current == null ? beginAnswer(0) : current;
    }

    public void endAnswer(Message.Assistant message) {
        answer().ended(message);
        answer = null;
        if (message.stopReason() != StopReason.ERROR) {
            failure = null;
        }
    }

    public void custom(Message.Custom message) {
        if (!message.display()) {
            return;
        }
        var renderer = drawings.message(message.customType());
        addFinished(new Rendered(() -> {
            var drawn = renderer == null
                    ? null
                    : drawings.guarded(
                            "drawing a message of type " + message.customType(),
                            () -> renderer.render(message, new RenderOptions(look), look.theme));
            return drawn == null ? plain(message) : drawn;
        }));
    }

    private Component plain(Message.Custom message) {
        var label = Untrusted.line("[" + message.customType() + "]");
        return new Box(
                look.outputPad,
                1,
                look.background("customMessageBg"),
                Styled.plain(() -> look.fg("customMessageLabel", look.bold(label))),
                new Spacer(1),
                look.boxed(message.text(), "customMessageText"));
    }

    /** An entry of a hook's own; nothing is drawn unless the hook draws it. */
    public void entry(Entry.Custom entry) {
        MessageRenderer.ForEntry renderer = drawings.entry(entry.customType());
        if (renderer != null) {
            addFinished(new Rendered(() -> {
                var drawn = drawings.guarded(
                        "drawing an entry of type " + entry.customType(),
                        () -> renderer.render(entry, new RenderOptions(look), look.theme));
                return drawn == null ? Slot.NOTHING : drawn;
            }));
        }
    }

    public void compacted(String summary, long tokensBefore) {
        addFinished(SummaryBlock.compaction(look, summary, tokensBefore));
    }

    public void leftBranch(String summary) {
        addFinished(SummaryBlock.branch(look, summary));
    }

    // Tools and commands

    /** The row of a call, which is there from the first word about it. */
    public ToolRow toolRow(String callId, String tool) {
        var known = calls.get(callId);
        if (known != null) {
            return known;
        }
        var begun = new ToolRow(look, drawings, cwd.get(), callId, tool);
        calls.put(callId, begun);
        begun.standsIn(add(begun));
        return begun;
    }

    /** Calls that will never run. */
    public void abandonCalls(String why) {
        for (var call : calls.values()) {
            if (!call.isOver()) {
                call.ended(ToolOutput.error(why), true, null);
            }
        }
    }

    public BashRow bash(String command, boolean apart) {
        var row = new BashRow(look, command, apart);
        row.standsIn(add(row));
        return row;
    }

    // Notices

    /** Takes away what {@link #status} showed last, if nothing came after it. */
    public void withdrawStatus() {
        var last = status;
        status = null;
        if (last != null) {
            last.remove();
        }
    }

    /** Something in passing: it takes the place of the one before it, if nothing came in between. */
    public void status(String text) {
        var clean = Untrusted.text(text);
        Component component = Styled.paragraph(look, () -> look.dim(clean));
        var last = status;
        if (last != null) {
            last.replace(component);
            last.changed();
        } else {
            var row = rows.add(component);
            row.finish();
            status = row;
        }
    }

    /** A passing message of a hook. */
    public void notice(String text) {
        keep(() -> status(text));
        status(text);
    }

    public void warning(String text) {
        keep(() -> warning(text));
        var clean = Untrusted.text(text);
        addFinished(Styled.paragraph(look, () -> look.fg("warning", clean)));
    }

    public void error(String text) {
        keep(() -> error(text));
        outcome(text);
    }

    /** How an answer ended. It belongs to the answer and is drawn with it, so no message of a loading keeps it. */
    void outcome(String text) {
        var clean = Untrusted.text(text);
        addFinished(Styled.paragraph(look, () -> look.fg("error", clean)));
    }

    /** An answer failed. The reason is shown once, not for every further attempt that fails for it. */
    void failed(String reason, boolean hasText) {
        if (!reason.equals(failure)) {
            outcome("Error: " + reason);
        } else if (hasText) {
            status("It failed again for the same reason.");
        }
        failure = reason;
    }

    /** No further attempt is made. */
    public void gaveUp(int attempts, String reason) {
        error("Given up after " + attempts + " attempts" + (reason.equals(failure) ? "." : ": " + reason));
    }

    /** Something the user asked to see. */
    public Row report(Component component) {
        var row = add(new Container(new Spacer(1), component));
        row.finish();
        return row;
    }

    public void hookFailed(HookError error) {
        keep(() -> hookFailed(error));
        var command = drawings.commandOf(error.hookPath());
        var where = command == null
                ? look.path(error.hookPath()) + " failed at " + error.event()
                : look.path(command.path()) + " failed at /" + command.name();
        var head = Untrusted.line(where + ": " + error.error());
        var stack = error.hookStack();
        var trace = stack == null ? "" : Untrusted.text(stack).stripTrailing();
        addFinished(
                new Styled(() -> look.fg("error", head) + (trace.isEmpty() ? "" : stack(trace)), look.outputPad, true));
    }

    private String stack(String trace) {
        return look.toolsExpanded
                ? "\n" + look.dim(trace)
                : look.dim(" (" + look.keys.text(AppAction.TOOLS_EXPAND.id()) + " shows the stack)");
    }

    // The whole

    /** Draws what is in a session. */
    public void draw(List<Entry> entries) {
        var results = new LinkedHashMap<String, Message.ToolResult>();
        for (var entry : entries) {
            if (entry instanceof Entry.MessageEntry stored && stored.message() instanceof Message.ToolResult result) {
                results.put(result.toolCallId(), result);
            }
        }
        for (var entry : entries) {
            if (entry instanceof Entry.MessageEntry stored) {
                draw(stored.message(), results);
            } else if (entry instanceof Entry.CustomMessage custom) {
                custom(new Message.Custom(
                        custom.customType(),
                        custom.content(),
                        custom.display(),
                        custom.details(),
                        custom.timestamp().toEpochMilli(),
                        JsonObject.empty()));
            } else if (entry instanceof Entry.Compaction compaction) {
                compacted(compaction.summary(), compaction.tokensBefore());
            } else if (entry instanceof Entry.BranchSummary branch) {
                leftBranch(branch.summary());
            } else if (entry instanceof Entry.Custom custom) {
                entry(custom);
            }
        }
    }

    private void draw(Message message, Map<String, Message.ToolResult> results) {
        if (message instanceof Message.User user) {
            user(user);
        } else if (message instanceof Message.Assistant stored) {
            beginAnswer(stored.timestamp());
            endAnswer(stored);
            for (var call : stored.toolCalls()) {
                var result = results.get(call.id());
                var row = toolRow(call.id(), call.name());
                if (result != null) {
                    row.ended(
                            new ToolOutput(result.content(), result.details(), null, null, result.isError(), false),
                            result.isError(),
                            null);
                } else if (!row.isOver()) {
                    row.ended(ToolOutput.error("No result was kept."), true, null);
                }
            }
        } else if (message instanceof Message.BashExecution ran) {
            var bash = BashRow.of(look, ran);
            bash.standsIn(add(bash));
            bash.finish();
        } else if (message instanceof Message.Custom custom) {
            custom(custom);
        }
    }

    /** Whether nothing was shown yet. */
    public boolean isEmpty() {
        return rows.size() <= 1;
    }

    /** Takes everything away but the header. */
    public void clear() {
        var all = new ArrayList<>(rows.all());
        for (int i = all.size() - 1; i > 0; i--) {
            all.get(i).remove();
        }
        calls.clear();
        prompts.clear();
        status = null;
        answer = null;
        failure = null;
    }

    /** Folds or unfolds everything again. */
    public void refold() {
        for (var row : rows.all()) {
            if (row.component() instanceof ThinkingBlock block) {
                block.refold();
            } else if (row.component() instanceof ToolRow call) {
                call.refold();
            } else if (row.component() instanceof BashRow command) {
                command.refold();
            }
        }
        look.tui.redraw();
    }
}

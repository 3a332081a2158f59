package dev.pawl.observe.page;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.observe.trace.TraceLine;
import dev.pawl.session.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The current branch of a session as Markdown: one heading for each entry, with the effects of hooks below each call. */
public final class SessionMarkdown {
    private final Appendable out;
    private final List<TraceLine> traces;

    private SessionMarkdown(Appendable out, List<TraceLine> traces) {
        this.out = out;
        this.traces = traces;
    }

    /**
     * Writes the file, and replaces an existing one.
     *
     * @throws IllegalStateException if the session has no message yet
     */
    public static void write(Session session, List<TraceLine> traces, Path target) throws IOException {
        if (session.stats().totalMessages() == 0) {
            throw new IllegalStateException("there is nothing to export yet: send a message first");
        }
        PageParts.replace(target, out -> new SessionMarkdown(out, traces).write(session));
    }

    private void write(Session session) throws IOException {
        var name = session.name();
        var usage = session.stats().usage();
        out.append("# ")
                .append(line(name == null ? "Session " + session.id() : name))
                .append("\n\n");
        out.append("Session `" + session.id() + "` in `" + line(session.cwd().toString()) + "`\n\n");
        out.append(String.format(
                Locale.ROOT,
                "Tokens: %,d in, %,d out, %,d from cache, %,d to cache; cost: $%.4f%n",
                usage.input(),
                usage.output(),
                usage.cacheRead(),
                usage.cacheWrite(),
                usage.cost().total()));
        for (var entry : session.branch()) {
            entry(entry);
        }
    }

    private void entry(Entry entry) throws IOException {
        switch (entry) {
            case Entry.MessageEntry recorded -> message(recorded.message(), entry);
            case Entry.CustomMessage custom
            when custom.display() -> {
                heading("Hook: " + custom.customType(), entry);
                blocks(custom.content().blocks());
            }
            case Entry.Compaction compaction -> {
                heading("Summary of the conversation before", entry);
                paragraph(compaction.summary());
            }
            case Entry.BranchSummary branch -> {
                heading("Summary of a branch that was left", entry);
                paragraph(branch.summary());
            }
            case Entry.ModelChange change -> heading("Model: " + change.provider() + "/" + change.modelId(), entry);
            default -> {}
        }
    }

    private void message(Message message, Entry entry) throws IOException {
        switch (message) {
            case Message.User user -> {
                heading("User", entry);
                blocks(user.content().blocks());
            }
            case Message.Assistant answer -> {
                heading("Assistant (" + answer.model() + ")", entry);
                blocks(answer.content());
                var error = answer.errorMessage();
                if (error != null) {
                    paragraph("**Error:** " + error);
                }
            }
            case Message.ToolResult result -> {
                heading("Result of " + result.toolName() + (result.isError() ? " (failed)" : ""), entry);
                var diff = result.details() instanceof JsonObject details ? details.string("diff") : null;
                fence("diff", diff);
                fence("", result.text());
                effects(result.toolCallId(), true);
            }
            case Message.BashExecution bash -> {
                heading("Command of the user", entry);
                fence("sh", bash.command());
                fence("", bash.output());
            }
            case Message.Custom custom
            when custom.display() -> {
                heading("Hook: " + custom.customType(), entry);
                blocks(custom.content().blocks());
            }
            default -> {}
        }
    }

    private void blocks(List<Content> blocks) throws IOException {
        for (var block : blocks) {
            switch (block) {
                case Content.Text text -> paragraph(text.text());
                case Content.Thinking thinking -> {
                    if (!thinking.redacted() && !thinking.thinking().isBlank()) {
                        paragraph("> " + thinking.thinking().strip().replace("\n", "\n> "));
                    }
                }
                case Content.ToolUse call -> {
                    var command = call.arguments().string("command");
                    if (call.name().equals("bash") && command != null) {
                        fence("sh", command);
                    } else {
                        paragraph("**" + line(call.name()) + "**");
                        fence("json", call.arguments().toString());
                    }
                    effects(call.id(), false);
                }
                case Content.Image image -> paragraph("*[image: " + line(image.mimeType()) + "]*");
                case Content.Other _ -> {}
            }
        }
    }

    /** The effects of hooks on a call before it ran, or on its result. */
    private void effects(String call, boolean result) throws IOException {
        for (var trace : traces) {
            if (call.equals(trace.call()) && trace.point().equals("tool_result") == result) {
                for (var step : trace.steps()) {
                    if (step.hadEffect()) {
                        var note = step.note();
                        paragraph("*Hook " + line(step.hook()) + " at " + trace.point() + ": "
                                + step.effect().replace('_', ' ') + (note == null ? "" : ", " + line(note)) + "*");
                    }
                }
            }
        }
    }

    private void heading(String title, Entry entry) throws IOException {
        out.append("\n## " + line(title) + "\n\n");
        out.append("*" + entry.timestamp().truncatedTo(ChronoUnit.SECONDS) + "*\n");
    }

    private void paragraph(String text) throws IOException {
        if (!text.isBlank()) {
            out.append("\n").append(text.strip()).append("\n");
        }
    }

    /** A block of code; its fence is longer than any inside the text. */
    private void fence(String language, @Nullable String text) throws IOException {
        if (text == null || text.isBlank()) {
            return;
        }
        var fence = "```";
        while (text.contains(fence)) {
            fence += "`";
        }
        out.append("\n" + fence + language + "\n").append(text.stripTrailing()).append("\n" + fence + "\n");
    }

    private static String line(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}

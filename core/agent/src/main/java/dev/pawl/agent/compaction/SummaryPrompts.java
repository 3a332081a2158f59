package dev.pawl.agent.compaction;

import dev.pawl.api.event.SessionCompacting;
import dev.pawl.api.message.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes what the summariser is asked. */
final class SummaryPrompts {
    private SummaryPrompts() {}

    /** Returns who the summariser is. */
    static String role() {
        return text("summariser.md");
    }

    /**
     * Asks for the summary of a conversation.
     *
     * @param previous the summary of what came before; null if nothing did
     * @param focus what the user or a hook wants to be minded especially
     */
    static String history(
            List<Message> messages, @Nullable String previous, @Nullable String focus, SessionCompacting compacting) {
        var own = compacting.prompt();
        var base = own != null && !own.isBlank()
                ? own
                : text(previous == null ? "summary-first.md" : "summary-update.md")
                        .replace("{format}", text("summary-format.md") + "\n\n" + text("summary-critical.md"));
        return conversation(messages) + previous(previous) + context(compacting.context()) + "\n\n"
                + focused(base, focus);
    }

    /** Asks for the summary of the beginning of a turn. */
    static String turn(List<Message> messages, @Nullable String focus, SessionCompacting compacting) {
        return conversation(messages) + context(compacting.context()) + "\n\n"
                + focused(text("summary-turn.md"), focus);
    }

    /** Asks for the summary of a branch; the user's instructions are added, or replace the built-in ones. */
    static String branch(List<Message> messages, @Nullable String instructions, boolean replace) {
        var given = instructions == null || instructions.isBlank() ? null : instructions;
        var base = text("summary-branch.md").replace("{format}", text("summary-format.md"));
        return conversation(messages) + "\n\n" + (replace && given != null ? given : focused(base, given));
    }

    /** Returns the text in front of the summary of a branch. */
    static String branchLead() {
        return text("summary-branch-lead.md");
    }

    private static String conversation(List<Message> messages) {
        return "<conversation>\n" + Transcript.of(messages) + "\n</conversation>";
    }

    private static String previous(@Nullable String summary) {
        return summary == null ? "" : "\n\n<previous-summary>\n" + summary + "\n</previous-summary>";
    }

    private static String context(List<String> lines) {
        return lines.isEmpty()
                ? ""
                : "\n\n<additional-context>\n- " + String.join("\n- ", lines) + "\n</additional-context>";
    }

    private static String focused(String base, @Nullable String focus) {
        return focus == null || focus.isBlank() ? base : base + "\n\nAdditional focus: " + focus.strip();
    }

    private static String text(String name) {
        try (var in = Objects.requireNonNull(SummaryPrompts.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.pawl.observe.watch;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.base.Words;
import dev.pawl.session.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The messages of a session, as lines of text for {@code pawl watch}. */
final class SessionLines {
    private static final int LONGEST = 2_000;
    private static final int MOST_ENTRIES = 1_000;

    private SessionLines() {}

    /**
     * The lines of the current branch after an entry, a limited number at a time.
     *
     * @param after the entry that was sent last; if it is not on the branch, all lines of the branch are returned
     */
    static JsonObject after(Session session, String after) {
        var newer = new ArrayDeque<Entry>();
        var id = session.leafId();
        while (id != null && !id.equals(after)) {
            var entry = session.entry(id);
            if (entry == null) {
                break;
            }
            newer.addFirst(entry);
            id = entry.parentId();
        }
        var page = newer.stream().limit(MOST_ENTRIES).toList();
        var lines = new ArrayList<String>();
        page.forEach(entry -> lines.addAll(of(entry)));
        return JsonObject.of("restarted", !Objects.equals(id, after), "lines", lines)
                .with("last", page.isEmpty() ? after : page.getLast().id())
                .with("more", page.size() < newer.size());
    }

    private static List<String> of(Entry entry) {
        var lines = new ArrayList<String>();
        if (entry instanceof Entry.MessageEntry kept) {
            lines.add(text(kept.message()));
            if (kept.message() instanceof Message.Assistant answer) {
                answer.toolCalls().forEach(call -> lines.add(call(call.name(), call.arguments())));
            }
        } else if (entry instanceof Entry.Compaction compaction) {
            lines.add(Words.excerpt("— compacted: " + compaction.summary(), LONGEST));
        }
        lines.removeIf(String::isBlank);
        return lines;
    }

    /** The text of a message; empty for one that is not shown. */
    static String text(Message message) {
        return Words.excerpt(
                switch (message) {
                    case Message.Assistant answer -> answer.text();
                    case Message.User user -> "› " + user.text();
                    case Message.ToolResult result -> "  " + result.text();
                    case Message.BashExecution bash -> "$ " + bash.command() + "\n" + bash.output();
                    case Message.BranchSummary summary -> "— " + summary.summary();
                    case Message.CompactionSummary summary -> "— " + summary.summary();
                    case Message.SystemPrompt _, Message.Custom _, Message.Other _ -> "";
                },
                LONGEST);
    }

    static String call(String tool, JsonObject arguments) {
        return Words.excerpt("▸ " + tool + " " + arguments, LONGEST);
    }
}

package dev.pawl.agent.compaction;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionPlan;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The files that a stretch of conversation read, wrote and edited. */
final class FileTrail {
    private final Set<String> read = new HashSet<>();
    private final Set<String> written = new HashSet<>();
    private final Set<String> edited = new HashSet<>();

    void add(List<Message> messages) {
        for (var message : messages) {
            if (message instanceof Message.Assistant answer) {
                for (var block : answer.content()) {
                    if (block instanceof Content.ToolUse call) {
                        add(call.name(), call.arguments());
                    }
                }
            } else if (message instanceof Message.ToolResult result) {
                for (var call : result.extra().object("nestedCalls").objects("calls")) {
                    add(call.string("name", ""), call.object("arguments"));
                }
            }
        }
    }

    /** The files that an earlier summary by Pawl lists. */
    void carryOn(@Nullable Object details) {
        if (details instanceof JsonObject lists) {
            read.addAll(lists.strings("readFiles"));
            edited.addAll(lists.strings("modifiedFiles"));
        }
    }

    CompactionPlan.FileOps ops() {
        return new CompactionPlan.FileOps(Set.copyOf(read), Set.copyOf(written), Set.copyOf(edited));
    }

    private void add(String tool, JsonObject arguments) {
        var path = arguments.string("path");
        if (path == null || path.isBlank()) {
            return;
        }
        switch (tool) {
            case "read" -> read.add(path);
            case "write" -> written.add(path);
            case "edit" -> edited.add(path);
            default -> {}
        }
    }

    /** The lists as a summary keeps them: a file that was changed does not count as read. */
    record Lists(List<String> readFiles, List<String> modifiedFiles) {
        static Lists of(CompactionPlan.FileOps ops) {
            var modified = new TreeSet<>(ops.written());
            modified.addAll(ops.edited());
            var read = new TreeSet<>(ops.read());
            read.removeAll(modified);
            return new Lists(List.copyOf(read), List.copyOf(modified));
        }

        JsonObject details() {
            return JsonObject.of("readFiles", readFiles, "modifiedFiles", modifiedFiles);
        }

        /** Returns a summary with the lists behind it. */
        String behind(String summary) {
            return summary + block("read-files", readFiles) + block("modified-files", modifiedFiles);
        }

        private static String block(String name, List<String> files) {
            return files.isEmpty() ? "" : "\n\n<" + name + ">\n" + String.join("\n", files) + "\n</" + name + ">";
        }
    }
}

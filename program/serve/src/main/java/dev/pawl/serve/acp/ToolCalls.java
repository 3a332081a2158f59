package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.base.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tool calls of a session as a client sees them: from the first piece of their arguments to their result. */
final class ToolCalls {
    private final Channel channel;
    private final CallPaths paths;
    private final Map<String, Call> calls = new LinkedHashMap<>();
    private int questions;

    ToolCalls(Channel channel, CallPaths paths) {
        this.channel = channel;
        this.paths = paths;
    }

    /** One call that is under way. */
    private static final class Call {
        final String name;
        final StringBuilder written = new StringBuilder();
        int searched;
        boolean hasSubject;
        boolean running;
        ToolView view;

        @Nullable
        FileBefore before;

        @Nullable
        String terminal;

        Call(String name, ToolView view) {
            this.name = name;
            this.view = view;
        }
    }

    /** The model has started to write a call. */
    synchronized void begin(String id, String name) {
        if (!calls.containsKey(id)) {
            announce(id, name, JsonObject.empty(), "pending");
        }
    }

    private Call announce(String id, String name, JsonObject arguments, String status) {
        var call = new Call(name, ToolView.of(name, arguments, paths));
        calls.put(id, call);
        channel.update(
                "tool_call",
                JsonObject.of("toolCallId", id, "name", name)
                        .with("status", status)
                        .with(call.view.toJson())
                        .with("rawInput", arguments));
        return call;
    }

    /** Adds to the arguments; sends the subject of the call as soon as they contain it. */
    synchronized void grow(String id, String piece) {
        var call = calls.get(id);
        if (call == null || call.hasSubject) {
            return;
        }
        call.written.append(piece);
        // Searching the whole text again for every piece would take quadratic time.
        if (call.written.length() < 2 * call.searched) {
            return;
        }
        call.searched = call.written.length();
        var subject = ToolView.subject(call.name, call.written);
        if (subject != null) {
            call.hasSubject = true;
            call.written.setLength(0);
            show(id, call, ToolView.of(call.name, subject, paths), JsonObject.empty());
        }
    }

    /** The arguments are complete. */
    synchronized void complete(Content.ToolUse use) {
        var call = calls.get(use.id());
        if (call == null) {
            call = announce(use.id(), use.name(), use.arguments(), "pending");
        }
        call.hasSubject = true;
        call.before = FileBefore.of(use.name(), use.arguments(), paths);
        var proposal = call.before == null ? List.<JsonObject>of() : call.before.proposed();
        var fields = JsonObject.of("rawInput", use.arguments());
        show(
                use.id(),
                call,
                ToolView.of(use.name(), use.arguments(), paths),
                proposal.isEmpty() ? fields : fields.with("content", proposal));
    }

    private void show(String id, Call call, ToolView view, JsonObject more) {
        call.view = view;
        channel.update(
                "tool_call_update",
                JsonObject.of("toolCallId", id).with(view.toJson()).with(more));
    }

    synchronized void started(String id, String name, JsonObject arguments) {
        var call = calls.get(id);
        if (call == null) {
            call = announce(id, name, arguments, "in_progress");
        } else {
            update(id, JsonObject.of("status", "in_progress"));
        }
        call.running = true;
    }

    /** Shows a terminal of the client at the running call whose command runs in it. */
    synchronized void showTerminal(String terminal, String command) {
        for (var entry : calls.entrySet()) {
            var call = entry.getValue();
            if (call.running && call.terminal == null && call.view.isCommand(command)) {
                call.terminal = terminal;
                update(
                        entry.getKey(),
                        JsonObject.of("content", List.of(JsonObject.of("type", "terminal", "terminalId", terminal))));
                return;
            }
        }
    }

    synchronized void updated(String id, ToolOutput partial) {
        var call = calls.get(id);
        if (call != null && call.terminal == null) {
            update(id, JsonObject.of("content", content(partial.content())));
        }
    }

    synchronized void ended(String id, ToolOutput result, boolean failed) {
        var call = calls.remove(id);
        if (call == null) {
            return;
        }
        var fields = JsonObject.of("status", failed ? "failed" : "completed", "rawOutput", raw(result));
        if (call.terminal == null) {
            var diff = failed || call.before == null ? null : call.before.changed();
            var content = new ArrayList<>(diff == null ? List.<JsonObject>of() : List.of(diff));
            if (diff == null) {
                content.addAll(content(result.content()));
            }
            fields = fields.with("content", content);
        }
        update(id, fields);
        var plan = failed ? List.<JsonObject>of() : plan(call.name, result.details());
        if (!plan.isEmpty()) {
            channel.update("plan", JsonObject.of("entries", plan));
        }
    }

    /** Marks calls that have not run as failed, because the answer ended early. */
    synchronized void abandon() {
        calls.entrySet().removeIf(entry -> {
            if (entry.getValue().running) {
                return false;
            }
            update(entry.getKey(), JsonObject.of("status", "failed"));
            return true;
        });
    }

    /** Sends a whole call of an earlier conversation. */
    void replay(Content.ToolUse use, @Nullable List<Content> result, boolean failed) {
        var content = result == null ? List.<JsonObject>of() : content(result);
        channel.replay(
                "tool_call",
                JsonObject.of("toolCallId", use.id(), "name", use.name())
                        .with("status", failed || result == null ? "failed" : "completed")
                        .with(ToolView.of(use.name(), use.arguments(), paths).toJson())
                        .with("rawInput", use.arguments())
                        .with("content", content));
    }

    private static JsonObject raw(ToolOutput result) {
        var raw = JsonObject.of(
                "content", result.content().stream().map(Content::toJson).toList());
        return raw.given("details", result.details());
    }

    private void update(String id, JsonObject fields) {
        channel.update("tool_call_update", JsonObject.of("toolCallId", id).with(fields));
    }

    /** The content of a tool's answer; an empty one is an empty list, which replaces what was shown before. */
    static List<JsonObject> content(List<Content> blocks) {
        var shown = new ArrayList<JsonObject>();
        for (var block : blocks) {
            var json = Blocks.of(block);
            if (json != null) {
                shown.add(JsonObject.of("type", "content", "content", json));
            }
        }
        return shown;
    }

    /** The call at which a question to the user is shown: the one that it concerns, or a separate one that ends with the question. */
    final class Question implements AutoCloseable {
        private final JsonObject toolCall;
        private final @Nullable String ownCall;

        private Question(JsonObject toolCall, @Nullable String ownCall) {
            this.toolCall = toolCall;
            this.ownCall = ownCall;
        }

        JsonObject toolCall() {
            return toolCall;
        }

        @Override
        public void close() {
            if (ownCall != null) {
                update(ownCall, JsonObject.of("status", "completed"));
            }
        }
    }

    synchronized Question question(String title, String message) {
        var text = message.isBlank() ? title : title + "\n\n" + message;
        var content = JsonObject.of("type", "content", "content", Blocks.text(text));
        if (calls.size() == 1) {
            var only = calls.entrySet().iterator().next();
            var before = only.getValue().before;
            var shown = new ArrayList<JsonObject>();
            shown.add(content);
            if (before != null) {
                shown.addAll(before.proposed());
            }
            return new Question(
                    JsonObject.of("toolCallId", only.getKey())
                            .with(only.getValue().view.toJson())
                            .with("content", shown),
                    null);
        }
        var id = "question-" + ++questions;
        var call = JsonObject.of("toolCallId", id, "title", title)
                .with("kind", "other")
                .with("status", "pending")
                .with("content", List.of(content));
        channel.update("tool_call", call);
        return new Question(call, id);
    }

    /** Returns the steps of a plan from the details of a tool for to-do lists; none if they are not of such a tool. */
    private static List<JsonObject> plan(String tool, @Nullable Object details) {
        var entries = new ArrayList<JsonObject>();
        if (tool.toLowerCase(Locale.ROOT).contains("todo") && details instanceof JsonObject json) {
            for (var todo : json.objects(json.has("todos") ? "todos" : "items")) {
                var text = todo.string("text", todo.string("content", ""));
                if (!text.isBlank()) {
                    entries.add(JsonObject.of("content", text, "priority", priority(todo))
                            .with("status", status(todo)));
                }
            }
        }
        return entries;
    }

    private static String priority(JsonObject todo) {
        var word = todo.string("priority", "");
        return word.equals("high") || word.equals("low") ? word : "medium";
    }

    private static String status(JsonObject todo) {
        return switch (todo.string("status", "")) {
            case "completed", "done" -> "completed";
            case "in_progress" -> "in_progress";
            default -> todo.bool("done", false) ? "completed" : "pending";
        };
    }

    /**
     * How a call is shown: its title, its kind and its files.
     *
     * @param subject the path or the command; null if it is not known yet, or the tool has neither
     */
    private record ToolView(
            String name, @Nullable String subject, @Nullable Path file, long line) {
        private static final int TITLE = 200;

        /** The first argument that names the subject of a call, once its text is complete. */
        private static final Pattern SUBJECT =
                Pattern.compile("\"(path|command|pattern)\"\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*\")", Pattern.DOTALL);

        static ToolView of(String name, JsonObject arguments, CallPaths paths) {
            var path = arguments.string("path");
            var subject = switch (name) {
                case "bash" -> arguments.string("command");
                case "grep", "find" -> arguments.string("pattern");
                default -> path;
            };
            return new ToolView(name, subject, path == null ? null : paths.find(path), arguments.number("offset", 0));
        }

        /** The subject of a call whose arguments are incomplete; null if it is not known. */
        static @Nullable JsonObject subject(String name, CharSequence written) {
            var found = SUBJECT.matcher(written);
            while (found.find()) {
                boolean wanted = found.group(1).equals(name.equals("bash") ? "command" : "path");
                if (wanted) {
                    try {
                        return JsonObject.parse("{\"" + found.group(1) + "\":" + found.group(2) + "}");
                    } catch (IllegalArgumentException e) {
                        return null;
                    }
                }
            }
            return null;
        }

        boolean isCommand(String command) {
            return name.equals("bash") && subject != null && command.endsWith(subject);
        }

        JsonObject toJson() {
            var json = JsonObject.of("title", title(), "kind", kind());
            if (file == null) {
                return json;
            }
            var location = JsonObject.of("path", file.toString());
            return json.with("locations", List.of(line > 0 ? location.with("line", line) : location));
        }

        private String title() {
            if (subject == null) {
                return name;
            }
            var text = name.equals("bash") ? subject : name + " " + subject;
            var flat = text.strip().replaceAll("\\s*\\R\\s*", " ");
            return flat.isEmpty() ? name : Words.excerpt(flat, TITLE);
        }

        private String kind() {
            return switch (name) {
                case "read" -> "read";
                case "write", "edit" -> "edit";
                case "bash" -> "execute";
                case "grep", "find", "ls" -> "search";
                case "subagent", "todo" -> "think";
                default -> "other";
            };
        }
    }
}

package dev.pawl.ai.demo;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A small model that uses the tools it is offered and reports what they returned, always in the same way.
 *
 * <p>It has no state: the conversation contains the question, and which tools were used since.
 */
final class Tour {
    private static final List<String> DESCRIPTIVE =
            List.of("README.md", "README", "AGENTS.md", "pom.xml", "package.json", "Cargo.toml", "go.mod", "Makefile");

    private static final Pattern RUN = words("(?:run|execute)\\s+(.+)");
    private static final Pattern READ = words("(?:read|show(?:\\s+me)?|open|cat|what\\s+does)\\s+"
            + "(?:the\\s+)?(?:file\\s+)?(`[^`]+`|\\S*[./]\\S*|readme)(?:\\s+say)?");
    private static final Pattern FIND = words("(?:find|search(?:\\s+for)?|grep|look\\s+for|where\\s+(?:is|are))\\s+"
            + "(?:the\\s+)?(.+?)(?:\\s+defined|\\s+in\\s+(?:this|the|my)\\s+.*)?");
    private static final Pattern FOLDER = words("ls|look\\s+around|what(?:'s|\\s+is)\\s+(?:in\\s+)?(?:here|this)"
            + "|(?:what|explain|describe|list|show).*\\b(?:folder|directory|project|repository|repo|files)\\b.*");
    private static final Pattern GREETING =
            words("(?:hi|hello|hey|hallo|hola|bonjour|good\\s+(?:morning|evening|day))(?:\\s+\\w+){0,2}");
    private static final Pattern HELP = words("help|(?:who|what)\\s+are\\s+you|what\\s+can\\s+you\\s+do");

    private final Map<String, String> texts = texts();

    private static Pattern words(String pattern) {
        return Pattern.compile("(?:please\\s+)?(?:" + pattern + ")\\s*[.!?]*", Pattern.CASE_INSENSITIVE);
    }

    Reply reply(ModelRequest request) {
        var messages = request.messages();
        int prompt = prompt(messages);
        if (prompt < 0) {
            return Reply.of(text("greeting"));
        }
        var steps = Step.since(messages.subList(prompt, messages.size()));
        // Of several messages in a row, hooks may have added some: the first that is understood counts.
        Reply next = null;
        for (int at = prompt; at < messages.size() && messages.get(at) instanceof Message.User user; at++) {
            next = next == null ? next(user.text().strip(), new Toolbox(request), steps) : next;
        }
        if (next == null) {
            next = Reply.of(text("other"));
        }
        if (next.use() != null) {
            return next;
        }
        var answer = new StringBuilder();
        steps.forEach(step -> answer.append(hook(step)));
        answer.append(next.text()).append(next.text().isEmpty() ? "" : "\n\n");
        return Reply.of(answer.append(connect(messages.subList(0, prompt))).toString());
    }

    /** Returns the index of the first of the user's last messages; -1 if there is none. */
    private static int prompt(List<Message> messages) {
        int at = messages.size() - 1;
        while (at >= 0 && !(messages.get(at) instanceof Message.User)) {
            at--;
        }
        while (at > 0 && messages.get(at - 1) instanceof Message.User) {
            at--;
        }
        return at;
    }

    /** Null if the prompt is not understood. */
    private @Nullable Reply next(String prompt, Toolbox tools, List<Step> steps) {
        if (GREETING.matcher(prompt).matches()) {
            return Reply.of(text("greeting"));
        }
        if (HELP.matcher(prompt).matches()) {
            return Reply.of(text("help"));
        }
        if (FOLDER.matcher(prompt).matches()) {
            return folder(tools, steps);
        }
        var run = RUN.matcher(prompt);
        if (run.matches()) {
            return run(bare(run.group(1)), tools, steps);
        }
        var read = READ.matcher(prompt);
        if (read.matches()) {
            var file = bare(read.group(1));
            return read(file.equalsIgnoreCase("readme") ? "README.md" : file, tools, steps);
        }
        var find = FIND.matcher(prompt);
        return find.matches() ? find(bare(find.group(1)), tools, steps) : null;
    }

    private Reply folder(Toolbox tools, List<Step> steps) {
        if (steps.isEmpty()) {
            return use(text("look"), tools.list("."));
        }
        var listing = steps.getFirst();
        if (listing.failed()) {
            return trouble(listing);
        }
        var names = listing.lines().stream().map(String::strip).toList();
        if (names.isEmpty()) {
            return Reply.of(text("folder-empty"));
        }
        var file = DESCRIPTIVE.stream().filter(names::contains).findFirst().orElse(null);
        var reading = file == null ? null : tools.read(file);
        if (file != null && reading != null && steps.size() == 1) {
            return new Reply(text("look-into", "file", file), reading);
        }
        var list = "- `" + String.join("`\n- `", names.subList(0, Math.min(names.size(), 30))) + "`";
        var answer = text("folder", "count", String.valueOf(names.size()), "list", list);
        return steps.size() < 2 || steps.get(1).blocked()
                ? Reply.of(answer)
                : Reply.of(answer + "\n\n"
                        + text("begins", "file", String.valueOf(file), "text", fenced(steps.get(1), 15)));
    }

    private Reply read(String file, Toolbox tools, List<Step> steps) {
        if (steps.isEmpty()) {
            return use(text("read", "file", file), tools.read(file));
        }
        return steps.getLast().failed()
                ? trouble(steps.getLast())
                : Reply.of(text("read-done", "file", file, "text", fenced(steps.getLast(), 20)));
    }

    private Reply find(String words, Toolbox tools, List<Step> steps) {
        if (steps.isEmpty()) {
            return use(text("find", "words", words), tools.search(words));
        }
        var found = steps.getLast();
        if (found.failed()) {
            return trouble(found);
        }
        return Reply.of(
                found.nothing()
                        ? text("not-found", "words", words)
                        : text("found", "words", words, "text", fenced(found, 15)));
    }

    private Reply run(String command, Toolbox tools, List<Step> steps) {
        if (steps.isEmpty()) {
            return use(text("run", "command", command), tools.run(command));
        }
        var run = steps.getLast();
        return run.blocked()
                ? trouble(run)
                : Reply.of(
                        text(run.failed() ? "run-failed" : "run-done", "command", command, "output", fenced(run, 25)));
    }

    private Reply use(String words, Reply.@Nullable Use use) {
        return use == null ? Reply.of(text("no-tool")) : new Reply(words, use);
    }

    /** What hooks did is reported by {@link #hook}; what is left are the tool's own failures. */
    private Reply trouble(Step step) {
        return Reply.of(step.blocked() ? "" : text("failed", "said", fenced(step, 10)));
    }

    private String hook(Step step) {
        var tool = step.call().name();
        if (step.blocked()) {
            return text("hook-blocked", "tool", tool, "said", "> " + step.text().replace("\n", "\n> ")) + "\n\n";
        }
        return step.redacted() ? text("hook-changed", "tool", tool) + "\n\n" : "";
    }

    /** In full the first time, in a line afterwards. */
    private String connect(List<Message> before) {
        boolean again = before.stream()
                .anyMatch(message -> message instanceof Message.Assistant assistant
                        && DemoProvider.NAME.equals(assistant.provider()));
        return text(again ? "connect-again" : "connect");
    }

    /** Returns a code block with the first lines of a result. */
    private static String fenced(Step step, int most) {
        var fence = "```";
        while (step.text().contains(fence)) {
            fence += "`";
        }
        var lines = step.lines();
        var shown = String.join("\n", lines.subList(0, Math.min(lines.size(), most)));
        var rest = lines.size() > most ? "\n\n… and " + (lines.size() - most) + " lines more." : "";
        return fence + "text\n" + shown + "\n" + fence + rest;
    }

    /** Without quotes around it. */
    private static String bare(String words) {
        var text = words.strip();
        boolean quoted =
                text.length() > 1 && "\"'`".indexOf(text.charAt(0)) >= 0 && text.endsWith(text.substring(0, 1));
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Returns a text of the file of texts, with what is given for the words in braces. */
    private String text(String name, String... filled) {
        var text = Objects.requireNonNull(texts.get(name), name);
        for (int i = 0; i < filled.length; i += 2) {
            text = text.replace("{" + filled[i] + "}", filled[i + 1]);
        }
        return text;
    }

    /** Reads the texts: above each is a line {@code %% name}. */
    private static Map<String, String> texts() {
        try (var in = Objects.requireNonNull(Tour.class.getResourceAsStream("tour.md"))) {
            var texts = new HashMap<String, String>();
            for (var part : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("(?m)^%% ")) {
                int end = part.indexOf('\n');
                if (end > 0) {
                    texts.put(part.substring(0, end), part.substring(end).strip());
                }
            }
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds among the offered tools one for each purpose of the tour; null where none is offered. */
    private static final class Toolbox {
        private static final int LINES = 60;
        private static final int MATCHES = 40;

        private final Set<String> offered = new HashSet<>();

        Toolbox(ModelRequest request) {
            request.tools().forEach(tool -> offered.add(tool.string("name", "")));
        }

        Reply.@Nullable Use list(String folder) {
            if (offered.contains("ls")) {
                return new Reply.Use("ls", JsonObject.of("path", folder));
            }
            var bash = run("ls -1Ap -- " + quoted(folder));
            return bash == null && offered.contains("find")
                    ? new Reply.Use(
                            "find",
                            JsonObject.of("pattern", "*", "path", folder).with("limit", 200))
                    : bash;
        }

        Reply.@Nullable Use read(String path) {
            return offered.contains("read")
                    ? new Reply.Use("read", JsonObject.of("path", path, "limit", LINES))
                    : run("head -n " + LINES + " -- " + quoted(path));
        }

        /** Looks for words in the files. */
        Reply.@Nullable Use search(String words) {
            return offered.contains("grep")
                    ? new Reply.Use(
                            "grep",
                            JsonObject.of("pattern", words, "literal", true).with("limit", MATCHES))
                    : run("grep -rnIF --exclude-dir=.git --exclude-dir=node_modules --exclude-dir=target -- "
                            + quoted(words) + " . | head -n " + MATCHES);
        }

        Reply.@Nullable Use run(String command) {
            var arguments = JsonObject.of("command", command, "timeout", 60);
            return offered.contains("bash") ? new Reply.Use("bash", arguments) : null;
        }

        private static String quoted(String word) {
            return "'" + word.replace("'", "'\\''") + "'";
        }
    }
}

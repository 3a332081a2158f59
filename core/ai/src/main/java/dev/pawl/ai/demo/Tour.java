package dev.pawl.ai.demo;

import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small model that looks around with the tools it is offered and reports what it found, always in the same way.
 *
 * <p>It has no state: the conversation contains the question, and which tools were used since.
 */
final class Tour {
    private static final String OUR_FILE = "hello-from-pawl.md";

    private final Phrases phrases = new Phrases("tour.md");
    private final Phrases kinds = new Phrases("kinds.md");

    Reply reply(ModelRequest request) {
        var messages = request.messages();
        int prompt = prompt(messages);
        if (prompt < 0) {
            return Reply.of(phrases.text("greeting"));
        }
        var steps = Step.since(messages.subList(prompt, messages.size()));
        var next = next(intent(messages, prompt), new Toolbox(request), steps);
        if (!next.uses().isEmpty()) {
            return next;
        }
        return Reply.of(joined(hooks(steps), next.text(), connect(messages.subList(0, prompt))));
    }

    /** The index of the user's last message; -1 if there is none. */
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

    /** Of several messages in a row, hooks may have added some: the first that is understood counts. */
    private static Intent intent(List<Message> messages, int prompt) {
        for (int at = prompt; at < messages.size() && messages.get(at) instanceof Message.User user; at++) {
            var intent = Listener.intent(user.text());
            if (!(intent instanceof Intent.Other)) {
                return intent;
            }
        }
        return new Intent.Other();
    }

    private Reply next(Intent intent, Toolbox tools, List<Step> steps) {
        return switch (intent) {
            case Intent.Greeting _ -> Reply.of(phrases.text("greeting"));
            case Intent.Thanks _ -> Reply.of(phrases.text("thanks"));
            case Intent.Help _ -> Reply.of(phrases.text("help"));
            case Intent.Other _ -> Reply.of(phrases.text("other"));
            case Intent.Folder _ -> folder(tools, steps);
            case Intent.Read(var file) -> read(file, tools, steps);
            case Intent.Find(var words) -> find(words, tools, steps);
            case Intent.Write(var file, var content) -> write(file, content, tools, steps);
            case Intent.Run(var command) -> run(command, tools, steps);
        };
    }

    private Reply folder(Toolbox tools, List<Step> steps) {
        if (steps.isEmpty()) {
            return use("look", tools.list("."), "look at the folder");
        }
        var listing = steps.getFirst();
        if (listing.failed()) {
            return trouble(listing);
        }
        var view = new FolderView(listing);
        if (view.isEmpty()) {
            return Reply.of(phrases.text("folder-empty"));
        }
        var descriptive = view.mostDescriptive(kinds);
        var read = descriptive == null ? null : tools.read(descriptive);
        if (descriptive != null && read != null && steps.size() == 1) {
            return Reply.using(phrases.text("look-into", "file", descriptive), read);
        }
        var signs = view.signs(kinds);
        return Reply.of(joined(
                phrases.text("folder", "count", view.count(), "list", view.list()),
                signs.isEmpty() ? "" : phrases.text("folder-signs", "signs", String.join("\n", signs)),
                descriptive == null || steps.size() < 2 ? "" : opening(descriptive, steps.get(1))));
    }

    private String opening(String file, Step reading) {
        if (reading.failed()) {
            return reading.blocked() ? "" : phrases.text("failed", "said", Markup.fenced(reading.text(), 10));
        }
        return phrases.text("begins", "file", file, "text", Markup.opening(reading.lines()));
    }

    private Reply read(String file, Toolbox tools, List<Step> steps) {
        // A name without an ending may be short for another: README for README.md.
        boolean vague = file.indexOf('.') < 0 && file.indexOf('/') < 0 && tools.list(".") != null;
        if (vague && steps.isEmpty()) {
            return use("look", tools.list("."), "look at the folder");
        }
        if (vague && steps.getFirst().failed()) {
            return trouble(steps.getFirst());
        }
        var path = file;
        if (vague) {
            var found = new FolderView(steps.getFirst()).find(file);
            if (found == null) {
                return Reply.of(phrases.text("no-such-file", "file", file));
            }
            path = found;
        }
        int looks = vague ? 1 : 0;
        if (steps.size() == looks) {
            var reading = vague ? phrases.text("look-into", "file", path) : phrases.text("read", "file", path);
            return use(reading, tools.read(path));
        }
        var reading = steps.get(looks);
        if (reading.failed()) {
            return trouble(reading);
        }
        var lines = reading.lines();
        return Reply.of(
                lines.isEmpty()
                        ? phrases.text("read-empty", "file", path)
                        : phrases.text(
                                "read-done",
                                "file",
                                path,
                                "lines",
                                Markup.lines(lines.size()),
                                "text",
                                Markup.fenced(String.join("\n", lines), 20)));
    }

    private Reply find(String words, Toolbox tools, List<Step> steps) {
        boolean named = words.indexOf('*') >= 0 || new Words(words).file() != null;
        if (steps.isEmpty()) {
            var byName = named ? tools.names(words) : null;
            return byName != null
                    ? use(phrases.text("find-names", "words", words), byName)
                    : use(phrases.text("find", "words", words), tools.search(words));
        }
        var last = steps.getLast();
        if (last.failed()) {
            return trouble(last);
        }
        if (!last.nothing()) {
            var lines = last.lines();
            int limit = named && steps.size() == 1 ? Toolbox.NAMES : Toolbox.MATCHES;
            return Reply.of(phrases.text(
                    "found",
                    "words",
                    words,
                    "count",
                    (lines.size() >= limit ? "at least " : "") + lines.size(),
                    "text",
                    Markup.fenced(String.join("\n", lines), 15)));
        }
        // Nothing with that name or text: the most specific word is searched for alone.
        var descriptive = new Words(words).mostSpecific();
        var alone = named ? words : descriptive;
        if (steps.size() == 1 && words.indexOf('*') < 0 && alone != null && (named || !alone.equals(words))) {
            return use(phrases.text("find", "words", alone), tools.search(alone));
        }
        return Reply.of(phrases.text("not-found", "words", words));
    }

    private Reply write(@Nullable String named, @Nullable String content, Toolbox tools, List<Step> steps) {
        var file = named == null ? OUR_FILE : named;
        int slash = file.lastIndexOf('/');
        var look = tools.list(slash > 0 ? file.substring(0, slash) : ".");
        if (steps.isEmpty() && look != null) {
            return use(phrases.text("look-before"), look);
        }
        int looks = look == null ? 0 : 1;
        if (look == null && named != null) {
            return Reply.of(phrases.text("cannot-look", "file", file));
        }
        if (looks == 1 && steps.getFirst().blocked()) {
            return trouble(steps.getFirst());
        }
        if (looks == 1
                && !steps.getFirst().failed()
                && new FolderView(steps.getFirst()).has(file.substring(slash + 1))) {
            return Reply.of(phrases.text("exists", "file", file));
        }
        if (steps.size() == looks) {
            var text = content == null ? phrases.text("our-file") : content;
            return use(phrases.text("write", "file", file), tools.write(file, text + "\n"));
        }
        var writing = steps.getLast();
        return writing.failed() ? trouble(writing) : Reply.of(phrases.text("written", "file", file));
    }

    private Reply run(@Nullable String command, Toolbox tools, List<Step> steps) {
        if (command == null) {
            return Reply.of(phrases.text("which-command"));
        }
        if (steps.isEmpty()) {
            return use(phrases.text("run", "command", command), tools.run(command));
        }
        var run = steps.getLast();
        if (run.blocked()) {
            return trouble(run);
        }
        var output = run.nothing() ? phrases.text("no-output") : Markup.fenced(run.text(), 25);
        return Reply.of(phrases.text(run.failed() ? "run-failed" : "run-done", "command", command, "output", output));
    }

    private Reply use(String phrase, Reply.@Nullable Use use, String what) {
        return use == null ? Reply.of(phrases.text("no-tool", "what", what)) : Reply.using(phrases.text(phrase), use);
    }

    private Reply use(String words, Reply.@Nullable Use use) {
        return use == null ? Reply.of(phrases.text("no-tool", "what", "do that")) : Reply.using(words, use);
    }

    /** What hooks did is reported by {@link #hooks}; what is left are the tool's own failures. */
    private Reply trouble(Step step) {
        return Reply.of(step.blocked() ? "" : phrases.text("failed", "said", Markup.fenced(step.text(), 10)));
    }

    private String hooks(List<Step> steps) {
        var notes = new ArrayList<String>();
        for (var step : steps) {
            if (step.blocked()) {
                notes.add(phrases.text("hook-blocked", "tool", step.call().name(), "said", Markup.quoted(step.text())));
            } else if (step.redacted()) {
                notes.add(phrases.text("hook-changed", "tool", step.call().name()));
            }
        }
        return String.join("\n\n", notes);
    }

    /** In full the first time, in a line afterwards. */
    private String connect(List<Message> before) {
        for (var message : before) {
            if (message instanceof Message.Assistant assistant && DemoProvider.NAME.equals(assistant.provider())) {
                return phrases.text("connect-again");
            }
        }
        return phrases.text("connect");
    }

    private static String joined(String... parts) {
        var joined = new StringBuilder();
        for (var part : parts) {
            if (!part.isEmpty()) {
                joined.append(joined.isEmpty() ? "" : "\n\n").append(part);
            }
        }
        return joined.toString();
    }
}

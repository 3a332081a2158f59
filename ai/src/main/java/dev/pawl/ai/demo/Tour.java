package dev.pawl.ai.demo;

import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small model that looks around with the tools it is offered and tells what it saw, always in the same way.
 *
 * <p>It remembers nothing: the conversation says what was asked, and which tools were used since.
 */
final class Tour {
    private static final String OUR_FILE = "hello-from-pawl.md";

    private final Phrases phrases = new Phrases("tour.md");
    private final Phrases kinds = new Phrases("kinds.md");

    Reply reply(ModelRequest request) {
        var messages = request.messages();
        int prompt = prompt(messages);
        if (prompt < 0) {
            return Reply.of(phrases.say("greeting"));
        }
        var steps = Step.since(messages.subList(prompt, messages.size()));
        var next = next(wish(messages, prompt), new Toolbox(request), steps);
        if (!next.uses().isEmpty()) {
            return next;
        }
        return Reply.of(said(hooks(steps), next.text(), connect(messages.subList(0, prompt))));
    }

    /** Where the user last began to speak; -1 if nobody did. */
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
    private static Wish wish(List<Message> messages, int prompt) {
        for (int at = prompt; at < messages.size() && messages.get(at) instanceof Message.User user; at++) {
            var wish = Listener.wish(user.text());
            if (!(wish instanceof Wish.Other)) {
                return wish;
            }
        }
        return new Wish.Other();
    }

    private Reply next(Wish wish, Toolbox tools, List<Step> steps) {
        return switch (wish) {
            case Wish.Greeting _ -> Reply.of(phrases.say("greeting"));
            case Wish.Thanks _ -> Reply.of(phrases.say("thanks"));
            case Wish.Help _ -> Reply.of(phrases.say("help"));
            case Wish.Other _ -> Reply.of(phrases.say("other"));
            case Wish.Folder _ -> folder(tools, steps);
            case Wish.Read(var file) -> read(file, tools, steps);
            case Wish.Find(var words) -> find(words, tools, steps);
            case Wish.Write(var file, var content) -> write(file, content, tools, steps);
            case Wish.Run(var command) -> run(command, tools, steps);
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
            return Reply.of(phrases.say("folder-empty"));
        }
        var telling = view.mostTelling(kinds);
        var read = telling == null ? null : tools.read(telling);
        if (telling != null && read != null && steps.size() == 1) {
            return Reply.using(phrases.say("look-into", "file", telling), read);
        }
        var signs = view.signs(kinds);
        return Reply.of(said(
                phrases.say("folder", "count", view.count(), "list", view.list()),
                signs.isEmpty() ? "" : phrases.say("folder-signs", "signs", String.join("\n", signs)),
                telling == null || steps.size() < 2 ? "" : opening(telling, steps.get(1))));
    }

    private String opening(String file, Step reading) {
        if (reading.failed()) {
            return reading.blocked() ? "" : phrases.say("failed", "said", Markup.fenced(reading.text(), 10));
        }
        return phrases.say("begins", "file", file, "text", Markup.opening(reading.lines()));
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
                return Reply.of(phrases.say("no-such-file", "file", file));
            }
            path = found;
        }
        int looks = vague ? 1 : 0;
        if (steps.size() == looks) {
            var reading = vague ? phrases.say("look-into", "file", path) : phrases.say("read", "file", path);
            return use(reading, tools.read(path));
        }
        var reading = steps.get(looks);
        if (reading.failed()) {
            return trouble(reading);
        }
        var lines = reading.lines();
        return Reply.of(
                lines.isEmpty()
                        ? phrases.say("read-empty", "file", path)
                        : phrases.say(
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
                    ? use(phrases.say("find-names", "words", words), byName)
                    : use(phrases.say("find", "words", words), tools.search(words));
        }
        var last = steps.getLast();
        if (last.failed()) {
            return trouble(last);
        }
        if (!last.nothing()) {
            var lines = last.lines();
            int limit = named && steps.size() == 1 ? Toolbox.NAMES : Toolbox.MATCHES;
            return Reply.of(phrases.say(
                    "found",
                    "words",
                    words,
                    "count",
                    (lines.size() >= limit ? "at least " : "") + lines.size(),
                    "text",
                    Markup.fenced(String.join("\n", lines), 15)));
        }
        // Nothing by that name, or in those words: the word that says most may be written alone.
        var telling = new Words(words).telling();
        var alone = named ? words : telling;
        if (steps.size() == 1 && words.indexOf('*') < 0 && alone != null && (named || !alone.equals(words))) {
            return use(phrases.say("find", "words", alone), tools.search(alone));
        }
        return Reply.of(phrases.say("not-found", "words", words));
    }

    private Reply write(@Nullable String named, @Nullable String content, Toolbox tools, List<Step> steps) {
        var file = named == null ? OUR_FILE : named;
        int slash = file.lastIndexOf('/');
        var look = tools.list(slash > 0 ? file.substring(0, slash) : ".");
        if (steps.isEmpty() && look != null) {
            return use(phrases.say("look-before"), look);
        }
        int looks = look == null ? 0 : 1;
        if (look == null && named != null) {
            return Reply.of(phrases.say("cannot-look", "file", file));
        }
        if (looks == 1 && steps.getFirst().blocked()) {
            return trouble(steps.getFirst());
        }
        if (looks == 1
                && !steps.getFirst().failed()
                && new FolderView(steps.getFirst()).has(file.substring(slash + 1))) {
            return Reply.of(phrases.say("exists", "file", file));
        }
        if (steps.size() == looks) {
            var text = content == null ? phrases.say("our-file") : content;
            return use(phrases.say("write", "file", file), tools.write(file, text + "\n"));
        }
        var writing = steps.getLast();
        return writing.failed() ? trouble(writing) : Reply.of(phrases.say("written", "file", file));
    }

    private Reply run(@Nullable String command, Toolbox tools, List<Step> steps) {
        if (command == null) {
            return Reply.of(phrases.say("which-command"));
        }
        if (steps.isEmpty()) {
            return use(phrases.say("run", "command", command), tools.run(command));
        }
        var run = steps.getLast();
        if (run.blocked()) {
            return trouble(run);
        }
        var output = run.nothing() ? phrases.say("no-output") : Markup.fenced(run.text(), 25);
        return Reply.of(phrases.say(run.failed() ? "run-failed" : "run-done", "command", command, "output", output));
    }

    private Reply use(String phrase, Reply.@Nullable Use use, String what) {
        return use == null ? Reply.of(phrases.say("no-tool", "what", what)) : Reply.using(phrases.say(phrase), use);
    }

    private Reply use(String words, Reply.@Nullable Use use) {
        return use == null ? Reply.of(phrases.say("no-tool", "what", "do that")) : Reply.using(words, use);
    }

    /** What hooks did is reported by {@link #hooks}; what is left are the tool's own failures. */
    private Reply trouble(Step step) {
        return Reply.of(step.blocked() ? "" : phrases.say("failed", "said", Markup.fenced(step.text(), 10)));
    }

    private String hooks(List<Step> steps) {
        var notes = new ArrayList<String>();
        for (var step : steps) {
            if (step.blocked()) {
                notes.add(phrases.say("hook-blocked", "tool", step.call().name(), "said", Markup.quoted(step.text())));
            } else if (step.redacted()) {
                notes.add(phrases.say("hook-changed", "tool", step.call().name()));
            }
        }
        return String.join("\n\n", notes);
    }

    /** In full the first time, in a line afterwards. */
    private String connect(List<Message> before) {
        for (var message : before) {
            if (message instanceof Message.Assistant assistant && DemoProvider.NAME.equals(assistant.provider())) {
                return phrases.say("connect-again");
            }
        }
        return phrases.say("connect");
    }

    private static String said(String... parts) {
        var said = new StringBuilder();
        for (var part : parts) {
            if (!part.isEmpty()) {
                said.append(said.isEmpty() ? "" : "\n\n").append(part);
            }
        }
        return said.toString();
    }
}

package dev.pawl.ai.demo;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Understands what a user asks, as far as a table of words can. */
final class Listener {
    private static final int LONGEST = 1_000;

    /** Work on what is there, which takes a mind. */
    private static final String[] WORK = {
        "fix",
        "change",
        "refactor",
        "implement",
        "delete",
        "remove",
        "rename",
        "edit",
        "update",
        "replace",
        "improve",
        "optimise",
        "optimize",
        "rewrite",
        "debug",
        "port",
        "migrate",
        "translate",
        "review",
        "convert",
        "move"
    };

    private Listener() {}

    static Intent intent(String prompt) {
        var words = new Words(prompt);
        if (words.isEmpty() || prompt.length() > LONGEST) {
            return new Intent.Other();
        }
        if (words.after(WORK) != null) {
            return new Intent.Other();
        }
        var command = words.after("run", "execute", "$");
        if (command != null) {
            return new Intent.Run(command(command));
        }
        var intent = written(words);
        intent = intent != null ? intent : read(words);
        intent = intent != null ? intent : found(words);
        intent = intent != null ? intent : talk(words);
        return intent != null ? intent : question(words);
    }

    private static @Nullable String command(Words rest) {
        var quoted = rest.quoted();
        if (quoted != null && rest.text().startsWith("`")) {
            return quoted;
        }
        boolean described = rest.after("the", "my", "all", "some", "a", "it", "this", "that", "tests") != null;
        return described || rest.isEmpty() ? quoted : rest.text();
    }

    private static @Nullable Intent written(Words words) {
        var rest = words.after("write", "create", "make", "save", "add");
        if (rest == null) {
            return null;
        }
        var head = rest.before("containing", "saying", "that says", "with", "says");
        var file = head.file();
        boolean plainly = words.after("write", "create") != null && file != null;
        if (!plainly && !head.hasWord("file")) {
            return null;
        }
        var named = new Words(head.text() + " ").behind("called", "named");
        if (file == null && named != null) {
            file = new Words(named).lastWord();
        }
        var content = rest.behind(
                "containing",
                "saying",
                "that says",
                "says",
                "with the text",
                "with the content",
                "with the words",
                "with content",
                "with");
        var quoted = content == null ? null : new Words(content).quoted();
        return new Intent.Write(file, quoted != null ? quoted : content);
    }

    private static @Nullable Intent read(Words words) {
        var rest = words.after("read", "open", "cat", "show me", "show", "print", "view", "summarise", "summarize");
        if (rest != null && words.after("show me", "show", "print") == null) {
            var name = rest.quoted();
            name = name != null ? name : rest.file();
            name = name != null ? name : rest.lastWord();
            return name == null || isFolder(rest) ? null : new Intent.Read(name);
        }
        boolean search = words.after("find", "search", "where", "grep", "look for", "locate", "which") != null;
        var file = words.file();
        if (file != null && !search && file.indexOf('*') < 0) {
            return new Intent.Read(file);
        }
        return words.hasWord("readme") && !search ? new Intent.Read("README") : null;
    }

    private static @Nullable Intent found(Words words) {
        if (words.after("how many") != null && words.hasWord("files")) {
            return new Intent.Find(filesOf(words));
        }
        var rest = words.after(
                "search for",
                "search",
                "find",
                "grep",
                "look for",
                "locate",
                "where is",
                "where are",
                "where's",
                "where do",
                "where does",
                "where");
        if (rest == null) {
            return null;
        }
        var quoted = rest.quoted();
        var what = quoted != null
                ? quoted
                : rest.before("in this", "in the", "in my", "inside", "within").core();
        return what.isEmpty() ? null : new Intent.Find(what);
    }

    /** How many such files? */
    private static String filesOf(Words words) {
        var kind = new Words(words.before("files", "files?").text().substring("how many".length())).mostSpecific();
        if (kind == null) {
            return "*";
        }
        return switch (kind.toLowerCase(Locale.ROOT)) {
            case "python" -> "*.py";
            case "typescript" -> "*.ts";
            case "javascript" -> "*.js";
            case "markdown" -> "*.md";
            case "rust" -> "*.rs";
            case "kotlin" -> "*.kt";
            case "ruby" -> "*.rb";
            default -> kind.indexOf('.') >= 0 ? "*" + kind.substring(kind.lastIndexOf('.')) : "*." + kind;
        };
    }

    private static @Nullable Intent talk(Words words) {
        if (words.count() <= 4) {
            if (words.hasWord("hi", "hello", "hey", "hallo", "moin", "servus", "hola", "bonjour", "ciao", "greetings")
                    || words.after("good morning", "good evening", "good afternoon", "good day", "guten") != null) {
                return new Intent.Greeting();
            }
            if (words.hasWord("thanks", "thank", "thx", "danke", "merci", "gracias")) {
                return new Intent.Thanks();
            }
            if (words.hasWord("help")) {
                return new Intent.Help();
            }
        }
        if (words.contains("who are you", "what are you", "what can you", "how do i use", "how does this work")) {
            return new Intent.Help();
        }
        return isFolder(words) ? new Intent.Folder() : null;
    }

    private static boolean isFolder(Words words) {
        boolean place = words.hasWord(
                "folder", "directory", "dir", "repo", "repository", "project", "codebase", "workspace", "module");
        boolean question = words.after("how", "why", "when", "who", "does", "do", "is", "are") != null;
        return (place && !question)
                || words.contains("what is here", "what's here", "what is this", "list files", "list the files")
                || words.contains("what is in here", "what's in here")
                || words.contains("which language", "what language", "tech stack", "built with")
                || words.contains("files here", "files are here", "look around", "this code", "show me around")
                || words.after("ls", "dir", "overview", "tour") != null;
    }

    /** A question about something that has a name can be looked up, if not answered. */
    private static Intent question(Words words) {
        boolean asks = words.text().endsWith("?")
                || words.after("who", "what", "which", "how", "why", "when", "is", "are", "does", "do") != null;
        var quoted = words.quoted();
        var specific = quoted != null ? quoted : words.mostSpecific();
        return asks && specific != null && words.count() > 1 ? new Intent.Find(specific) : new Intent.Other();
    }
}

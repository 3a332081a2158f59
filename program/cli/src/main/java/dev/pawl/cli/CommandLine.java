package dev.pawl.cli;

import dev.pawl.api.Flag;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of the program, parsed. */
public final class CommandLine {
    /** What the program writes to standard output. */
    public enum Output {
        TEXT,
        JSON,
        RPC,
        ACP;

        static List<String> words() {
            var words = new ArrayList<String>();
            for (var output : values()) {
                words.add(output.name().toLowerCase(Locale.ROOT));
            }
            return List.copyOf(words);
        }
    }

    private final Map<Option, List<String>> given;
    private final List<String> files;
    private final List<String> words;
    private final Map<String, String> flags;
    private final Map<String, Integer> following;
    private final boolean marked;

    private CommandLine(Parser parsed) {
        this.given = Map.copyOf(parsed.given);
        this.files = List.copyOf(parsed.files);
        this.words = List.copyOf(parsed.words);
        // Ordered, so that the first unknown option is the one that is named.
        this.flags = new LinkedHashMap<>(parsed.flags);
        this.following = Map.copyOf(parsed.following);
        this.marked = parsed.marked;
    }

    public static CommandLine parse(List<String> args) {
        var parser = new Parser(args);
        parser.parse();
        var line = new CommandLine(parser);
        line.check();
        return line;
    }

    public boolean has(Option option) {
        return given.containsKey(option);
    }

    /** The last value of an option; null if it was not given. */
    @Nullable
    public String value(Option option) {
        var values = values(option);
        return values.isEmpty() ? null : values.getLast();
    }

    /** All values of an option that may be repeated. */
    public List<String> values(Option option) {
        return given.getOrDefault(option, List.of());
    }

    /** The parts of an option's value, which has commas between them; null if the option was not given. */
    @Nullable
    public List<String> list(Option option) {
        var value = value(option);
        if (value == null) {
            return null;
        }
        var parts = new ArrayList<String>();
        for (var part : value.split(",")) {
            if (!part.isBlank()) {
                parts.add(part.strip());
            }
        }
        return List.copyOf(parts);
    }

    /** As {@link #list}; empty if the option was not given. */
    public List<String> listOrEmpty(Option option) {
        var list = list(option);
        return list == null ? List.of() : list;
    }

    public Output output() {
        var mode = value(Option.MODE);
        // Not by valueOf, whose first call costs a start a millisecond of reflection.
        for (var output : Output.values()) {
            if (output.name().equalsIgnoreCase(mode)) {
                return output;
            }
        }
        return Output.TEXT;
    }

    @Nullable
    public ThinkingLevel thinking() {
        return ThinkingLevel.find(value(Option.THINKING));
    }

    /** Whether the project is trusted for this run; null if the arguments do not specify it. */
    @Nullable
    public Boolean approved() {
        return has(Option.APPROVE) ? (Boolean) true : has(Option.NO_APPROVE) ? (Boolean) false : null;
    }

    /** Whether nothing may be fetched. */
    public boolean isOffline(Map<String, String> environment) {
        var value = environment.getOrDefault("PI_OFFLINE", "").toLowerCase(Locale.ROOT);
        return has(Option.OFFLINE) || value.equals("1") || value.equals("true") || value.equals("yes");
    }

    /** The files after an {@code @}, which become part of the first prompt. */
    public List<String> files() {
        return files;
    }

    /** The arguments that are not options: prompts, or a command and its arguments. */
    public List<String> words() {
        return words;
    }

    private void check() {
        boolean continues = has(Option.SESSION) || has(Option.CONTINUE) || has(Option.RESUME);
        if (has(Option.FORK) && (continues || has(Option.NO_SESSION))) {
            throw Refusal.ofArguments("--fork starts a session of its own; it goes with none of --session, --continue,"
                    + " --resume and --no-session");
        }
        if (has(Option.SESSION_ID) && continues) {
            throw Refusal.ofArguments(
                    "--session-id names a new session; it goes with none of --session, --continue and --resume");
        }
        if (new ToolNames(listOrEmpty(Option.TOOLS)).isMixed()) {
            throw Refusal.ofArguments("--tools takes names (read,bash) or changes (+grep,-bash), not both");
        }
    }

    /** The value of a hook's flag: empty for a switch without one, null if the flag was not given. */
    @Nullable
    public String flag(String name) {
        var value = flags.get(name);
        var next = following.get(name);
        return value != null && value.isEmpty() && next != null ? words.get(next) : value;
    }

    /** Refuses an option that is unknown, and a flag without the value it takes. */
    public void checkFlags(Map<String, Flag> known) {
        for (var name : flags.keySet()) {
            var flag = known.get(name);
            if (flag == null) {
                var names = new ArrayList<>(Option.names());
                known.keySet().forEach(one -> names.add("--" + one));
                var near = Nearest.of("--" + name, names);
                throw Refusal.ofArguments(
                        "unknown option --" + name + " (pawl --help lists them; no loaded hook brings it)"
                                + (near == null ? "" : "; did you mean " + near + "?"));
            }
            if (flag instanceof Flag.Text && String.valueOf(flag(name)).isEmpty()) {
                throw Refusal.ofArguments("--" + name + " needs a value: --" + name + "=VALUE");
            }
        }
        if (!following.isEmpty() && Subcommand.named(words) != Subcommand.HOOKS) {
            checkPrompts(words(known));
        }
    }

    /** The words without those that are values of hooks' flags. */
    public List<String> words(Map<String, Flag> known) {
        var left = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            if (!isValue(i, known)) {
                left.add(words.get(i));
            }
        }
        return left;
    }

    /** Refuses words that were meant as a command; those behind an option that may be a hook's wait for {@link #checkFlags}. */
    public void checkWords() {
        if (following.isEmpty()) {
            checkPrompts(words);
        }
    }

    private void checkPrompts(List<String> prompts) {
        boolean sentence = prompts.stream().anyMatch(word -> word.indexOf(' ') >= 0 || word.indexOf('\n') >= 0);
        if (sentence || marked || has(Option.PRINT)) {
            return;
        }
        var behind = Subcommand.of(prompts);
        if (behind != null && !(given.isEmpty() && flags.isEmpty())) {
            throw Refusal.ofArguments(behind.written() + " takes no options of pawl before it: pawl "
                    + String.join(" ", prompts) + ". A prompt of these words is given behind --");
        }
        var mistyped = Subcommand.mistyped(prompts);
        if (mistyped != null) {
            throw mistyped;
        }
    }

    private boolean isValue(int place, Map<String, Flag> known) {
        for (var candidate : following.entrySet()) {
            if (candidate.getValue() == place && known.get(candidate.getKey()) instanceof Flag.Text) {
                return true;
            }
        }
        return false;
    }

    /** Reads the arguments one after another. */
    private static final class Parser {
        private final List<String> args;
        private final Map<Option, List<String>> given = new HashMap<>();
        private final List<String> files = new ArrayList<>();
        private final List<String> words = new ArrayList<>();

        /** Unknown options, which may be flags of hooks; an empty text for one without a value. */
        private final Map<String, String> flags = new LinkedHashMap<>();

        /** The place among the words of the one after such an option: its value, if the flag takes one. */
        private final Map<String, Integer> following = new LinkedHashMap<>();

        /** Whether {@code --} says that what follows are prompts. */
        private boolean marked;

        private Parser(List<String> args) {
            this.args = args;
        }

        void parse() {
            for (int i = 0; i < args.size(); i++) {
                i = take(i);
            }
        }

        /** Takes the argument at an index and returns the index of the last one that belongs to it. */
        private int take(int at) {
            var arg = args.get(at);
            if (arg.equals("--")) {
                marked = true;
                args.subList(at + 1, args.size()).forEach(this::plain);
                return args.size();
            }
            if (!arg.startsWith("-")) {
                plain(arg);
                return at;
            }
            int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
            var name = equals < 0 ? arg : arg.substring(0, equals);
            var written = equals < 0 ? null : arg.substring(equals + 1);
            var option = Option.find(name);
            if (option == null) {
                return unknown(name, written, at);
            }
            var value = option.value;
            if (value == null) {
                return bare(option, name, written, at);
            }
            return value.required() ? filled(option, value, name, written, at) : optional(option, written, at);
        }

        private int bare(Option option, String name, @Nullable String written, int at) {
            if (written != null) {
                throw Refusal.ofArguments(name + " takes no value");
            }
            switch (option) {
                case APPROVE -> given.remove(Option.NO_APPROVE);
                case NO_APPROVE -> given.remove(Option.APPROVE);
                default -> {}
            }
            given.put(option, List.of());
            // A prompt that begins like front matter is not an option, if it is where a prompt is expected.
            var next = next(at);
            if (option == Option.PRINT && next != null && next.startsWith("---")) {
                words.add(next);
                return at + 1;
            }
            return at;
        }

        private int filled(Option option, Option.Value value, String name, @Nullable String written, int at) {
            var text = written == null ? next(at) : written;
            if (text == null || (written == null && Option.find(text) != null)) {
                throw Refusal.ofArguments(name + " needs " + value.needed());
            }
            add(option, value.check().apply(name, value.needed(), text));
            return written == null ? at + 1 : at;
        }

        private int optional(Option option, @Nullable String written, int at) {
            if (written == null && isFollowedByWord(at)) {
                add(option, String.valueOf(next(at)));
                return at + 1;
            }
            given.put(option, written == null ? List.of() : List.of(written));
            return at;
        }

        private int unknown(String name, @Nullable String written, int at) {
            if (!name.startsWith("--")) {
                throw Refusal.ofArguments("unknown option " + name + " (pawl --help lists them)");
            }
            flags.put(name.substring(2), written == null ? "" : written);
            if (written == null && isFollowedByWord(at)) {
                following.put(name.substring(2), words.size());
            }
            return at;
        }

        private void add(Option option, String value) {
            var all = new ArrayList<>(given.getOrDefault(option, List.of()));
            all.add(value);
            given.put(option, List.copyOf(all));
        }

        private @Nullable String next(int at) {
            return at + 1 < args.size() ? args.get(at + 1) : null;
        }

        private boolean isFollowedByWord(int at) {
            var next = next(at);
            return next != null && !next.startsWith("-") && !next.startsWith("@");
        }

        private void plain(String arg) {
            if (arg.startsWith("@")) {
                files.add(arg.substring(1));
            } else {
                words.add(arg);
            }
        }
    }
}

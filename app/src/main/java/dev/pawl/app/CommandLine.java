package dev.pawl.app;

import dev.pawl.api.Flag;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments, understood. */
final class CommandLine {
    /** What the program writes where. */
    enum Output {
        TEXT,
        JSON,
        RPC
    }

    boolean print;
    Output output = Output.TEXT;
    boolean noDiscovery;

    @Nullable
    Boolean approved;

    final List<String> hooks = new ArrayList<>();
    boolean offline;

    boolean listModels;

    @Nullable
    String modelQuery;

    @Nullable
    String provider;

    @Nullable
    String model;

    @Nullable
    String apiKey;

    @Nullable
    ThinkingLevel thinking;

    List<String> models = List.of();

    boolean resumeLast;
    boolean pickSession;
    boolean noSession;

    @Nullable
    String session;

    @Nullable
    String sessionId;

    @Nullable
    String fork;

    @Nullable
    String sessionDir;

    @Nullable
    String name;

    @Nullable
    List<String> tools;

    List<String> excludeTools = List.of();
    boolean noBuiltinTools;
    boolean noTools;

    final List<String> skills = new ArrayList<>();
    final List<String> templates = new ArrayList<>();
    boolean noSkills;
    boolean noTemplates;
    boolean noContextFiles;

    @Nullable
    String tuiMode;

    @Nullable
    String useTheme;

    final List<String> themes = new ArrayList<>();
    boolean noThemes;

    @Nullable
    String systemPrompt;

    final List<String> appendSystemPrompt = new ArrayList<>();

    /** What stood behind an {@code @}: files that go along with the first prompt. */
    final List<String> files = new ArrayList<>();

    /** What is no option: prompts, or a command and what belongs to it. */
    final List<String> words = new ArrayList<>();

    /** Whether nothing may be fetched. */
    boolean isOffline(Map<String, String> environment) {
        var value = environment.getOrDefault("PI_OFFLINE", "").toLowerCase(Locale.ROOT);
        return offline || value.equals("1") || value.equals("true") || value.equals("yes");
    }

    /** Options unknown here, which may be flags that hooks bring; empty text for one without a value. */
    private final Map<String, String> flags = new LinkedHashMap<>();

    /** Where among the words the one behind such an option is: its value, if the flag turns out to take one. */
    private final Map<String, Integer> following = new LinkedHashMap<>();

    private CommandLine() {}

    static CommandLine parse(List<String> args) {
        var line = new CommandLine();
        for (int i = 0; i < args.size(); i++) {
            i = line.take(args, i);
        }
        line.check();
        return line;
    }

    /** Takes the argument at a place, with what belongs to it, and says where that ended. */
    private int take(List<String> args, int at) {
        var arg = args.get(at);
        var next = at + 1 < args.size() ? args.get(at + 1) : null;
        if (arg.equals("--")) {
            args.subList(at + 1, args.size()).forEach(this::plain);
            return args.size();
        }
        if (!arg.startsWith("-")) {
            plain(arg);
            return at;
        }
        int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
        var option = equals < 0 ? arg : arg.substring(0, equals);
        if (Options.NOTHING.contains(option)) {
            if (equals >= 0) {
                throw Refusal.ofArguments(option + " takes no value");
            }
            Options.set(this, option);
            // A prompt that begins like front matter is no option, if it stands where a prompt is expected.
            boolean prompt = option.equals("-p") || option.equals("--print");
            if (prompt && next != null && next.startsWith("---")) {
                words.add(next);
                return at + 1;
            }
            return at;
        }
        if (Options.VALUES.containsKey(option)) {
            if (equals < 0 && (next == null || Options.isOne(next))) {
                throw Refusal.ofArguments(option + " needs " + Options.VALUES.get(option));
            }
            Options.set(this, option, equals < 0 ? String.valueOf(next) : arg.substring(equals + 1));
            return equals < 0 ? at + 1 : at;
        }
        boolean followed = equals < 0 && next != null && !next.startsWith("-") && !next.startsWith("@");
        if (option.equals("--list-models")) {
            listModels = true;
            modelQuery = equals >= 0 ? arg.substring(equals + 1) : followed ? next : null;
            return followed ? at + 1 : at;
        }
        if (!arg.startsWith("--")) {
            throw Refusal.ofArguments("unknown option " + arg + " (pawl --help lists them)");
        }
        flags.put(option.substring(2), equals < 0 ? "" : arg.substring(equals + 1));
        if (followed) {
            following.put(option.substring(2), words.size());
        }
        return at;
    }

    private void plain(String arg) {
        if (arg.startsWith("@")) {
            files.add(arg.substring(1));
        } else {
            words.add(arg);
        }
    }

    private void check() {
        if (fork != null && (session != null || resumeLast || pickSession || noSession)) {
            throw Refusal.ofArguments("--fork starts a session of its own; it goes with none of --session, --continue,"
                    + " --resume and --no-session");
        }
        if (sessionId != null && (session != null || resumeLast || pickSession)) {
            throw Refusal.ofArguments(
                    "--session-id names a new session; it goes with none of --session, --continue and --resume");
        }
        if (tools != null && ToolSelection.isMixed(tools)) {
            throw Refusal.ofArguments("--tools takes names (read,bash) or changes (+grep,-bash), not both");
        }
    }

    /** The value that was given to a hook's flag: empty for a bare switch, null if it was not given. */
    @Nullable
    String flag(String name) {
        var given = flags.get(name);
        var next = following.get(name);
        return given != null && given.isEmpty() && next != null ? words.get(next) : given;
    }

    /** Refuses an option that nobody knows, and a flag without the value it takes. */
    void checkFlags(Map<String, Flag> known) {
        for (var name : flags.keySet()) {
            var flag = known.get(name);
            if (flag == null) {
                throw Refusal.ofArguments(
                        "unknown option --" + name + " (pawl --help lists them; no loaded hook brings it)");
            }
            if (flag instanceof Flag.Text && String.valueOf(flag(name)).isEmpty()) {
                throw Refusal.ofArguments("--" + name + " needs a value: --" + name + "=VALUE");
            }
        }
    }

    /** The words without those that are values of hooks' flags. */
    List<String> words(Map<String, Flag> known) {
        var left = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            if (!isValue(i, known)) {
                left.add(words.get(i));
            }
        }
        return left;
    }

    private boolean isValue(int place, Map<String, Flag> known) {
        for (var candidate : following.entrySet()) {
            if (candidate.getValue() == place && known.get(candidate.getKey()) instanceof Flag.Text) {
                return true;
            }
        }
        return false;
    }

    static List<String> list(String value) {
        var parts = new ArrayList<String>();
        for (var part : value.split(",")) {
            if (!part.isBlank()) {
                parts.add(part.strip());
            }
        }
        return List.copyOf(parts);
    }
}

package dev.pawl.shellhooks.answer;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Words;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialect.Rule;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import dev.pawl.shellhooks.dialect.EventForm;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.ShellHook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what a hook answered by the rules of its dialect. */
public final class AnswerReader {
    private static final Map<String, Answer.Verdict> WORDS = Map.of(
            "allow", Answer.Verdict.ALLOW,
            "approve", Answer.Verdict.ALLOW,
            "accept", Answer.Verdict.ALLOW,
            "decline", Answer.Verdict.DENY,
            "cancel", Answer.Verdict.DENY,
            "deny", Answer.Verdict.DENY,
            "block", Answer.Verdict.DENY,
            "ask", Answer.Verdict.ASK,
            // It leaves the decision to another program; here the user decides.
            "defer", Answer.Verdict.ASK);

    /** The characters of a long text that the model reads. */
    private static final int PREVIEW = 2_000;

    private static final Pattern BEFORE = Pattern.compile("^[\\s\\p{Z}\\uFEFF]+");

    private final Dialect dialect;
    private final EventForm event;
    private final boolean strict;
    private final int longest;

    private final Keeper keeper;

    /**
     * @param strict whether every exit code but 0 and 2 is a failure, whatever the hook wrote
     * @param longest how many characters of a text the model reads
     */
    public AnswerReader(Dialect dialect, EventForm event, boolean strict, int longest, Keeper keeper) {
        this.keeper = keeper;
        this.dialect = dialect;
        this.event = event;
        this.strict = strict;
        this.longest = longest;
    }

    /** Keeps texts in files, until the program ends. */
    @FunctionalInterface
    public interface Keeper {
        /** Returns the file that a text is written to. */
        Path keep(String text) throws IOException;
    }

    /** Reads the answers of one hook. */
    public static AnswerReader of(ShellHook hook, Keeper keeper) {
        return new AnswerReader(
                hook.dialect(),
                hook.event(),
                hook.blocksOnFailure(),
                hook.limits().context(),
                keeper);
    }

    /** A hook that failed, with the rule of its dialect that does not take it for a block. */
    public static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed(String why) {
            super(why);
        }
    }

    /** Reads an answer. */
    public Answer read(Ran ran) throws Failed {
        if (ran.failure() != null) {
            throw new Failed(ran.failure());
        }
        boolean errorAsOutput = dialect.has(Trait.ERROR_AS_OUTPUT);
        var text = withoutProgress(errorAsOutput && ran.output().isBlank() ? ran.error() : ran.output());
        boolean readable = dialect.has(Trait.JSON_ALWAYS) || ran.exit() == 0;
        if (ran.exit() == 2) {
            return blocked(ran, readable ? json(text, true) : null);
        }
        var json = readable ? json(text, ran.exit() != 0) : null;
        var answer = json == null ? null : answer(json);
        if (answer != null && (ran.exit() == 0 || !strict || answer.denies())) {
            return answer;
        }
        if (ran.exit() == 0) {
            checkText(begun(text).strip());
            return plain(begun(text).strip(), errorAsOutput);
        }
        var words = Words.firstLine(ran.error().isBlank() ? ran.output() : ran.error());
        if (ran.exit() == 1 && dialect.has(Trait.CODE_1_WARNS) && !strict) {
            return Answer.user(words);
        }
        if (dialect.has(Rule.OTHER_CODES_BLOCK, event.moment())) {
            return Answer.deny(words.isEmpty() ? "ended with exit code " + ran.exit() : words);
        }
        throw new Failed("ended with exit code " + ran.exit() + (words.isEmpty() ? "" : ": " + words));
    }

    /** Reads the answer of a hook that is not waited for: it decides nothing, and a field of another type is left out. */
    public Answer readLate(Ran ran) throws Failed {
        var json = ran.failure() == null ? json(ran.output(), ran.exit() != 0) : null;
        if (json == null) {
            return read(ran);
        }
        var context = find(json, dialect.answers().context());
        var user = find(json, dialect.answers().user());
        return new Answer(
                Answer.Verdict.NONE,
                "",
                null,
                null,
                context instanceof String text ? cut(text) : "",
                user instanceof String text ? cut(text) : "",
                false,
                Extras.NONE);
    }

    private Answer blocked(Ran ran, @Nullable JsonObject json) throws Failed {
        var words = ran.error().strip();
        if (dialect.has(Trait.BLOCK_NEEDS_WORDS) && words.isEmpty()) {
            throw new Failed("ended with exit code 2 and wrote no reason to standard error");
        }
        var besides = besides(json);
        var written = besides == null ? "" : besides.reason();
        boolean first = words.isEmpty() || (besides != null && besides.denies());
        return new Answer(
                Answer.Verdict.DENY,
                first && !written.isEmpty()
                        ? written
                        : cut(words.isEmpty() ? ran.output().strip() : words),
                null,
                null,
                besides == null ? "" : besides.context(),
                besides == null ? "" : besides.user(),
                besides != null && besides.ending(),
                besides == null ? Extras.NONE : besides.extras());
    }

    /** What a hook that blocks wrote besides; null if it cannot be read, which makes the block no weaker. */
    private @Nullable Answer besides(@Nullable JsonObject json) {
        try {
            return json == null ? null : answer(json);
        } catch (Failed e) {
            return null;
        }
    }

    /** Lines that only report progress are not part of an answer. */
    private static String withoutProgress(String text) {
        if (!text.contains("\"progress\"")) {
            return text;
        }
        return text.lines().filter(line -> !isProgress(line)).collect(Collectors.joining("\n"));
    }

    private static boolean isProgress(String line) {
        try {
            return begun(line).startsWith("{")
                    && "progress".equals(JsonObject.parse(begun(line)).get("type"));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** In a strict dialect not every text is an answer. */
    private void checkText(String text) throws Failed {
        if (!dialect.has(Trait.STRICT)) {
            return;
        }
        if (text.startsWith("[")) {
            throw new Failed("wrote what begins like JSON and is no object");
        }
        if (!text.isEmpty() && isStop()) {
            throw new Failed("wrote text that is no JSON, which is no answer at " + event.name());
        }
    }

    private boolean isStop() {
        return event.moment().isStop();
    }

    /** In a strict dialect a block needs a reason, except at a gate of calls: there it is safer to block. */
    private void checkReason(Answer.Verdict verdict, String reason) throws Failed {
        boolean gate = event.moment() == Moment.PRE_TOOL || event.moment() == Moment.PERMISSION_REQUEST;
        if (dialect.has(Trait.STRICT) && verdict == Answer.Verdict.DENY && reason.isBlank() && !gate) {
            throw new Failed("blocks without a reason");
        }
    }

    private Answer plain(String text, boolean toUser) {
        if (text.isEmpty()) {
            return Answer.NOTHING;
        }
        return event.plainContext() ? Answer.context(cut(text)) : toUser ? Answer.user(cut(text)) : Answer.NOTHING;
    }

    /** A text without what other agents take for white space before it: also a byte order mark. */
    public static String begun(String text) {
        return BEFORE.matcher(text).replaceFirst("");
    }

    /** The object that the text is; null if it is other text. */
    private static @Nullable JsonObject json(String text, boolean lenient) throws Failed {
        var start = begun(text);
        if (!start.startsWith("{") && !start.startsWith("\"{")) {
            return null;
        }
        try {
            var value = Json.parse(start);
            return value instanceof String inner ? JsonObject.parse(inner) : (JsonObject) value;
        } catch (IllegalArgumentException | ClassCastException e) {
            if (lenient) {
                return null;
            }
            throw new Failed("wrote what begins like JSON and is none: " + e.getMessage());
        }
    }

    private Answer answer(JsonObject json) throws Failed {
        var names = dialect.answers();
        if (json.has("continue") && !(json.get("continue") instanceof Boolean)) {
            throw new Failed("wrote continue, which must be true or false: " + json.get("continue"));
        }
        boolean ending = Boolean.FALSE.equals(json.get("continue"));
        var verdict = verdict(json);
        var reason = ending && !json.string("stopReason", "").isEmpty()
                ? json.string("stopReason", "")
                : text(json, names.reason());
        var context = text(json, names.context());
        checkReason(verdict, reason);
        if (isStop() && verdict != Answer.Verdict.DENY) {
            var more = text(json, names.more());
            if (!more.isEmpty()) {
                verdict = Answer.Verdict.DENY;
                reason = more;
                context = "";
            }
        }
        var input = find(json, names.input());
        if (input != null && !(input instanceof JsonObject)) {
            throw new Failed("wrote an input that is no object: " + input);
        }
        if (dialect.has(Trait.REWRITES_IF_ALLOWED) && verdict != Answer.Verdict.ALLOW) {
            input = null;
        }
        return new Answer(
                verdict,
                cut(reason),
                (JsonObject) input,
                find(json, names.output()),
                cut(context),
                cut(text(json, names.user())),
                ending,
                Extras.of(json, event.moment()));
    }

    private Answer.Verdict verdict(JsonObject json) throws Failed {
        var value = find(json, dialect.answers().verdict());
        if (value == null) {
            return Answer.Verdict.NONE;
        }
        var word = value instanceof String text ? WORDS.get(text) : null;
        if (word == null) {
            throw new Failed("wrote a decision that is none: " + value);
        }
        return word;
    }

    /** The first of the places that holds something. */
    private static @Nullable Object find(JsonObject json, List<String> paths) {
        for (var path : paths) {
            Object value = json;
            for (var name : path.split("\\.", -1)) {
                value = value instanceof JsonObject object ? object.get(name) : null;
            }
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static String text(JsonObject json, List<String> paths) throws Failed {
        var value = find(json, paths);
        if (value != null && !(value instanceof String)) {
            throw new Failed("wrote " + paths.getFirst() + ", which must be a text: " + value);
        }
        return value == null ? "" : (String) value;
    }

    /** Of a text that is too long for the model's window the model reads the beginning, and where all of it is. */
    private String cut(String text) {
        if (text.length() <= longest) {
            return text;
        }
        var head = text.substring(0, Math.min(PREVIEW, longest));
        try {
            return head + "\n[The hook wrote " + text.length() + " characters. All of them are in " + keeper.keep(text)
                    + " until the program ends]";
        } catch (IOException e) {
            return head + "\n[" + (text.length() - head.length())
                    + " more characters of the hook's output are left out: " + e.getMessage() + "]";
        }
    }
}

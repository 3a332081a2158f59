package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a scripted model, one turn a request; {@link ScriptedModel} plays it.
 *
 * @param side answers to requests whose body matches, in the order they are looked at; they use up no turn
 * @param end the answer to all requests after the last turn
 */
public record Script(List<Turn> turns, List<Side> side, Turn end) {
    static final Turn DONE = Turn.text("done");

    public Script {
        turns = List.copyOf(turns);
        side = List.copyOf(side);
    }

    public static Script of(Turn... turns) {
        return new Script(List.of(turns), List.of(), DONE);
    }

    public static Call call(String name, JsonObject arguments) {
        return new Call(null, name, arguments.toString(), null);
    }

    /** A call whose arguments are this text, be it JSON or not. */
    public static Call call(String name, String argumentsText) {
        return new Call(null, name, argumentsText, null);
    }

    /** Answers requests whose body holds the words, or something they match as a regular expression. */
    public Script aside(String match, Turn turn) {
        var more = new ArrayList<>(side);
        more.add(new Side(match, turn));
        return new Script(turns, more, end);
    }

    public Script endingWith(Turn end) {
        return new Script(turns, side, end);
    }

    /** Reads a script; what does not fit is an {@link IllegalArgumentException} that names file, turn and field. */
    public static Script read(Path file) throws IOException {
        var text = Files.readString(file, StandardCharsets.UTF_8);
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("script " + file + ": " + e.getMessage(), e);
        }
    }

    /** Reads a script from JSON; what does not fit is an {@link IllegalArgumentException} that names turn and field. */
    public static Script parse(String json) {
        return ScriptJson.read(JsonObject.parse(json));
    }

    public JsonObject toJson() {
        return ScriptJson.write(this);
    }

    /** An answer that uses up no turn. */
    public record Side(String match, Turn turn) {
        public Side {
            ScriptJson.pattern(match);
        }

        boolean answers(String body) {
            return body.contains(match) || Pattern.compile(match).matcher(body).find();
        }
    }

    /** A piece of the content of a turn. */
    public sealed interface Part {
        record Thinking(String text, @Nullable String signature) implements Part {}

        record Text(String text) implements Part {}
    }

    /** The scripted model asking for a tool; without an id it is given one when it is played. */
    public record Call(
            @Nullable String id,
            String name,
            String argumentsText,
            @Nullable String thoughtSignature) implements Part {
        public Call withId(String id) {
            return new Call(id, name, argumentsText, thoughtSignature);
        }

        public Call signed(String thoughtSignature) {
            return new Call(id, name, argumentsText, thoughtSignature);
        }
    }

    /** Tokens as they are counted here: input without what came from the cache, output with what was only thought. */
    public record Tokens(long input, long output, long cacheRead, long cacheWrite, long reasoning) {
        public static Tokens of(long input, long output) {
            return new Tokens(input, output, 0, 0, 0);
        }
    }

    /** What happens where a turn breaks off. */
    public enum Break {
        /** The connection is cut. */
        CUT,
        /** The stream ends in good order, but too early. */
        END,
        /** Something that is not JSON comes, then the connection is cut. */
        GARBAGE,
        /** The provider reports in its own format that it failed. */
        ERROR
    }

    /**
     * One answer, good or bad: the object that is in the script's file, checked.
     *
     * <p>Positions of cuts and splits count the bytes of the body, without what HTTP puts around them.
     */
    public record Turn(JsonObject fields) {
        public Turn {
            ScriptJson.check(fields);
        }

        public static Turn text(String text) {
            return new Turn(JsonObject.of("text", text));
        }

        public static Turn thinking(String thinking) {
            return new Turn(JsonObject.of("thinking", thinking));
        }

        public static Turn calls(Call... calls) {
            return new Turn(JsonObject.empty()).andCalls(calls);
        }

        /** An error answer in the provider's own form, from 400 up. */
        public static Turn status(int status) {
            return new Turn(JsonObject.of("status", status));
        }

        /** A stream written by hand, sent as it is. */
        public static Turn raw(String body) {
            return new Turn(JsonObject.of("body", body));
        }

        /** Headers, and then nothing more. */
        public static Turn stalled() {
            return new Turn(JsonObject.of("stall", true));
        }

        /** A page for users with status 200, as from a proxy or a captive portal. */
        public static Turn webPage() {
            return new Turn(JsonObject.of("html", true));
        }

        public static Turn redirect(String location) {
            return new Turn(JsonObject.of("redirect", location));
        }

        public Turn andText(String text) {
            return with("text", text);
        }

        public Turn andThinking(String thinking) {
            return with("thinking", thinking);
        }

        public Turn signed(String thinkingSignature) {
            return with("thinkingSignature", thinkingSignature);
        }

        public Turn andCalls(Call... calls) {
            var all = new ArrayList<>(calls());
            all.addAll(List.of(calls));
            return withCalls(all);
        }

        public Turn usage(long input, long output) {
            return usage(Tokens.of(input, output));
        }

        public Turn usage(Tokens tokens) {
            return with("usage", ScriptJson.write(tokens));
        }

        /** No tokens are reported. */
        public Turn withoutUsage() {
            return with("usage", "none");
        }

        /** {@code stop}, {@code length} or {@code toolUse}, expressed as each provider does, or a word of its own. */
        public Turn stopReason(String reason) {
            return with("stopReason", reason);
        }

        /** The characters in a piece. */
        public Turn chunk(int characters) {
            return with("chunk", characters);
        }

        public Turn header(String name, String value) {
            return with("headers", fields.object("headers").with(name, value));
        }

        public Turn message(String message) {
            return with("message", message);
        }

        /** The body of an error answer, in place of the provider's usual one. */
        public Turn body(Object body) {
            return with("body", body);
        }

        public Turn breakAfter(int events, Break how) {
            return with("breakAfter", events).with("breakWith", how.name().toLowerCase(Locale.ROOT));
        }

        public Turn cutAtByte(int position) {
            return with("cutAtByte", position);
        }

        public Turn splitEvery(int bytes) {
            return with("splitEvery", bytes);
        }

        public Turn splitAt(int... positions) {
            return with("splitAt", Arrays.stream(positions).boxed().toList());
        }

        public Turn delayed(int delayMs) {
            return with("delayMs", delayMs);
        }

        public Turn paced(int chunkDelayMs) {
            return with("chunkDelayMs", chunkDelayMs);
        }

        /** The model waits after so many pieces of its stream, each time until it is told to continue. */
        public Turn heldAfter(int... pieces) {
            return with("heldAfter", Arrays.stream(pieces).boxed().toList());
        }

        public Turn repeat(int times) {
            return with("repeat", times);
        }

        Turn withCalls(List<Call> calls) {
            return with("toolCalls", calls.stream().map(ScriptJson::write).toList());
        }

        private Turn with(String name, Object value) {
            return new Turn(fields.with(name, value));
        }

        /** The content of the turn, in order. */
        public List<Part> parts() {
            var parts = new ArrayList<Part>();
            var thinking = fields.string("thinking");
            if (thinking != null) {
                parts.add(new Part.Thinking(thinking, fields.string("thinkingSignature")));
            }
            var text = fields.string("text", "");
            if (fields.has("textBytes")) {
                var filler = ScriptFiller.markdown(fields.integer("textBytes", 0));
                text = text.isEmpty() ? filler : filler + "\n\n" + text;
            }
            if (!text.isEmpty()) {
                parts.add(new Part.Text(text));
            }
            parts.addAll(calls());
            return parts;
        }

        public List<Call> calls() {
            return fields.objects("toolCalls").stream().map(ScriptJson::call).toList();
        }

        /** The tokens to report; null for none. An estimate is made into numbers when the turn is played. */
        public @Nullable Tokens tokens() {
            if ("none".equals(fields.get("usage"))) {
                return null;
            }
            var usage = fields.object("usage");
            return new Tokens(
                    usage.number("input", 100),
                    usage.number("output", 20),
                    usage.number("cacheRead", 0),
                    usage.number("cacheWrite", 0),
                    usage.number("reasoning", 0));
        }

        boolean estimates() {
            return "estimate".equals(fields.get("usage"));
        }

        public @Nullable String stopReason() {
            return fields.string("stopReason");
        }

        /** The content of the turn, in pieces of its size; a character is never split. */
        public List<String> pieces(String text) {
            return ScriptFiller.pieces(text, fields.integer("chunk", 40));
        }

        public int status() {
            return fields.integer("status", 200);
        }

        public Map<String, String> headers() {
            var headers = new LinkedHashMap<String, String>();
            var given = fields.object("headers");
            given.names().forEach(name -> headers.put(name, given.string(name, "")));
            return headers;
        }

        public @Nullable Object body() {
            return fields.get("body");
        }

        public @Nullable String message() {
            return fields.string("message");
        }

        /** The number of events after which the turn breaks off; null if it does not. */
        public @Nullable Integer breakAfter() {
            return fields.has("breakAfter") ? fields.integer("breakAfter", 0) : null;
        }

        public Break breakWith() {
            return Break.valueOf(fields.string("breakWith", "cut").toUpperCase(Locale.ROOT));
        }

        /** The byte before which the connection is cut; null if it is not. */
        public @Nullable Integer cutAtByte() {
            return fields.has("cutAtByte") ? fields.integer("cutAtByte", 0) : null;
        }

        public int splitEvery() {
            return fields.integer("splitEvery", 0);
        }

        public List<Integer> splitAt() {
            return fields.list("splitAt").stream()
                    .map(position -> position instanceof Number number ? number.intValue() : 0)
                    .sorted()
                    .toList();
        }

        public int delayMs() {
            return fields.integer("delayMs", 0);
        }

        public int chunkDelayMs() {
            return fields.integer("chunkDelayMs", 0);
        }

        public boolean isHeldAfter(int pieces) {
            return fields.list("heldAfter").stream()
                    .anyMatch(held -> held instanceof Number number && number.intValue() == pieces);
        }

        public int repeat() {
            return fields.integer("repeat", 1);
        }

        public boolean stalls() {
            return fields.bool("stall", false);
        }

        public boolean isWebPage() {
            return fields.bool("html", false);
        }

        public @Nullable String redirect() {
            return fields.string("redirect");
        }
    }
}

package dev.pawl.testkit.model;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads and checks the JSON form of scripts; a complaint begins with the field it is about. */
final class ScriptJson {
    private static final String FIELDS = "text, thinking, thinkingSignature, toolCalls, textBytes, usage, stopReason,"
            + " chunk, chunkDelayMs, heldAfter, delayMs, repeat, status, headers, body, message, redirect, html, stall,"
            + " breakAfter, breakWith, cutAtByte, splitEvery and splitAt";

    private ScriptJson() {}

    static Script read(JsonObject fields) {
        for (var name : fields.names()) {
            if (!"turns".equals(name) && !"side".equals(name) && !"end".equals(name)) {
                throw new IllegalArgumentException(name + " is no field of a script, which has turns, side and end");
            }
        }
        var turns = new ArrayList<Script.Turn>();
        for (var element : elements(fields, "turns")) {
            turns.add(turn("turns[" + turns.size() + "]", element));
        }
        var side = new ArrayList<Script.Side>();
        for (var element : elements(fields, "side")) {
            side.add(side("side[" + side.size() + "]", element));
        }
        return new Script(turns, side, fields.has("end") ? turn("end", fields.get("end")) : Script.DONE);
    }

    static JsonObject write(Script script) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("turns", script.turns().stream().map(Script.Turn::fields).toList());
        fields.put(
                "side",
                script.side().stream()
                        .map(side -> JsonObject.of("match", side.match())
                                .with(side.turn().fields()))
                        .toList());
        fields.put("end", script.end().fields());
        return JsonObject.from(fields);
    }

    static Script.Call call(JsonObject json) {
        var text = json.string("argumentsText");
        return new Script.Call(
                json.string("id"),
                json.string("name", ""),
                text != null ? text : json.object("arguments").toString(),
                json.string("thoughtSignature"));
    }

    static JsonObject write(Script.Call call) {
        var fields = new LinkedHashMap<String, Object>();
        if (call.id() != null) {
            fields.put("id", call.id());
        }
        fields.put("name", call.name());
        fields.put("argumentsText", call.argumentsText());
        if (call.thoughtSignature() != null) {
            fields.put("thoughtSignature", call.thoughtSignature());
        }
        return JsonObject.from(fields);
    }

    static JsonObject write(Script.Tokens tokens) {
        return JsonObject.of("input", tokens.input(), "output", tokens.output())
                .with("cacheRead", tokens.cacheRead())
                .with("cacheWrite", tokens.cacheWrite())
                .with("reasoning", tokens.reasoning());
    }

    static void pattern(String match) {
        try {
            Pattern.compile(match);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "match must be a regular expression, not " + Json.write(match) + " (" + e.getDescription() + ")",
                    e);
        }
    }

    static void check(JsonObject turn) {
        for (var name : turn.names()) {
            check(name, turn.get(name));
        }
    }

    private static void check(String name, @Nullable Object value) {
        switch (name) {
            case "text", "thinking", "thinkingSignature", "message", "stopReason", "redirect" ->
                require(value instanceof String, name, "text", value);
            case "textBytes", "chunkDelayMs", "delayMs", "breakAfter", "cutAtByte" -> number(name, value, 0);
            case "chunk", "repeat", "splitEvery" -> number(name, value, 1);
            case "stall", "html" -> require(value instanceof Boolean, name, "true or false", value);
            case "status" ->
                require(
                        value instanceof Long status && status >= 200 && status <= 599,
                        name,
                        "a number from 200 to 599",
                        value);
            case "body" -> require(value != null, name, "text or JSON", value);
            case "headers" -> headers(value);
            case "toolCalls" -> calls(value);
            case "usage" -> usage(value);
            case "splitAt", "heldAfter" -> positions(name, value);
            case "breakWith" ->
                require(
                        "cut".equals(value) || "end".equals(value) || "garbage".equals(value) || "error".equals(value),
                        name,
                        "cut, end, garbage or error",
                        value);
            default -> throw new IllegalArgumentException(name + " is no field of a turn, which has " + FIELDS);
        }
    }

    private static void headers(@Nullable Object value) {
        if (!(value instanceof JsonObject headers)) {
            throw misfit("headers", "an object", value);
        }
        for (var name : headers.names()) {
            require(headers.get(name) instanceof String, "headers." + name, "text", headers.get(name));
        }
    }

    private static void calls(@Nullable Object value) {
        if (!(value instanceof List<?> calls)) {
            throw misfit("toolCalls", "a list", value);
        }
        for (int i = 0; i < calls.size(); i++) {
            var where = "toolCalls[" + i + "]";
            if (!(calls.get(i) instanceof JsonObject call)) {
                throw misfit(where, "an object", calls.get(i));
            }
            require(call.get("name") instanceof String, where + ".name", "the name of a tool", call.get("name"));
            for (var name : call.names()) {
                var field = call.get(name);
                switch (name) {
                    case "name" -> {}
                    case "id", "argumentsText", "thoughtSignature" ->
                        require(field instanceof String, where + "." + name, "text", field);
                    case "arguments" -> require(field instanceof JsonObject, where + "." + name, "an object", field);
                    default ->
                        throw new IllegalArgumentException(where + "." + name
                                + " is no field of a call, which has id, name, arguments, argumentsText and"
                                + " thoughtSignature");
                }
            }
        }
    }

    private static void usage(@Nullable Object value) {
        if ("estimate".equals(value) || "none".equals(value)) {
            return;
        }
        if (!(value instanceof JsonObject usage)) {
            throw misfit("usage", "an object with input and output, or \"estimate\" or \"none\"", value);
        }
        for (var name : usage.names()) {
            switch (name) {
                case "input", "output", "cacheRead", "cacheWrite", "reasoning" ->
                    number("usage." + name, usage.get(name), 0);
                default ->
                    throw new IllegalArgumentException("usage." + name
                            + " is no count, which are input, output, cacheRead, cacheWrite and reasoning");
            }
        }
    }

    private static void positions(String name, @Nullable Object value) {
        if (!(value instanceof List<?> positions)) {
            throw misfit(name, "a list of numbers", value);
        }
        for (int i = 0; i < positions.size(); i++) {
            number(name + "[" + i + "]", positions.get(i), 0);
        }
    }

    private static void number(String name, @Nullable Object value, int least) {
        require(
                value instanceof Long number && number >= least && number <= Integer.MAX_VALUE,
                name,
                "a whole number from " + least + " up",
                value);
    }

    private static void require(boolean fits, String name, String what, @Nullable Object value) {
        if (!fits) {
            throw misfit(name, what, value);
        }
    }

    private static IllegalArgumentException misfit(String name, String what, @Nullable Object value) {
        return new IllegalArgumentException(name + " must be " + what + ", not " + Json.write(value));
    }

    private static List<@Nullable Object> elements(JsonObject fields, String name) {
        if (fields.has(name) && !(fields.get(name) instanceof List<?>)) {
            throw misfit(name, "a list", fields.get(name));
        }
        return fields.list(name);
    }

    private static Script.Turn turn(String where, @Nullable Object value) {
        if (!(value instanceof JsonObject fields)) {
            throw misfit(where, "an object", value);
        }
        try {
            return new Script.Turn(fields);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + "." + e.getMessage(), e);
        }
    }

    private static Script.Side side(String where, @Nullable Object value) {
        if (!(value instanceof JsonObject fields)) {
            throw misfit(where, "an object", value);
        }
        if (!(fields.get("match") instanceof String match)) {
            throw misfit(where + ".match", "the words that a request is known by", fields.get("match"));
        }
        var turn = turn(where, fields.without("match"));
        try {
            return new Script.Side(match, turn);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + "." + e.getMessage(), e);
        }
    }
}

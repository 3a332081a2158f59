package dev.pawl.codemode;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A script as the model writes it, with the options of its first line.
 *
 * @param maxOutputTokens how much of its output the model reads
 * @param timeout how long it may take in all; null for as long as its tools need
 */
record ScriptSource(
        String code, int maxOutputTokens, @Nullable Duration timeout) {
    private static final int TOKENS = 10_000;
    /** The largest number up to which JavaScript has every integer. */
    private static final double MOST_EXACT = 9_007_199_254_740_991.0;

    private static final String OPTIONS = "// @options:";
    private static final String FIELDS = "`max_output_tokens` and `timeout_ms`";
    private static final String MAX_OUTPUT_TOKENS = "max_output_tokens";
    private static final String TIMEOUT_MS = "timeout_ms";
    private static final List<String> NAMES = List.of(MAX_OUTPUT_TOKENS, TIMEOUT_MS);

    /** Reads a script. Options that are wrong, or not in the first line, fail it before it runs. */
    static ScriptSource parse(String code) {
        if (code.isBlank()) {
            throw new IllegalArgumentException(
                    "Expected JavaScript source text (non-empty). Provide JS only, optionally"
                            + " with a first line `// @options: {\"max_output_tokens\": 1000}`.");
        }
        var lines = code.split("\n", -1);
        for (int i = 1; i < lines.length; i++) {
            if (lines[i].stripLeading().startsWith(OPTIONS)) {
                throw new IllegalArgumentException(
                        "The // @options: line must be the first line of the input; found one on line " + (i + 1));
            }
        }
        var first = lines[0].strip();
        if (!first.startsWith(OPTIONS)) {
            return new ScriptSource(code, TOKENS, null);
        }
        if (code.substring(lines[0].length()).isBlank()) {
            throw new IllegalArgumentException(
                    "The @options line must be followed by JavaScript source on subsequent lines");
        }
        var options = options(first.substring(OPTIONS.length()).strip());
        double tokens = whole(options, MAX_OUTPUT_TOKENS, TOKENS);
        if (!(tokens >= 0 && tokens <= MOST_EXACT)) {
            throw new IllegalArgumentException(
                    "@options field `max_output_tokens` must be a non-negative safe integer");
        }
        double millis = whole(options, TIMEOUT_MS, 1);
        if (!(millis >= 1 && millis <= Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "@options field `timeout_ms` must be a positive integer up to 2147483647");
        }
        // The line stays, empty, so that errors name the lines that the model wrote.
        return new ScriptSource(
                code.substring(lines[0].length()),
                (int) Math.min(tokens, Integer.MAX_VALUE / 4.0),
                options.has(TIMEOUT_MS) ? Duration.ofMillis((long) millis) : null);
    }

    private static JsonObject options(String json) {
        @Nullable Object options;
        try {
            options = json.isEmpty() ? null : Json.parse(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "@options must be valid JSON with supported fields " + FIELDS + ": " + e.getMessage());
        }
        if (!(options instanceof JsonObject object)) {
            throw new IllegalArgumentException("@options must be a JSON object with supported fields " + FIELDS);
        }
        for (var name : object.names()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("@options only supports " + FIELDS + "; got `" + name + "`");
            }
        }
        return object;
    }

    /** Returns a number without a fraction; NaN for anything else. */
    private static double whole(JsonObject options, String name, double usual) {
        double value = options.has(name) ? options.decimal(name, Double.NaN) : usual;
        return value == Math.rint(value) ? value : Double.NaN;
    }
}

package dev.pawl.ai.http;

import dev.pawl.ai.http.Failure.Kind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Determines from status, code and message of a provider what kind of failure it reports. */
final class FailureWords {
    // In the order they are looked for: who has no money is not helped by waiting, and a rate limit counts tokens, too.
    private static final List<String> QUOTA = List.of(
            "insufficient_quota",
            "insufficient quota",
            "quota exceeded",
            "exceeded your current quota",
            "exceeded your monthly",
            "billing",
            "payment required",
            "credit balance",
            "insufficient credit",
            "insufficient balance",
            "insufficient funds",
            "out of credits",
            "usage limit",
            "usage_limit",
            "spending limit",
            "freeusagelimit");
    private static final List<String> BUSY = List.of("rate limit", "rate_limit", "too many requests", "throttl");
    private static final List<String> OVERFLOW = List.of(
            "prompt is too long",
            "prompt too long",
            "request_too_large",
            "input is too long",
            "context window",
            "context length",
            "context_length",
            "context size",
            "maximum prompt length",
            "exceeds the maximum number of tokens",
            "exceeds the maximum allowed input",
            "input token count",
            "reduce the length of the messages",
            "model token limit",
            "token limit exceeded",
            "too many tokens",
            "range of input length should be",
            "exceeds the limit of");
    private static final List<String> TRANSIENT = List.of(
            "overloaded",
            "server_error",
            "server error",
            "internal error",
            "service unavailable",
            "service_unavailable",
            "unavailable",
            "bad gateway",
            "gateway time",
            "network error",
            "network_error",
            "connection",
            "connect timeout",
            "socket",
            "fetch failed",
            "dns",
            "unknown host",
            "enotfound",
            "eai_again",
            "econnreset",
            "timed out",
            "timeout",
            "terminated",
            "broke off",
            "premature",
            "unexpected end",
            "ended without",
            "stream ended",
            "other side closed",
            "retry your request",
            "try again",
            "resourceexhausted",
            "resource_exhausted",
            "resource exhausted",
            "upstream",
            "at capacity",
            "high demand");
    private static final List<String> AUTH = List.of(
            "invalid api key",
            "invalid x-api-key",
            "invalid_api_key",
            "api key not valid",
            "incorrect api key",
            "no api key",
            "authentication",
            "unauthorized",
            "permission_denied",
            "permission_error",
            "permission denied",
            "forbidden");

    private FailureWords() {}

    static Kind judge(@Nullable Integer status, @Nullable String code, String message) {
        var words = ((code == null ? "" : code + " ") + message).toLowerCase(Locale.ROOT);
        if (status == null) {
            status = statusIn(words);
        }
        int number = status == null ? 0 : status;
        if (number == 402 || any(QUOTA, words)) {
            return Kind.QUOTA;
        }
        if (number == 429 || any(BUSY, words)) {
            return Kind.TRANSIENT;
        }
        if (number == 413 || any(OVERFLOW, words)) {
            return Kind.OVERFLOW;
        }
        if (number == 401 || number == 403) {
            return Kind.AUTH;
        }
        if (number >= 500 || number == 408 || number == 409) {
            return Kind.TRANSIENT;
        }
        // The provider understood and refused: its words about servers and connections are about something else.
        if (number >= 400) {
            return any(AUTH, words) ? Kind.AUTH : Kind.BAD_REQUEST;
        }
        if (any(AUTH, words)) {
            return Kind.AUTH;
        }
        return any(TRANSIENT, words) ? Kind.TRANSIENT : Kind.OTHER;
    }

    /** Returns a status that begins the text, or stands alone in it, as other programs write it: {@code 503 …}. */
    private static @Nullable Integer statusIn(String words) {
        for (int i = 0; i + 3 <= words.length(); i++) {
            boolean begins = i == 0 || !Character.isLetterOrDigit(words.charAt(i - 1));
            boolean ends = i + 3 == words.length() || !Character.isLetterOrDigit(words.charAt(i + 3));
            if (begins && ends && (words.charAt(i) == '4' || words.charAt(i) == '5')) {
                if (Character.isDigit(words.charAt(i + 1)) && Character.isDigit(words.charAt(i + 2))) {
                    return Integer.valueOf(words.substring(i, i + 3));
                }
            }
        }
        return null;
    }

    private static boolean any(List<String> list, String words) {
        return list.stream().anyMatch(words::contains);
    }
}

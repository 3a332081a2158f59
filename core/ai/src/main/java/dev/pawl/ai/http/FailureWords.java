package dev.pawl.ai.http;

import dev.pawl.ai.http.Failure.Kind;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Determines from status, code and message of a provider what kind of failure it reports. */
final class FailureWords {
    // format:off
    // Lower case, with a blank for each _ and -. In the order they are looked for: who has no money is not helped by
    // waiting, and a rate limit counts tokens, too.
    private static final List<String> QUOTA = List.of(
            "insufficient quota", "quota exceeded", "exceeded your current quota", "exceeded your monthly", "billing",
            "payment required", "credit balance", "available balance", "insufficient credit", "insufficient balance",
            "insufficient funds", "out of credits", "out of budget", "usage limit", "usagelimit", "spending limit");
    private static final List<String> BUSY = List.of("rate limit", "ratelimit", "too many requests", "throttl");
    private static final List<String> OVERFLOW = List.of(
            "prompt is too long", "prompt too long", "prompt exceeds max", "request too large", "input is too long",
            "context window", "contextwindow", "context length", "context size", "maximum prompt length",
            "exceeds the maximum number of tokens", "exceeds the maximum allowed input", "input token count",
            "reduce the length of the messages", "model token limit", "token limit exceeded", "too many tokens",
            "range of input length should be", "exceeds the limit of");
    private static final List<String> TRANSIENT = List.of(
            "overloaded", "server error", "server busy", "currently busy", "internal error", "unavailable",
            "bad gateway", "gateway time", "provider returned", "network error", "connection", "connect timeout",
            "socket", "fetch failed", "failed, reason:", "getaddrinfo", "dns", "unknown host", "enotfound", "eai again",
            "econnreset", "reset before", "timed out", "timeout", "terminated", "stream was interrupted", "broke off",
            "disconnected", "premature", "unexpected end", "ended without", "stream ended", "stream failed",
            "stream has been canceled", "did not get a response", "other side closed", "retry your request",
            "try your request again", "try again", "retry delay", "resourceexhausted", "resource exhausted", "upstream",
            "at capacity", "high demand");
    private static final List<String> AUTH = List.of(
            "invalid api key", "invalid x api key", "api key not valid", "incorrect api key", "no api key",
            "authentication", "unauthorized", "permission denied", "permission error", "forbidden");

    /** Zhipu and Z.ai name a limit that lasts for hours by a number alone. */
    private static final Pattern QUOTA_CODE = Pattern.compile("(^|\"code\"\\s*:\\s*\"?)1308(?!\\d)");
    // format:on

    private FailureWords() {}

    static Kind judge(@Nullable Integer status, @Nullable String code, String message) {
        var words = ((code == null ? "" : code + " ") + message)
                .toLowerCase(Locale.ROOT)
                .replace('_', ' ')
                .replace('-', ' ');
        if (status == null) {
            status = statusIn(words);
        }
        int number = status == null ? 0 : status;
        if (number == 402 || any(QUOTA, words) || QUOTA_CODE.matcher(words).find()) {
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

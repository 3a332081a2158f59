package dev.pawl.ai.http;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why a model did not answer, and whether asking again can help.
 *
 * @param status the HTTP status, if the provider answered with one
 * @param retryAfter how long the provider asks to wait
 */
public record Failure(
        Kind kind,
        String message,
        @Nullable Integer status,
        @Nullable Duration retryAfter) {
    /** The kind of a failure, by what can be done about it. */
    public enum Kind {
        /** It may work in a moment: overload, rate limit, network. */
        TRANSIENT,
        /** The account has no money or no allowance left. */
        QUOTA,
        /** The conversation does not fit into the model's window. */
        OVERFLOW,
        /** The key is missing, wrong, or not allowed to do this. */
        AUTH,
        /** The provider does not accept the request as it is. */
        BAD_REQUEST,
        /** Anything else. */
        OTHER;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the failure of an answer; null if it is none. Answers of other programs are judged by their words. */
    public static @Nullable Failure of(Message.Assistant answer) {
        if (answer.stopReason() != StopReason.ERROR) {
            return null;
        }
        var message = answer.errorMessage() == null ? "" : answer.errorMessage();
        var kept = answer.extra().object("failure");
        for (var kind : Kind.values()) {
            if (kind.wire().equals(kept.string("kind"))) {
                return new Failure(
                        kind,
                        message,
                        kept.has("status") ? kept.integer("status", 0) : null,
                        kept.has("retryAfterMs") ? Duration.ofMillis(kept.number("retryAfterMs", 0)) : null);
            }
        }
        return new Failure(FailureWords.judge(null, null, message), message, null, null);
    }

    public boolean isTransient() {
        return kind == Kind.TRANSIENT;
    }

    public boolean isOverflow() {
        return kind == Kind.OVERFLOW;
    }

    /** Returns the field {@code failure} that an answer keeps. */
    public JsonObject toJson() {
        var json = JsonObject.empty().with("kind", kind.wire());
        json = json.given("status", status);
        json = retryAfter == null ? json : json.with("retryAfterMs", retryAfter.toMillis());
        return JsonObject.empty().with("failure", json);
    }
}

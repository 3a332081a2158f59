package dev.pawl.ai.http;

import dev.pawl.ai.http.Failure.Kind;
import dev.pawl.ai.wire.AnswerTooLarge;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.base.FailureText;
import dev.pawl.base.Words;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Words for what went wrong between us and a provider: which model, what happened, what to do. */
final class Failures {
    private static final int LONGEST = 64 * 1024;

    private Failures() {}

    static Failure unknownApi(Model model) {
        return failure(
                model,
                Kind.BAD_REQUEST,
                "unknown api \"" + model.api() + "\"; known are " + String.join(", ", Wires.names())
                        + ". Mend the field api of the model or its provider in models.json.");
    }

    static Failure lacking(Model model, String sentence) {
        return failure(model, Kind.BAD_REQUEST, sentence);
    }

    static Failure badAddress(Model model, String address) {
        return failure(
                model,
                Kind.BAD_REQUEST,
                "\"" + address + "\" is no address of the form http://host/path or https://host/path."
                        + " Mend the field baseUrl of the provider \"" + model.provider() + "\".");
    }

    static Failure badHeader(Model model, String name) {
        return failure(
                model,
                Kind.AUTH,
                "the header " + name + " holds a line break or another character that cannot be sent. Check the key"
                        + " of the provider \"" + model.provider() + "\" (or what a hook put into that header).");
    }

    static Failure unreadable(Model model, String data) {
        return failure(
                model,
                Kind.TRANSIENT,
                "the stream held something that is not JSON, and the answer broke off: " + excerpt(data));
    }

    static Failure brokeOff(Model model) {
        return failure(
                model,
                Kind.TRANSIENT,
                "the connection to " + model.baseUrl() + " broke off in the middle of the answer.");
    }

    static Failure tooLarge(Model model, AnswerTooLarge problem) {
        return failure(model, Kind.BAD_REQUEST, String.valueOf(problem.getMessage()));
    }

    static Failure ofStream(Model model, ProviderError error) {
        var message = String.valueOf(error.getMessage());
        var text = error.code() == null || message.contains(error.code()) ? message : error.code() + ": " + message;
        return failure(model, FailureWords.judge(null, error.code(), message), text);
    }

    /** A connection that did not come about, or broke. */
    static Failure of(Model model, Exception problem) {
        var host = model.baseUrl();
        // A connection that did not come about has the reason inside.
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
                return failure(
                        model,
                        Kind.TRANSIENT,
                        "unknown host: " + host + " was not found. Check the network, and the field baseUrl.");
            }
        }
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                return failure(
                        model,
                        Kind.OTHER,
                        "no trusted TLS with " + host + because(cause.getMessage())
                                + ". Check its certificate, the machine's clock, and whether the address is https.");
            }
            if (cause instanceof HttpTimeoutException) {
                return failure(
                        model, Kind.TRANSIENT, "timed out: " + cause.getMessage() + " (setting httpIdleTimeoutMs).");
            }
            if (cause instanceof ProtocolException) {
                return failure(
                        model,
                        Kind.TRANSIENT,
                        host + " answered something that is no HTTP" + because(cause.getMessage()) + ".");
            }
            if (cause instanceof ConnectException) {
                return failure(
                        model,
                        Kind.TRANSIENT,
                        "no connection to " + host + ". "
                                + (isNear(host)
                                        ? "Is the server running there? Check the field baseUrl."
                                        : "Check the network, and the proxy if there is one."));
            }
        }
        return problem instanceof IOException ? brokeOff(model) : failure(model, Kind.OTHER, FailureText.of(problem));
    }

    /** Returns a response that is not a stream. */
    static Failure refused(Model model, Http.Reply reply, Duration idle) throws IOException, InterruptedException {
        var body = reply.body().text(LONGEST, idle);
        int status = reply.status();
        var json = json(body);
        var text = json == null ? null : message(json);
        if (status >= 300 && status < 400) {
            return failure(
                    model,
                    Kind.BAD_REQUEST,
                    status + ": the provider sends us elsewhere ("
                            + reply.headers().getOrDefault("location", "?")
                            + "), where no key is taken. Mend the field baseUrl of \"" + model.provider() + "\".");
        }
        if (text == null && body.stripLeading().startsWith("<")) {
            var kind = status < 400 ? Kind.BAD_REQUEST : FailureWords.judge(status, null, "");
            return failure(
                    model,
                    kind,
                    status + ": a web page came back instead of an answer. Does the field baseUrl (" + model.baseUrl()
                            + ") name the API?");
        }
        var words = text == null ? (body.isBlank() ? "no text" : excerpt(body)) : text;
        var code = json == null ? null : code(json);
        var kind = status < 300 ? FailureWords.judge(null, code, words) : FailureWords.judge(status, code, words);
        return new Failure(
                kind,
                model.reference() + ": " + status + " " + words + advice(model, kind),
                status,
                RetryAfter.of(reply.headers()));
    }

    private static String advice(Model model, Kind kind) {
        return switch (kind) {
            case AUTH ->
                " — the key of \"" + model.provider() + "\" was not accepted: check it (/login, auth.json, models.json"
                        + " or the environment).";
            case QUOTA -> " — the account has nothing left for this; asking again does not help.";
            case TRANSIENT, OVERFLOW, BAD_REQUEST, OTHER -> "";
        };
    }

    private static Failure failure(Model model, Kind kind, String words) {
        return new Failure(kind, model.reference() + ": " + words, null, null);
    }

    private static @Nullable JsonObject json(String body) {
        try {
            var value = Json.parse(body);
            // One provider wraps its error in a list.
            if (value instanceof List<?> list && !list.isEmpty()) {
                value = list.getFirst();
            }
            return value instanceof JsonObject object ? object : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable String message(JsonObject json) {
        var error = json.get("error");
        if (error instanceof String text) {
            return text;
        }
        var inner = error instanceof JsonObject object ? object : json;
        for (var name : List.of("message", "detail", "error", "msg")) {
            if (inner.string(name) != null) {
                return inner.string(name);
            }
        }
        return error instanceof JsonObject object ? excerpt(object.toString()) : null;
    }

    private static @Nullable String code(JsonObject json) {
        var error = json.object("error");
        var type = error.string("type");
        var code = error.string("code");
        var status = error.string("status");
        var words =
                (type == null ? "" : type + " ") + (code == null ? "" : code + " ") + (status == null ? "" : status);
        return words.isBlank() ? null : words.strip();
    }

    /** Returns whether an address is one of this machine or of a local network, where users run their own servers. */
    private static boolean isNear(String address) {
        return address.matches(
                "https?://(localhost|127\\.|10\\.|192\\.168\\.|172\\.(1[6-9]|2\\d|3[01])\\.|0\\.0\\.0\\.0|\\[|[^/.:]+(:|/|$)|[^/:]+\\.(local|lan|internal)\\b).*");
    }

    private static String because(@Nullable String why) {
        return why == null || why.isBlank() ? "" : " (" + why + ")";
    }

    private static String excerpt(String text) {
        return Words.excerpt(text.strip(), 500);
    }
}

package dev.pawl.ai.http;

import dev.pawl.accounts.secret.SecretMask;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.AnswerTooLarge;
import dev.pawl.ai.wire.EncodedMessages;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a model: one request out, a stream in, one answer at the end.
 *
 * <p>Whatever goes wrong is an answer too, with what had come until then; so is being interrupted.
 */
public final class ModelCall implements Caller {
    private final Http http;
    private final CallSettings settings;
    private final InstantSource clock;
    private final EncodedMessages encoded = new EncodedMessages();

    public ModelCall(Http http, CallSettings settings, InstantSource clock) {
        this.http = http;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public Message.Assistant ask(Target target, ModelRequest request, Exchange exchange, Consumer<ModelEvent> events) {
        var answer = new AnswerBuilder(target.model(), clock.millis(), ModelCall::freshId, events);
        try {
            var answerer = target.answerer();
            if (answerer != null) {
                return answered(target, answerer, request, events);
            }
            var wire = Wires.of(target);
            if (wire == null) {
                throw new Refused(Failures.unknownApi(target.model()));
            }
            stream(target, wire, Questions.of(target.model(), request, encoded), exchange, answer);
            return answer.finish();
        } catch (InterruptedException e) {
            return answer.fail(StopReason.ABORTED, "Request aborted.", JsonObject.empty());
        } catch (Refused e) {
            return fail(target, answer, e.failure());
        } catch (ProviderError e) {
            return fail(target, answer, Failures.ofStream(target.model(), e));
        } catch (AnswerTooLarge e) {
            return fail(target, answer, Failures.tooLarge(target.model(), e));
        } catch (IOException | RuntimeException e) {
            return fail(target, answer, Failures.of(target.model(), e));
        }
    }

    /** The outcome of a hook that answers requests itself: an answer, or a failure, reported on the hook's thread. */
    private record Outcome(
            Message.@Nullable Assistant answer, @Nullable Failure failure) {}

    private static Message.Assistant answered(
            Target target, ProviderConfig.Answerer answerer, ModelRequest request, Consumer<ModelEvent> events)
            throws IOException, InterruptedException, Refused {
        var gate = new Gate(events);
        try {
            var outcome = HookCode.call(
                    "answer of " + target.model().reference(),
                    () -> {
                        try {
                            return new Outcome(answerer.answer(target.model(), request, gate), null);
                        } catch (IOException | RuntimeException e) {
                            return new Outcome(null, Failures.of(target.model(), e));
                        }
                    },
                    null);
            var failure = outcome.failure();
            if (failure != null) {
                throw new Refused(failure);
            }
            var answer = outcome.answer();
            if (answer == null) {
                throw new IOException(
                        "the hook that answers for " + target.model().reference() + " answered nothing");
            }
            return answer;
        } finally {
            gate.close();
        }
    }

    /** Lets events through until no caller waits for the answer any more. */
    private static final class Gate implements Consumer<ModelEvent> {
        private final Consumer<ModelEvent> events;
        private volatile boolean closed;

        Gate(Consumer<ModelEvent> events) {
            this.events = events;
        }

        @Override
        public void accept(ModelEvent event) {
            if (!closed) {
                events.accept(event);
            }
        }

        void close() {
            closed = true;
        }
    }

    private void stream(Target target, Wire wire, Question question, Exchange exchange, AnswerBuilder answer)
            throws IOException, InterruptedException, Refused, ProviderError {
        var lacking = wire.lacking(question);
        if (lacking != null) {
            throw new Refused(Failures.lacking(target.model(), lacking));
        }
        var headers = headers(target, wire, question, exchange);
        var body = exchange.body(wire.body(question));
        var bytes = Json.writeUtf8(body);
        var address = address(target, wire, question);
        for (int attempt = 1; ; attempt++) {
            var failure = attempt(target, wire, question, exchange, answer, address, headers, bytes);
            if (failure == null) {
                return;
            }
            var delay = delay(failure, attempt);
            if (delay == null) {
                throw new Refused(failure);
            }
            Thread.sleep(delay);
        }
    }

    /** One try; what it fails with before the answer began, null if the answer is complete. */
    private @Nullable Failure attempt(
            Target target,
            Wire wire,
            Question question,
            Exchange exchange,
            AnswerBuilder answer,
            URI address,
            Map<String, String> headers,
            byte[] bytes)
            throws IOException, InterruptedException, ProviderError, Refused {
        Http.Reply response;
        try {
            response = http.post(address, signed(target, address, headers, bytes), bytes, settings.idleTimeout());
        } catch (IOException e) {
            return Failures.of(target.model(), e);
        }
        try (var reply = response) {
            exchange.response(reply.status(), reply.headers());
            if (reply.status() != 200 || !isStream(reply)) {
                return Failures.refused(target.model(), reply, settings.idleTimeout());
            }
            read(wire, wire.reader(question, answer), exchange, reply, target);
            return null;
        }
    }

    private void read(Wire wire, StreamReader reader, Exchange exchange, Http.Reply reply, Target target)
            throws IOException, InterruptedException, ProviderError, Refused {
        var stream = new EventStream(target.model(), reader, wire.framing(), exchange);
        for (var piece = reply.body().next(settings.idleTimeout());
                piece != null;
                piece = reply.body().next(settings.idleTimeout())) {
            for (var buffer : piece) {
                stream.feed(buffer);
            }
        }
        stream.end();
    }

    /** Servers that are asked to stream and send no stream send another message. */
    private static boolean isStream(Http.Reply reply) {
        var type = reply.headers().getOrDefault("content-type", "text/event-stream");
        return !type.startsWith("text/html") && !type.startsWith("application/json");
    }

    private Map<String, String> headers(Target target, Wire wire, Question question, Exchange exchange)
            throws InterruptedException, Refused {
        var headers = new LinkedHashMap<String, String>();
        headers.put("content-type", "application/json");
        headers.put("accept", "text/event-stream");
        headers.put("user-agent", "pawl");
        var key = target.key();
        var own = key == null ? wire.headers(question) : wire.headers(question, key.value());
        own.forEach((name, value) -> Headers.put(headers, name, value));
        target.headers().forEach((name, value) -> Headers.put(headers, name, value));
        var changed = new LinkedHashMap<>(exchange.headers(Map.copyOf(headers)));
        if (key != null) {
            var credentials = target.authHeader()
                    ? Map.entry("authorization", "Bearer " + key.value())
                    : wire.credentials(key.value());
            if (!Headers.has(changed, credentials.getKey())) {
                changed.put(credentials.getKey(), credentials.getValue());
            }
        }
        var flaw = Headers.flaw(changed);
        if (flaw != null) {
            throw new Refused(Failures.badHeader(target.model(), flaw));
        }
        return changed;
    }

    /** Signed for every try, as a signature holds for a few minutes only. */
    private Map<String, String> signed(Target target, URI address, Map<String, String> headers, byte[] body) {
        var signer = target.signer();
        if (signer == null || Headers.has(headers, "authorization")) {
            return headers;
        }
        var all = new LinkedHashMap<>(headers);
        signer.headers(address, Headers.get(headers, "content-type"), body, clock.instant())
                .forEach((name, value) -> Headers.put(all, name, value));
        return all;
    }

    private static URI address(Target target, Wire wire, Question question) throws Refused {
        var address = wire.address(question);
        try {
            var uri = URI.create(address);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new Refused(Failures.badAddress(target.model(), address));
    }

    /** Returns how long to wait before the next try; null if there is to be none. */
    private @Nullable Duration delay(Failure failure, int attempt) {
        if (attempt > settings.maxRetries() || !failure.isTransient()) {
            return null;
        }
        var asked = failure.retryAfter();
        var delay = asked != null ? asked : Duration.ofMillis(500L << Math.min(attempt - 1, 6));
        boolean tooLong = !settings.maxRetryDelay().isZero() && delay.compareTo(settings.maxRetryDelay()) > 0;
        return tooLong ? null : delay;
    }

    private static Message.Assistant fail(Target target, AnswerBuilder answer, Failure failure) {
        // A provider may repeat a secret in its message; it must not be shown.
        var secrets = new LinkedHashMap<>(target.headers());
        var signer = target.signer();
        if (signer != null) {
            secrets.putAll(signer.secrets());
        }
        var mask = SecretMask.of(target.key(), secrets, target.model().baseUrl());
        var message = mask.masked(failure.message());
        return answer.fail(StopReason.ERROR, message, failure.toJson());
    }

    private static String freshId() {
        return "call_" + Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
    }
}

package dev.pawl.ai.http;

import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The way from the bytes of a response to the answer: events, their JSON, listeners, and the wire's reader. */
final class EventStream {
    private final Model model;
    private final StreamReader reader;
    private final Exchange exchange;
    private final boolean watched;
    private final SseParser parser;

    EventStream(Model model, StreamReader reader, Exchange exchange) {
        this.model = model;
        this.reader = reader;
        this.exchange = exchange;
        this.watched = exchange.hearsEvents();
        this.parser = new SseParser(this::event);
    }

    void feed(ByteBuffer piece) throws InterruptedException, ProviderError, Refused {
        try {
            parser.feed(piece);
        } catch (InterruptedException | ProviderError | Refused | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing more will come; an answer that is not complete has broken off. */
    void end() throws InterruptedException, ProviderError, Refused {
        try {
            parser.end();
        } catch (InterruptedException | ProviderError | Refused | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        reader.end();
        if (!reader.complete()) {
            throw new Refused(Failures.brokeOff(model));
        }
    }

    private void event(@Nullable String name, byte[] data, int from, int length)
            throws InterruptedException, ProviderError, Refused {
        if (isDone(data, from, length)) {
            return;
        }
        var event = json(data, from, length);
        if (watched) {
            exchange.event(event);
        }
        reader.event(name, event);
    }

    private JsonObject json(byte[] data, int from, int length) throws Refused {
        try {
            if (Json.parse(data, from, length) instanceof JsonObject event) {
                return event;
            }
        } catch (IllegalArgumentException e) {
            // Told below, without the parser's words.
        }
        throw new Refused(Failures.unreadable(model, new String(data, from, length, StandardCharsets.UTF_8)));
    }

    /** {@code [DONE]} is how some say that nothing more will come. */
    private static boolean isDone(byte[] data, int from, int length) {
        return length == 6 && data[from] == '[' && data[from + 1] == 'D';
    }
}

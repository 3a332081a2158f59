package dev.pawl.ai.http;

import dev.pawl.ai.wire.Framing;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The way from the bytes of a response to the answer: events, their JSON, listeners, and the wire's reader. */
final class EventStream {
    /** Cuts bytes, given in pieces of any size, into events. */
    interface Frames {
        void feed(ByteBuffer piece) throws Exception;

        /** Nothing more will come. */
        void end() throws Exception;
    }

    private final Model model;
    private final StreamReader reader;
    private final Exchange exchange;
    private final boolean watched;
    private final Frames parser;

    EventStream(Model model, StreamReader reader, Framing framing, Exchange exchange) {
        this.model = model;
        this.reader = reader;
        this.exchange = exchange;
        this.watched = exchange.hearsEvents();
        this.parser = framing == Framing.AMAZON ? new AmazonFrames(this::event) : new SseParser(this::event);
    }

    void feed(ByteBuffer piece) throws IOException, InterruptedException, ProviderError, Refused {
        try {
            parser.feed(piece);
        } catch (InterruptedException | ProviderError | Refused | IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing more will come; an answer that is not complete has broken off. */
    void end() throws IOException, InterruptedException, ProviderError, Refused {
        try {
            parser.end();
        } catch (InterruptedException | ProviderError | Refused | IOException | RuntimeException e) {
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
            // Reported below, without the parser's message.
        }
        throw new Refused(Failures.unreadable(model, new String(data, from, length, StandardCharsets.UTF_8)));
    }

    /** {@code [DONE]} marks the end of the stream at some providers. */
    private static boolean isDone(byte[] data, int from, int length) {
        return length == 6 && data[from] == '[' && data[from + 1] == 'D';
    }
}

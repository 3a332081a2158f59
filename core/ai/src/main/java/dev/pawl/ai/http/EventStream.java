package dev.pawl.ai.http;

import dev.pawl.ai.wire.AnswerTooLarge;
import dev.pawl.ai.wire.Framing;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.base.ServerSentEvents;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The way from the bytes of a response to the answer: events, their JSON, listeners, and the wire's reader. */
final class EventStream {
    /** An event of this size is none, and neither is a stream that continues after so many bytes. */
    private static final int LARGEST = 16 << 20;

    private static final long LONGEST = 128L << 20;

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
    private long fed;

    EventStream(Model model, StreamReader reader, Framing framing, Exchange exchange) {
        this.model = model;
        this.reader = reader;
        this.exchange = exchange;
        this.watched = exchange.wantsStreamEvents();
        this.parser = framing == Framing.AMAZON ? new AmazonFrames(this::event) : new Lines(this::event);
    }

    /** Events in lines of text. */
    private static final class Lines implements Frames {
        private final ServerSentEvents events;

        Lines(ServerSentEvents.Sink sink) {
            this.events = new ServerSentEvents(
                    LARGEST, () -> new AnswerTooLarge("an event of more than " + (LARGEST >> 20) + " MiB"), sink);
        }

        @Override
        public void feed(ByteBuffer piece) throws Exception {
            if (piece.hasArray()) {
                events.feed(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
            } else {
                var bytes = new byte[piece.remaining()];
                piece.get(bytes);
                events.feed(bytes, 0, bytes.length);
            }
        }

        @Override
        public void end() throws Exception {
            events.end();
        }
    }

    void feed(ByteBuffer piece) throws IOException, InterruptedException, ProviderError, Refused {
        fed += piece.remaining();
        if (fed > LONGEST) {
            throw new AnswerTooLarge("more than " + (LONGEST >> 20) + " MiB");
        }
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

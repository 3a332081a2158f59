package dev.pawl.ai.http;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads the recorded bytes of a provider's stream as if they came in now, in pieces of some size. */
public final class RecordedStream {
    private RecordedStream() {}

    /** Returns the answer that the bytes are; a stream that fails is a failed answer. */
    public static Message.Assistant read(Model model, byte[] bytes, int piece, Consumer<ModelEvent> events)
            throws InterruptedException {
        var wire = Wires.of(Target.of(model, null, false, Map.of()));
        if (wire == null) {
            throw new IllegalArgumentException(Failures.unknownApi(model).message());
        }
        var answer = new AnswerBuilder(model, 0, () -> "call", events);
        var reader = wire.reader(Questions.of(model, ModelRequest.of(List.of())), answer);
        var stream = new EventStream(model, reader, wire.framing(), Exchange.PLAIN);
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                stream.feed(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
            }
            stream.end();
            return answer.finish();
        } catch (Refused e) {
            return answer.fail(
                    StopReason.ERROR, e.failure().message(), e.failure().toJson());
        } catch (ProviderError | IOException e) {
            return answer.fail(StopReason.ERROR, String.valueOf(e.getMessage()), JsonObject.empty());
        }
    }
}

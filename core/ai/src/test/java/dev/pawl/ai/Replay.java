package dev.pawl.ai;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.model.ModelEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A recorded stream, read by a wire, and what its listener was told. */
@SuppressWarnings("exports") // Tests of the wires stand in packages that nobody else sees.
public final class Replay {
    private final List<ModelEvent> events = new ArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final AnswerBuilder answer;
    private final StreamReader reader;

    public Replay(Wire wire, Question question) {
        answer = new AnswerBuilder(question.model(), 1, () -> "made_" + ids.incrementAndGet(), events::add);
        reader = wire.reader(question, answer);
    }

    /** Takes in the data of events, one a line. */
    public Replay data(String lines) throws ProviderError {
        for (var line : lines.lines().filter(line -> !line.isBlank()).toList()) {
            reader.event(null, JsonObject.parse(line));
        }
        return this;
    }

    public Replay event(String name, String data) throws ProviderError {
        reader.event(name, JsonObject.parse(data));
        return this;
    }

    public boolean complete() {
        return reader.complete();
    }

    public AnswerBuilder answer() {
        return answer;
    }

    public Message.Assistant finish() {
        return answer.finish();
    }

    public List<ModelEvent> events() {
        return events;
    }

    /** The steps as {@code text_delta 0 Hello}, ends with the whole: {@code text_end 0 Hello there}. */
    public List<String> steps() {
        var steps = new ArrayList<String>();
        for (var event : events) {
            if (event instanceof ModelEvent.Piece(_, var step)) {
                steps.add(words(step));
            }
        }
        return steps;
    }

    private static String words(StreamDelta step) {
        var call = step.toolCall();
        var rest = call == null ? step.delta() : call.id() + " " + call.name() + " " + call.arguments();
        return (step.kind().wire() + " " + step.contentIndex() + " " + rest).strip();
    }
}

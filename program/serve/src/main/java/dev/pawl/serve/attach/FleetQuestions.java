package dev.pawl.serve.attach;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.Ui;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.Question;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Has the user of a client answer what a session of a fleet asks. */
public final class FleetQuestions implements AutoCloseable {
    private final AttachedSession session;
    private final Ui ui;
    private @Nullable String shown;
    private @Nullable Thread asking;
    private boolean closed;

    public FleetQuestions(AttachedSession session, Ui ui) {
        this.session = session;
        this.ui = ui;
    }

    /** What the session asks now; null for nothing. A question that was answered elsewhere is taken back. */
    public synchronized void show(@Nullable Question question) {
        var key = question == null ? null : question.key();
        if (closed || Objects.equals(key, shown)) {
            return;
        }
        takeBack();
        shown = key;
        if (question != null) {
            asking = Thread.ofVirtual().name("fleet question").start(() -> ask(question));
        }
    }

    private void takeBack() {
        if (asking != null) {
            asking.interrupt();
            asking = null;
        }
    }

    private void ask(Question question) {
        try {
            send(question, answer(question));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // It was answered elsewhere, or is asked again when the engine is there.
        }
    }

    private JsonObject answer(Question question) throws InterruptedException {
        return switch (question.kind()) {
            case "confirm" ->
                JsonObject.of("confirmed", ui.confirm(question.title(), question.message(), DialogOptions.NONE));
            case "select" ->
                value(ui.select(question.title(), question.options(), DialogOptions.NONE)
                        .orElse(null));
            case "input" ->
                value(ui.input(question.title(), question.message(), DialogOptions.NONE)
                        .orElse(null));
            default -> value(ui.editor(question.title(), question.message()).orElse(null));
        };
    }

    private static JsonObject value(@Nullable String value) {
        return value == null ? JsonObject.of("cancelled", true) : JsonObject.of("value", value);
    }

    /** A dialog that ended because its client is gone is not an answer. */
    private synchronized void send(Question question, JsonObject answer) throws IOException {
        if (!closed && question.key().equals(shown)) {
            session.answer(question, answer);
        }
    }

    /** From now on nothing is asked, and nothing counts as an answer. */
    @Override
    public synchronized void close() {
        closed = true;
        takeBack();
    }
}

package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.Question;
import dev.pawl.start.attach.SessionState;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/** A session of a fleet for a client that is attached to it: what the client sends goes into the inbox. */
record EngineSession(Durable engine, String id) implements AttachedSession {
    @Override
    public SessionState state() throws IOException {
        return engine.find(id);
    }

    @Override
    public List<String> lines(int from) throws IOException {
        return engine.lines(id, from);
    }

    @Override
    public void prompt(String text) throws IOException {
        engine.send(id, Input.prompt(UUID.randomUUID().toString(), text));
    }

    @Override
    public void answer(Question question, JsonObject answer) throws IOException {
        engine.send(id, Input.answer(UUID.randomUUID().toString(), question.key(), answer));
    }

    @Override
    public void cancel() throws IOException {
        engine.send(id, Input.cancel(UUID.randomUUID().toString()));
    }
}

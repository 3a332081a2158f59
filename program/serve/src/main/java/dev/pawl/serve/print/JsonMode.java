package dev.pawl.serve.print;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.EventJson;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.StandardOutput;
import dev.pawl.cli.Streams;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.serve.driven.SlowWatch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes what happens as lines of JSON: first the session's header, then every event. */
final class JsonMode implements OneShot {
    private final Agent agent;
    private final Entry.Header header;
    private final Streams streams;
    private boolean begun;
    private boolean closed;

    JsonMode(Agent agent, Entry.Header header, Streams streams) {
        this.agent = agent;
        this.header = header;
        this.streams = streams;
    }

    @Override
    public void onEvent(AgentEvent event) {
        var json = EventJson.of(event);
        if (json != null && isOpen() && !send(json)) {
            // The rest of the output has no reader.
            agent.signalAbort();
        }
    }

    /** A handler or command takes long: without this, a reader would not know why nothing comes. */
    void slow(Waiting waiting) {
        if (isOpen()) {
            send(SlowWatch.event(waiting, NoticePrinter.END_BY_KEY));
        }
    }

    @Override
    public int run(List<Step> steps, Consumer<@Nullable String> onPrompt) throws InterruptedException {
        boolean open = begin();
        for (var step : steps) {
            if (open && !agent.isClosed()) {
                onPrompt.accept(step.words());
                step.action().run();
                onPrompt.accept(null);
                agent.waitForIdle();
                open = isOpen();
            }
        }
        if (!open) {
            var why = StandardOutput.problem(streams.out());
            streams.err()
                    .println("pawl: " + (why == null ? "standard output was closed" : why) + ", so the run was ended");
        }
        return open ? 0 : 1;
    }

    private synchronized boolean isOpen() {
        return !closed;
    }

    /** The header comes with the first event or the first prompt: a start that fails leaves standard output empty. */
    private synchronized boolean begin() {
        if (!begun) {
            begun = true;
            write(header.toJson());
        }
        return !closed;
    }

    private synchronized boolean send(JsonObject json) {
        if (begin()) {
            write(json);
        }
        return !closed;
    }

    /** Blocks while the output is not read, and the agent with it. */
    private void write(JsonObject json) {
        var line = (json + "\n").getBytes(StandardCharsets.UTF_8);
        streams.out().write(line, 0, line.length);
        closed = streams.out().checkError();
    }
}

package dev.pawl.app.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.app.cli.Streams;
import dev.pawl.durable.Durable;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.time.Duration;

/** Prints a session of a fleet as it goes on, until it rests, waits or fails. */
final class Attached {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int SHOWN = 200;

    private final Durable engine;
    private final String session;
    private final Streams streams;

    Attached(Durable engine, String session, Streams streams) {
        this.engine = engine;
        this.session = session;
        this.streams = streams;
    }

    int follow() throws IOException, InterruptedException {
        int shown = 1;
        while (true) {
            var state = engine.find(session);
            var lines = engine.lines(session, shown);
            lines.forEach(this::print);
            shown += lines.size();
            streams.out().flush();
            if (shown < state.lines()) {
                continue;
            }
            switch (state.phase()) {
                case IDLE -> {
                    return 0;
                }
                case WAITING -> {
                    var question = state.question();
                    streams.out()
                            .println(Untrusted.text(question == null ? "It waits" : FleetCommand.words(question))
                                    + "\nAnswer with: pawl fleet approve " + session);
                    return 0;
                }
                case FAILED -> {
                    streams.err().println("pawl: session " + session + " failed: " + state.problem());
                    return 1;
                }
                default -> Thread.sleep(LOOK);
            }
        }
    }

    private void print(String line) {
        if (!(Entry.from(JsonObject.parse(line)) instanceof Entry.MessageEntry(_, var message, _))) {
            return;
        }
        switch (message) {
            case Message.User user -> say("> " + user.content().text());
            case Message.Assistant answer -> {
                if (!answer.text().isBlank()) {
                    say(answer.text());
                }
                for (var call : answer.toolCalls()) {
                    say("* " + call.name() + " " + cut(call.arguments().toString()));
                }
                if (answer.errorMessage() != null) {
                    say("! " + answer.errorMessage());
                }
            }
            case Message.ToolResult result -> say("  " + cut(firstText(result)));
            default -> {}
        }
    }

    private static String firstText(Message.ToolResult result) {
        return result.content().stream()
                .map(content -> content instanceof Content.Text text ? text.text() : "")
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("")
                .lines()
                .findFirst()
                .orElse("");
    }

    private static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }

    private void say(String text) {
        streams.out().println(Untrusted.text(text));
    }
}

package dev.pawl.commands.hooks;

import dev.pawl.api.json.JsonMistake;
import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.start.ForeignHookFiles;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the hooks of other agents for one event, without a session, and prints what each of them answered. */
public final class HookTestCommand {
    private static final int MOST = 10 << 20;

    private HookTestCommand() {}

    /** Reads the event from standard input; 2 if a hook blocks, as the hook itself would end. */
    public static int run(ForeignHookFiles files, List<String> words, Streams streams)
            throws IOException, InterruptedException {
        if (words.size() != 1) {
            throw Refusal.ofArguments("hooks test needs one event, and its fields as JSON on standard input: "
                    + "pawl hooks test PreToolUse < payload.json");
        }
        var payload = payload(new String(streams.in().readNBytes(MOST), StandardCharsets.UTF_8));
        var trials = files.test(words.getFirst(), payload);
        if (trials.isEmpty()) {
            streams.out().println("No hook is meant by this " + words.getFirst() + ".");
        }
        boolean blocked = false;
        for (var trial : trials) {
            streams.out().println(trial.where());
            print("command", trial.command(), streams.out());
            print("result", trial.result() + ", " + trial.millis() + " ms", streams.out());
            print("decision", trial.decision(), streams.out());
            print("output", trial.output(), streams.out());
            print("error", trial.error(), streams.out());
            blocked |= trial.decision().startsWith("block");
        }
        return blocked ? 2 : 0;
    }

    private static JsonObject payload(String text) {
        try {
            return text.isBlank() ? JsonObject.empty() : JsonObject.parse(text);
        } catch (JsonMistake e) {
            throw Refusal.ofArguments("the event on standard input is not a JSON object: " + e.sentence());
        }
    }

    private static void print(String what, String text, PrintStream out) {
        if (!text.isBlank()) {
            out.printf("    %-9s %s%n", what, Untrusted.text(text.strip()).replace("\n", "\n              "));
        }
    }
}

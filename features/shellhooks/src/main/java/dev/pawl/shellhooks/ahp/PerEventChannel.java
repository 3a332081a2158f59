package dev.pawl.shellhooks.ahp;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A program that is started for each event: it reads one message to the end of its input and writes at most one. */
final class PerEventChannel implements Channel {
    private final Program program;

    PerEventChannel(Program program) {
        this.program = program;
    }

    @Override
    public @Nullable Denial ask(Event event, Deadline deadline) throws BackendFailure, InterruptedException {
        var output = run(event.request(), deadline);
        int end = output.length > 0 && output[output.length - 1] == '\n' ? output.length - 1 : output.length;
        if (end == 0) {
            throw new BackendFailure("wrote no answer");
        }
        var reply = Reply.parse(Arrays.copyOf(output, end));
        if (!reply.id().equals(event.id())) {
            throw new BackendFailure("answered another request than the one that was sent");
        }
        return reply.denial();
    }

    @Override
    public void tell(Event event, Deadline deadline) throws BackendFailure, InterruptedException {
        run(event.notification(), deadline);
    }

    /** Its exit code decides nothing: every other than 0 is a failure. */
    private byte[] run(JsonObject message, Deadline deadline) throws BackendFailure, InterruptedException {
        var line = Json.writeUtf8(message);
        var input = Arrays.copyOf(line, line.length + 1);
        input[line.length] = '\n';
        PipedPrograms.Ended ended;
        try {
            ended = program.programs()
                    .run(new PipedPrograms.Run(
                            program.words().get(), program.cwd(), Map.of(), input, deadline.left(), LARGEST));
        } catch (IOException e) {
            throw new BackendFailure("cannot be started: " + e.getMessage());
        }
        if (ended.overtime()) {
            throw deadline.missed();
        }
        if (ended.flooded()) {
            throw new BackendFailure("wrote more than " + (LARGEST >> 20) + " MiB and was ended");
        }
        if (ended.exit() != 0) {
            throw new BackendFailure("ended with exit code " + ended.exit());
        }
        return ended.output();
    }

    @Override
    public void close() {
        // Nothing runs between events.
    }
}

package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.LoudProgram;
import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing but records is on the standard output of RPC and JSON mode, whatever hooks and their programs write to. */
@Timeout(600)
@Deep
class LinesOutputTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void what_is_written_by_hooks_is_kept_from_a_client_of_rpc(LoudProgram.Output out) throws Exception {
        try (var pawl = Driven.in(dir, LoudProgram.SCRIPT)) {
            new LoudProgram(out).serve(pawl, program -> prompt(pawl.started(program)), "--mode", "rpc");
        }
    }

    private static void prompt(Process program) throws Exception {
        var prompt = JsonObject.of("type", "prompt", "message", "go") + "\n";
        program.getOutputStream().write(prompt.getBytes(StandardCharsets.UTF_8));
        program.getOutputStream().flush();
        readTo("agent_end", new JsonLines(program.getInputStream()));
        program.getOutputStream().close();
        assertThat(program.waitFor()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void what_is_written_by_hooks_is_kept_from_a_reader_of_json(LoudProgram.Output out) throws Exception {
        try (var pawl = Driven.in(dir, LoudProgram.SCRIPT)) {
            new LoudProgram(out).serve(pawl, program -> read(pawl.started(program)), "--mode", "json", "go");
        }
    }

    private static void read(Process program) throws Exception {
        program.getOutputStream().close();
        var lines = new JsonLines(program.getInputStream());
        readTo("agent_end", lines);
        for (var line = lines.next(); line != null; line = lines.next()) {
            JsonObject.parse(line);
        }
        assertThat(program.waitFor()).isZero();
    }

    /** Reads records to the first of that type; a line that is none fails. */
    private static void readTo(String type, JsonLines lines) throws Exception {
        JsonObject record;
        do {
            record = JsonObject.parse(Objects.requireNonNull(lines.next(), "the program has ended"));
        } while (!type.equals(record.string("type")));
    }
}

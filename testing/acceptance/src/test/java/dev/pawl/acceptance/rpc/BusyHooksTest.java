package dev.pawl.acceptance.rpc;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks that never block keep no client waiting: what it asks is answered, an abort too, and the program ends. */
@Deep
class BusyHooksTest {
    @TempDir
    Path dir;

    private static final String BUSY = """
        pi.tool(Tool.of("busy", "Never ends", JsonObject.of("type", "object"), (a, ctx) -> {
            ctx.ui().notify("busy", Severity.INFO);
            while (true) {}
        }));
        pi.command("busy", "Never ends", ctx -> {
            ctx.ui().notify("busy", Severity.INFO);
            while (true) {}
        });
        """;

    private static long busy(Driven pawl) {
        return pawl.events().stream()
                .filter(event -> "busy".equals(event.string("message")))
                .count();
    }

    private static void untilBusy(Driven pawl, int many) throws InterruptedException {
        pawl.await(_ -> busy(pawl) >= many);
    }

    @Test
    void an_abort_of_busy_tools_is_answered_and_the_next_prompt_too() throws Exception {
        int many = Runtime.getRuntime().availableProcessors() + 4;
        var calls = new Script.Call[many];
        for (int i = 0; i < many; i++) {
            calls[i] = call("busy", JsonObject.empty());
        }
        try (var pawl = Driven.in(dir, Turn.calls(calls), Turn.text("Still here."))
                .asProcess()
                .hook(BUSY)
                .start()) {
            pawl.client().prompt("Go");
            untilBusy(pawl, many);
            assertThat(pawl.client().state()).isNotNull();
            pawl.client().abort();
            pawl.await("agent_settled");
            pawl.client().prompt("Are you there?");
            pawl.await(event -> event.toString().contains("Still here."));
            pawl.process().getOutputStream().close();
            assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(pawl.process().exitValue()).isZero();
        }
    }

    @Test
    void busy_commands_and_timers_do_not_keep_others_from_asking_the_model() throws Exception {
        int many = Runtime.getRuntime().availableProcessors() + 4;
        try (var pawl = Driven.in(dir, Turn.text("Still here."))
                .asProcess()
                .hook(BUSY + """
                    for (int i = 0; i < %d; i++) {
                        pi.every(Duration.ofMillis(1), ctx -> { while (true) {} });
                        Thread.startVirtualThread(() -> { while (true) {} });
                    }
                    """.formatted(many))
                .start()) {
            for (int i = 0; i < many; i++) {
                pawl.client().write(JsonObject.of("type", "prompt", "message", "/busy"));
            }
            untilBusy(pawl, many);
            pawl.client().prompt("Are you there?");
            pawl.await(event -> event.toString().contains("Still here."));
            pawl.process().getOutputStream().close();
            assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void it_ends_with_its_input_although_its_output_is_not_read() throws Exception {
        try (var pawl =
                Driven.in(dir, Turn.text("x".repeat(1_000_000))).asProcess().start()) {
            // Nothing is read, so a full pipe has it wait in the middle of the answer.
            var in = pawl.process().getOutputStream();
            in.write("{\"type\":\"prompt\",\"message\":\"Go\"}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            in.flush();
            pawl.model.awaitRequest(1);
            in.close();
            assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        }
    }
}

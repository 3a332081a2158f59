package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static dev.pawl.app.OtlpReceiver.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a collector is sent about requests that are not a turn of the conversation. */
class RequestTelemetryTest {
    @TempDir
    Path dir;

    private static List<Span> chats(OtlpReceiver collector, String purpose) {
        return collector.spans().stream()
                .filter(span -> span.getName().startsWith("chat "))
                .filter(span -> attribute(span.getAttributesList(), "pawl.request.purpose")
                        .equals(purpose))
                .toList();
    }

    @Test
    void requests_and_calls_of_a_subagent_have_spans_below_its_own() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = collector
                        .of(TestProgram.in(
                                dir,
                                Turn.calls(call("agent", JsonObject.empty())),
                                Turn.calls(call("bash", JsonObject.of("command", "echo inside"))),
                                Turn.text("from inside"),
                                Turn.text("Done.")))
                        .hook("tools", """
                            pi.tool(Tool.of("agent", "Starts an agent", JsonObject.of("type", "object"), (arguments, ctx) ->
                                ToolOutput.text(String.valueOf(
                                    ctx.subagent(SubagentTask.of("Do it", java.util.List.of("bash"))).text()))));
                            """)) {
            assertThat(pawl.run("-p", "Go").status()).isZero();
            assertThat(collector.refused()).isEmpty();
            var agent = collector.span("invoke_agent agent");
            assertThat(agent.getParentSpanId())
                    .isEqualTo(collector.span("execute_tool agent").getSpanId());
            assertThat(attribute(agent.getAttributesList(), "gen_ai.usage.output_tokens"))
                    .isNotEmpty();
            assertThat(chats(collector, "subagent")).hasSize(2).allSatisfy(span -> {
                assertThat(span.getParentSpanId()).isEqualTo(agent.getSpanId());
                assertThat(attribute(span.getAttributesList(), "gen_ai.agent.id"))
                        .isEqualTo(attribute(agent.getAttributesList(), "gen_ai.agent.id"));
            });
            assertThat(collector.span("execute_tool bash").getParentSpanId()).isEqualTo(agent.getSpanId());
            assertThat(collector.logNames()).contains("subagent_completed");
            assertThat(collector.text()).doesNotContain("inside");
        }
    }

    @Test
    void the_summary_of_a_branch_has_a_span_with_its_request() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = collector
                        .of(TestProgram.in(dir, Turn.text("one"), Turn.text("two"), Turn.text("what was left")))
                        .hook("back", """
                            pi.command("back", "Goes back", ctx -> {
                                var first = ctx.entries().stream()
                                    .filter(entry -> entry instanceof Entry.MessageEntry said && said.message() instanceof Message.User)
                                    .findFirst().orElseThrow();
                                ctx.navigateTree(first.id(), new CommandContext.Navigation(true, null, false, null));
                                return Outcome.nothing();
                            });
                            """)) {
            try (var client = new InnerRpc(pawl)) {
                client.prompt("first");
                client.prompt("second");
                client.send("{\"type\":\"prompt\",\"message\":\"/back\"}");
                client.await("\"command\":\"prompt\"", 3);
            }
            assertThat(collector.refused()).isEmpty();
            var summary = collector.span("pawl.branch_summary");
            assertThat(summary.getStatus().getCodeValue()).isZero();
            assertThat(chats(collector, "branch_summary")).singleElement().satisfies(span -> {
                assertThat(span.getParentSpanId()).isEqualTo(summary.getSpanId());
                assertThat(attribute(span.getAttributesList(), "gen_ai.usage.output_tokens"))
                        .isNotEmpty();
            });
            assertThat(collector.text()).doesNotContain("what was left");
        }
    }
}

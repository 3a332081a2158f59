package dev.pawl.observe.telemetry;

import static dev.pawl.observe.otlp.OtlpReceiver.attribute;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Mode;
import dev.pawl.observe.ObserveHome;
import dev.pawl.observe.otlp.OtlpReceiver;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a collector is sent about requests that are not a turn of the conversation. */
class RequestTelemetryTest {
    @TempDir
    Path dir;

    private static List<io.opentelemetry.proto.trace.v1.Span> chats(OtlpReceiver collector, String purpose) {
        return collector.spans().stream()
                .filter(span -> span.getName().startsWith("chat "))
                .filter(span -> attribute(span.getAttributesList(), "pawl.request.purpose")
                        .equals(purpose))
                .toList();
    }

    @Test
    void requests_and_calls_of_a_subagent_have_spans_below_its_own() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = ObserveHome.in(
                                dir,
                                collector,
                                Turn.calls(call("agent", JsonObject.empty())),
                                Turn.calls(call("bash", JsonObject.of("command", "echo inside"))),
                                Turn.text("from inside"),
                                Turn.text("Done."))
                        .hook(pi -> pi.tool(Tool.of(
                                "agent",
                                "Starts an agent",
                                JsonObject.of("type", "object"),
                                (arguments, ctx) -> ToolOutput.text(
                                        String.valueOf(ctx.subagent(SubagentTask.of("Do it", List.of("bash")))
                                                .text())))))) {
            assertThat(pawl.run("Go").out()).isEqualTo("Done.\n");
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
                var pawl = ObserveHome.in(
                        dir, collector, Turn.text("one"), Turn.text("two"), Turn.text("what was left"))) {
            try (var agent = pawl.start(new NoUi(), Mode.RPC)) {
                agent.prompt("first").prompt("second");
                var first = agent.agent.session().branch().stream()
                        .filter(entry ->
                                entry instanceof Entry.MessageEntry said && said.message() instanceof Message.User)
                        .findFirst()
                        .orElseThrow();
                agent.agent.navigateTree(first.id(), new CommandContext.Navigation(true, null, false, null));
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

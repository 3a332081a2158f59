package dev.pawl.observe.telemetry;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.observe.otlp.OtlpReceiver.attribute;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestHome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Mode;
import dev.pawl.observe.ObserveHome;
import dev.pawl.observe.otlp.OtlpReceiver;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.testkit.model.Script.Turn;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent sends to a collector. */
class TelemetryTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir
    Path dir;

    private TestHome program() throws IOException {
        return ObserveHome.in(
                        dir,
                        Turn.calls(
                                call("bash", JsonObject.of("command", "echo $TRACEPARENT > place; echo s3cr3t-out"))),
                        Turn.calls(call("bash", JsonObject.of("command", "echo forbidden-word"))),
                        Turn.text("Done, s3cr3t-answer."))
                .hook(
                        "guard.java",
                        pi -> pi.on(
                                TOOL_CALL,
                                (call, ctx) ->
                                        call.arguments().string("command", "").contains("forbidden")
                                                ? call.block("not that s3cr3t-reason")
                                                : call.allow()));
    }

    private static String hex(com.google.protobuf.ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    @Test
    void a_run_becomes_spans_metrics_and_logs_without_any_content() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program()
                        .user(
                                "settings.json",
                                JsonObject.of(
                                                "telemetry",
                                                JsonObject.of("endpoint", collector.address())
                                                        .with("headers", JsonObject.of("X-Key", "k-1")))
                                        .toString())) {
            var run = pawl.run("Go and keep my s3cr3t-prompt");
            assertThat(run.err()).isEmpty();
            assertThat(run.failed()).isFalse();
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.keys()).isNotEmpty().allMatch("k-1"::equals);

            var agent = collector.span("invoke_agent pawl");
            assertThat(agent.getParentSpanId().isEmpty()).isTrue();
            assertThat(collector.spans())
                    .extracting(io.opentelemetry.proto.trace.v1.Span::getTraceId)
                    .containsOnly(agent.getTraceId());
            var tools = collector.spans().stream()
                    .filter(span -> span.getName().equals("execute_tool bash"))
                    .toList();
            assertThat(tools).hasSize(2).allSatisfy(span -> {
                assertThat(span.getParentSpanId()).isEqualTo(agent.getSpanId());
                assertThat(attribute(span.getAttributesList(), "gen_ai.operation.name"))
                        .isEqualTo("execute_tool");
                assertThat(attribute(span.getAttributesList(), "gen_ai.tool.description"))
                        .contains("bash");
            });
            assertThat(tools.getLast().getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(attribute(tools.getLast().getAttributesList(), "error.type"))
                    .isEqualTo("not_run");
            var chats = collector.spans().stream()
                    .filter(span -> span.getName().startsWith("chat "))
                    .toList();
            assertThat(chats).hasSize(3).allSatisfy(span -> {
                assertThat(span.getKind()).isEqualTo(io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_CLIENT);
                assertThat(attribute(span.getAttributesList(), "gen_ai.usage.output_tokens"))
                        .isNotEmpty();
            });
            var hook = collector.spans().stream()
                    .filter(span -> attribute(span.getAttributesList(), "pawl.hook.decision")
                            .equals("stopped"))
                    .findFirst()
                    .orElseThrow();
            assertThat(hook.getName()).isEqualTo("pawl.hook guard.java");
            assertThat(attribute(hook.getAttributesList(), "pawl.hook.point")).isEqualTo("tool_call");
            assertThat(hook.getParentSpanId()).isEqualTo(tools.getLast().getSpanId());

            var place = Files.readString(pawl.project.resolve("place")).strip();
            assertThat(place)
                    .isEqualTo("00-" + hex(agent.getTraceId()) + "-"
                            + hex(tools.getFirst().getSpanId()) + "-01");

            assertThat(collector.metrics())
                    .extracting(Metric::getName)
                    .contains(
                            "gen_ai.client.token.usage",
                            "gen_ai.client.operation.duration",
                            "gen_ai.client.operation.time_to_first_chunk",
                            "gen_ai.client.operation.time_per_output_chunk",
                            "gen_ai.execute_tool.duration",
                            "pawl.hook.duration",
                            "pawl.cost.usage",
                            "pawl.session.count");
            assertThat(collector.logNames())
                    .contains("hook_registered", "user_prompt", "api_request", "assistant_response")
                    .contains("tool_result", "tool_decision", "hook_execution_start", "hook_execution_complete");
            assertThat(collector.text())
                    .doesNotContain("s3cr3t", "forbidden-word", pawl.home.toString(), pawl.project.toString());
        }
    }

    @Test
    void content_is_sent_by_choice_as_hooks_left_it() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program()
                        .hook(
                                "redact.java",
                                pi -> pi.on(
                                        TOOL_RESULT,
                                        (result, ctx) ->
                                                result.withText(result.text().replace("s3cr3t-out", "***"))))
                        .user(
                                "settings.json",
                                JsonObject.of(
                                                "telemetry",
                                                JsonObject.of("endpoint", collector.address(), "content", true))
                                        .toString())) {
            assertThat(pawl.run("my s3cr3t-prompt").failed()).isFalse();
            assertThat(collector.text()).contains("s3cr3t-prompt", "s3cr3t-answer", "s3cr3t-reason", "***");
            var result = collector.spans().stream()
                    .map(span -> attribute(span.getAttributesList(), "gen_ai.tool.call.result"))
                    .filter(text -> text.contains("***"))
                    .findFirst();
            assertThat(result).isPresent();
            assertThat(result.get()).doesNotContain("s3cr3t-out");
        }
    }

    @Test
    void the_environment_names_the_collector_and_the_span_that_it_runs_in() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program()
                        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address() + "/")
                        .environment("OTEL_EXPORTER_OTLP_HEADERS", "X-Key=a%20b")
                        .environment("OTEL_SERVICE_NAME", "my-bot")
                        .environment("TRACEPARENT", PARENT)) {
            assertThat(pawl.run("Go").failed()).isFalse();
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.keys()).contains("a b");
            var agent = collector.span("invoke_agent pawl");
            assertThat(hex(agent.getTraceId())).isEqualTo("0af7651916cd43dd8448eb211c80319c");
            assertThat(hex(agent.getParentSpanId())).isEqualTo("b7ad6b7169203331");
            assertThat(collector.text()).contains("my-bot");
        }
    }

    @Test
    void a_trace_that_is_not_sampled_has_no_spans_and_is_given_on() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program()
                        .environment(TelemetrySettings.ENDPOINT, collector.address())
                        .environment("TRACEPARENT", PARENT.replaceFirst("01$", "00"))) {
            assertThat(pawl.run("Go").failed()).isFalse();
            assertThat(collector.spans()).isEmpty();
            assertThat(collector.metrics()).isNotEmpty();
            assertThat(Files.readString(pawl.project.resolve("place")).strip())
                    .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                    .endsWith("-00");
        }
    }

    @Test
    void a_collector_that_is_not_there_stops_nothing_and_is_reported_once() throws Exception {
        String gone;
        try (var collector = new OtlpReceiver()) {
            gone = collector.address();
        }
        try (var pawl = program().environment("OTEL_EXPORTER_OTLP_ENDPOINT", gone)) {
            var run = pawl.run("Go");
            assertThat(run.failed()).isFalse();
            assertThat(run.out()).contains("Done, s3cr3t-answer.");
            assertThat(run.err()).containsOnlyOnce("telemetry cannot be sent to " + gone);
        }
        try (var pawl = program().environment("OTEL_EXPORTER_OTLP_ENDPOINT", "no address")) {
            var run = pawl.run("Go");
            assertThat(run.failed()).isFalse();
            assertThat(run.err()).contains("needs the address of a collector");
        }
    }

    /** Takes connections and answers each with the same bytes, and then with nothing more. */
    private static ServerSocket odd(String answer) throws IOException {
        var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            var open = new ArrayList<Socket>();
            try (server) {
                while (true) {
                    var socket = server.accept();
                    open.add(socket);
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    socket.getOutputStream().flush();
                }
            } catch (IOException e) {
                for (var socket : open) {
                    closeQuietly(socket);
                }
            }
        });
        return server;
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is over in any case.
        }
    }

    @Test
    void a_collector_that_hangs_or_answers_nonsense_does_not_stop_a_run_from_ending() throws Exception {
        for (var answer : List.of(
                "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", "what do you want?\r\n\r\n", "HTTP/1.1 ")) {
            try (var server = odd(answer);
                    var pawl = program()
                            .environment("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + server.getLocalPort())
                            .environment("OTEL_EXPORTER_OTLP_TIMEOUT", "200")) {
                var run = pawl.run("Go");
                assertThat(run.failed()).isFalse();
                assertThat(run.out()).contains("Done, s3cr3t-answer.");
                assertThat(run.err()).contains("telemetry");
            }
        }
    }

    @Test
    void a_compaction_has_a_span_and_an_event() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = ObserveHome.in(dir, collector, Turn.text("one"), Turn.text("two"), Turn.text("the summary"))
                        .user("settings.json", "{\"compaction\":{\"keepRecentTokens\":1}}")) {
            try (var agent = pawl.start(new NoUi(), Mode.RPC)) {
                agent.prompt("first").prompt("second");
                agent.agent.compact(null);
            }
            assertThat(collector.refused()).isEmpty();
            var span = collector.span("pawl.compaction");
            assertThat(attribute(span.getAttributesList(), "pawl.compaction.reason"))
                    .isEqualTo("manual");
            assertThat(attribute(span.getAttributesList(), "gen_ai.usage.output_tokens"))
                    .isNotEmpty();
            assertThat(collector.logNames()).contains("compaction");
            assertThat(collector.text()).doesNotContain("the summary");
        }
    }

    @Test
    void every_request_has_one_first_piece_and_times_for_those_after_it() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program()
                        .environment(TelemetrySettings.ENDPOINT, collector.address())
                        .user("settings.json", "{\"traces\":{\"keep\":true}}")) {
            assertThat(pawl.run("Go").failed()).isFalse();
            assertThat(count(collector, "gen_ai.client.operation.time_to_first_chunk"))
                    .isEqualTo(3);
            assertThat(count(collector, "gen_ai.client.operation.time_per_output_chunk"))
                    .isPositive();
            assertThat(TraceFile.read(pawl.sessions().getFirst()))
                    .isNotEmpty()
                    .noneMatch(line -> line.toString().contains("message_update"));
        }
    }

    private static long count(OtlpReceiver collector, String metric) {
        return collector.metrics().stream()
                .filter(one -> one.getName().equals(metric))
                .flatMap(one -> one.getHistogram().getDataPointsList().stream())
                .mapToLong(HistogramDataPoint::getCount)
                .sum();
    }

    @Test
    void modes_that_change_and_retries_that_run_out_are_logged() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = ObserveHome.in(dir, collector, Turn.text("one"), Turn.status(529), Turn.status(529))
                        .hook(pi -> pi.on(AGENT_END, (end, ctx) -> ctx.session().setPermissionMode("plan")))
                        .user("settings.json", "{\"retry\":{\"maxRetries\":1,\"baseDelayMs\":1}}")) {
            try (var agent = pawl.start(new NoUi(), Mode.RPC)) {
                agent.prompt("first").prompt("second");
            }
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.logged("permission_mode_changed", "to_mode")).containsExactly("plan");
            assertThat(collector.logged("api_retries_exhausted", "attempt")).containsExactly("1");
        }
    }
}

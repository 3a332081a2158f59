package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.otlp.OtlpReceiver;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Telemetry in the whole program: from the settings and the environment to the collector, and the audit sent to it. */
class TelemetryTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir
    Path dir;

    private TestProgram program() throws IOException {
        return TestProgram.in(
                        dir,
                        Turn.calls(
                                call("bash", JsonObject.of("command", "echo $TRACEPARENT > place; echo s3cr3t-out"))),
                        Turn.calls(call("bash", JsonObject.of("command", "echo forbidden-word"))),
                        Turn.text("Done, s3cr3t-answer."))
                .hook("guard", """
                    pi.on(TOOL_CALL, (call, ctx) -> call.arguments().string("command", "").contains("forbidden")
                        ? call.block("not that s3cr3t-reason") : call.allow());
                    """);
    }

    private static String hex(com.google.protobuf.ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    @Test
    void the_environment_names_the_collector_and_the_span_that_it_runs_in() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program()
                        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address() + "/")
                        .environment("OTEL_EXPORTER_OTLP_TIMEOUT", "60000")
                        .user("settings.json", "{\"shutdownHookTimeout\": 60000}")
                        .environment("OTEL_EXPORTER_OTLP_HEADERS", "X-Key=a%20b")
                        .environment("OTEL_SERVICE_NAME", "my-bot")
                        .environment("TRACEPARENT", PARENT)) {
            assertThat(pawl.run("-p", "Go").status()).isZero();
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.keys()).contains("a b");
            var agent = collector.span("invoke_agent pawl");
            assertThat(hex(agent.getTraceId())).isEqualTo("0af7651916cd43dd8448eb211c80319c");
            assertThat(hex(agent.getParentSpanId())).isEqualTo("b7ad6b7169203331");
            assertThat(collector.text()).contains("my-bot");
        }
    }

    @Test
    void a_project_cannot_name_a_collector() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program()
                        .file(
                                ".pi/settings.json",
                                JsonObject.of("telemetry", JsonObject.of("endpoint", collector.address()))
                                        .toString())) {
            assertThat(pawl.run("-a", "-p", "Go").status()).isZero();
            assertThat(collector.text()).isEmpty();
        }
    }

    @Test
    void the_audit_is_sent_as_logs_line_by_line() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = program().user("settings.json", "{\"audit\":{\"file\":\"~/audit.jsonl\"}}")) {
            assertThat(pawl.run("-p", "Go").status()).isZero();
            var refused = pawl.run("audit", "export");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("needs the address of a collector");
            pawl.environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address());
            var lines = Files.readAllLines(pawl.home.resolve("audit.jsonl"));
            var run = pawl.run("audit", "export");
            assertThat(run.out()).contains(lines.size() + " lines sent to");
            assertThat(collector.logs())
                    .extracting(log -> log.getBody().getStringValue())
                    .containsExactlyElementsOf(lines);
            assertThat(collector.logNames()).contains("pawl.audit.allowed");
        }
    }

    @Test
    void settings_that_are_no_json_stop_the_start() throws Exception {
        try (var pawl = program().user("settings.json", "{\"audit\":{\"file\":\"~/audit.jsonl\"}")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("settings.json cannot be read", "Nothing runs until it is mended");
            assertThat(pawl.requests()).isZero();
        }
    }
}

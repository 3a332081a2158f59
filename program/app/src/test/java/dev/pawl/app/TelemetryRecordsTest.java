package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.otlp.OtlpReceiver;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log records and counters that dashboards of other agents know, each from what really happened. */
class TelemetryRecordsTest {
    private static final String SKILL = "---\nname: tidy\ndescription: Tidies up\n---\nTidy up.\n";

    @TempDir
    Path dir;

    /** The program, sending what happens to a collector. */
    private static TestProgram sending(OtlpReceiver collector, TestProgram program) throws IOException {
        return program.environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address())
                .environment("OTEL_EXPORTER_OTLP_TIMEOUT", "60000")
                .user("settings.json", "{\"shutdownHookTimeout\": 60000}");
    }

    @Test
    void skills_and_files_that_are_named_are_logged_without_their_text() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = sending(
                                collector,
                                TestProgram.in(
                                        dir,
                                        Turn.text("one"),
                                        Turn.calls(call(
                                                "read",
                                                JsonObject.of("path", "../home/.pi/agent/skills/tidy/SKILL.md"))),
                                        Turn.text("two"),
                                        Turn.text("three")))
                        .user("skills/tidy/SKILL.md", SKILL)
                        .file("notes s3cr3t.txt", "s3cr3t-text @src")
                        .file("src/a", "")) {
            try (var client = new InnerRpc(pawl)) {
                client.prompt("/skill:tidy now");
                client.prompt("look at @src and @\"notes s3cr3t.txt\", not at me@src or @nowhere");
            }
            assertThat(pawl.run("-p", "@notes s3cr3t.txt", "Go").status()).isZero();
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.logged("skill_activated", "skill.name")).containsExactly("tidy", "tidy");
            assertThat(collector.logged("skill_activated", "invocation_trigger"))
                    .containsExactly("user", "model");
            assertThat(collector.logged("at_mention", "mention_type")).containsExactly("directory", "file", "file");
            assertThat(collector.text()).doesNotContain("s3cr3t");
        }
    }

    @Test
    void servers_that_connect_and_fail_are_logged() throws Exception {
        var servers = JsonObject.of(
                "mcpServers",
                JsonObject.of(
                        "gone",
                        JsonObject.of("command", dir.resolve("no-such-program").toString())));
        try (var collector = new OtlpReceiver();
                var pawl = sending(collector, TestProgram.in(dir, Turn.text("Done.")))
                        .user("mcp.json", servers.toString())) {
            try (var client = new InnerRpc(pawl)) {
                client.await("could not be connected", 1);
                client.prompt("Go");
            }
            assertThat(collector.logged("mcp_server_connection", "server_name")).contains("gone");
            assertThat(collector.logged("mcp_server_connection", "status")).contains("failed");
            assertThat(collector.logged("mcp_server_connection", "transport_type"))
                    .containsOnly("stdio");
        }
    }

    @Test
    void packages_are_logged_when_they_are_installed_and_loaded() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = sending(collector, TestProgram.in(dir, Turn.text("Done.")))
                        .file("my-tools/package.json", "{\"name\":\"my-tools\",\"pi\":{\"skills\":[\"skills\"]}}")
                        .file("my-tools/skills/tidy/SKILL.md", SKILL)) {
            var installed = pawl.run("install", "./my-tools");
            assertThat(installed.status()).as(installed.err()).isZero();
            assertThat(collector.logged("plugin_installed", "plugin.name")).containsExactly("local:my-tools");
            assertThat(pawl.run("-p", "Go").status()).isZero();
            assertThat(collector.logged("plugin_loaded", "plugin.name")).containsExactly("local:my-tools");
            assertThat(collector.text()).doesNotContain(pawl.project.toString());
        }
    }

    @Test
    void a_key_that_is_kept_and_forgotten_is_logged_but_not_sent() throws Exception {
        try (var collector = new OtlpReceiver()) {
            try (var screen = TestScreen.in(dir, 100, 30, Turn.text("Done."))
                    .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address())
                    .environment("OTEL_EXPORTER_OTLP_TIMEOUT", "60000")
                    .user("settings.json", "{\"shutdownHookTimeout\": 60000}")
                    .start()) {
                screen.await("scripted-1");
                screen.submit("/login openai");
                screen.await("Key for OpenAI");
                screen.submit("sk-s3cr3t");
                screen.await("is saved");
                screen.submit("/logout openai");
                screen.await("is forgotten");
            }
            assertThat(collector.logged("auth", "action")).isEqualTo(List.of("login", "logout"));
            assertThat(collector.logged("auth", "provider")).containsOnly("openai");
            assertThat(collector.text()).doesNotContain("sk-s3cr3t");
        }
    }
}

package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.TlsServer;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program behind a company's proxy, where every certificate is issued by the company. */
class CompanyNetworkTest {
    private static final String STREAM = """
        data: {"choices":[{"index":0,"delta":{"content":"from the company"}}]}

        data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

        data: [DONE]

        """;

    @TempDir
    static Path keys;

    private static TlsServer company;

    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeAll
    static void open() throws Exception {
        company = new TlsServer(
                keys,
                List.of("models.example", "tools.example", "hooks.example", "telemetry.example", "share.example"),
                path -> path.endsWith("/chat/completions") ? STREAM : "{}");
    }

    @AfterAll
    static void close() throws Exception {
        company.close();
    }

    @BeforeEach
    void begin() throws Exception {
        company.requests().clear();
        pawl = TestProgram.in(dir, Turn.text("unused"));
        var model = JsonObject.of("id", "m");
        var provider = JsonObject.of("baseUrl", "https://models.example/v1", "api", "openai-completions")
                .with("apiKey", "k")
                .with("models", List.of(model));
        pawl.user(
                "models.json",
                JsonObject.of("providers", JsonObject.of("company", provider)).toString());
    }

    @AfterEach
    void end() throws Exception {
        pawl.close();
    }

    private JsonObject settings() {
        return JsonObject.of("telemetry", JsonObject.of("endpoint", "https://telemetry.example"))
                .with("share", JsonObject.of("upload", "https://share.example/up"));
    }

    private void everything() throws Exception {
        var hook = JsonObject.of("type", "http", "url", "https://hooks.example/prompt");
        var groups = List.of(JsonObject.of("hooks", List.of(hook)));
        var claude = Files.createDirectories(pawl.home.resolve(".claude"));
        Files.writeString(
                claude.resolve("settings.json"),
                JsonObject.of("hooks", JsonObject.of("UserPromptSubmit", groups))
                        .toString());
        pawl.user(
                "mcp.json",
                "{\"mcpServers\":{\"web\":{\"url\":\"https://tools.example/mcp\",\"exposure\":\"direct\"}}}");
        var run = pawl.run("--session-id", "abc-1", "--model", "company/m", "-p", "Hi");
        assertThat(run.out()).as(run.err()).contains("from the company");
        pawl.run("share", "abc", "out.html", "--upload");
    }

    private void assertAllCame() {
        assertThat(company.requests().stream().map(request -> request.substring(0, request.indexOf('/'))))
                .contains("models.example", "tools.example", "hooks.example", "telemetry.example", "share.example");
        assertThat(company.tunnels()).allMatch(head -> head.startsWith("CONNECT "));
    }

    @Test
    void every_client_goes_by_the_proxy_and_the_certificates_of_the_settings() throws Exception {
        pawl.user(
                "settings.json",
                settings()
                        .with("httpProxy", company.proxy())
                        .with("caCertificates", List.of(company.authority().toString()))
                        .toString());
        everything();
        assertAllCame();
    }

    @Test
    void every_client_goes_by_the_proxy_and_the_certificates_of_the_environment() throws Exception {
        pawl.user("settings.json", settings().toString())
                .environment("HTTPS_PROXY", company.proxy())
                .environment("SSL_CERT_FILE", company.authority().toString());
        everything();
        assertAllCame();
    }

    @Test
    void an_unknown_issuer_is_named_together_with_what_to_do() throws Exception {
        pawl.environment("HTTPS_PROXY", company.proxy());
        var run = pawl.run("--model", "company/m", "-p", "Hi");
        assertThat(run.status()).isNotZero();
        assertThat(run.err())
                .contains("issued by \"CN=Company Authority\"", "the setting caCertificates", "SSL_CERT_FILE");
    }

    @Test
    void a_project_cannot_add_certificates() throws Exception {
        pawl.environment("HTTPS_PROXY", company.proxy())
                .file(
                        ".pi/settings.json",
                        JsonObject.of(
                                        "caCertificates",
                                        List.of(company.authority().toString()))
                                .toString());
        assertThat(pawl.run("--approve", "--model", "company/m", "-p", "Hi").status())
                .isNotZero();
        assertThat(company.requests()).isEmpty();
    }
}

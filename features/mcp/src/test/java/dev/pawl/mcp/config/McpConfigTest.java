package dev.pawl.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.config.settings.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that configure servers: what each may set, and which entry takes precedence. */
class McpConfigTest {
    @TempDir
    Path dir;

    private Folders folders;

    @BeforeEach
    void folders() throws Exception {
        folders = new Folders(dir.resolve("home"), dir.resolve("home/.pi/agent"), dir.resolve("project"));
        Files.createDirectories(folders.agentDir());
        Files.createDirectories(folders.projectDir());
    }

    private void user(String text) throws Exception {
        Files.writeString(folders.agentDir().resolve("mcp.json"), text);
    }

    private void project(String text) throws Exception {
        Files.writeString(folders.projectDir().resolve("mcp.json"), text);
    }

    private ServerEntry only(boolean trusted) {
        var config = McpConfig.read(folders, trusted);
        assertThat(config.problems()).isEmpty();
        assertThat(config.servers()).hasSize(1);
        return config.servers().getFirst();
    }

    @Test
    void a_project_is_read_only_if_it_is_trusted_and_then_replaces_the_whole_entry() throws Exception {
        user("{\"mcpServers\":{\"a\":{\"command\":\"mine\",\"env\":{\"K\":\"1\"}}}}");
        project("{\"mcpServers\":{\"a\":{\"command\":\"theirs\"}}}");

        assertThat(only(false).config().get("command")).isEqualTo("mine");
        assertThat(only(true).config().get("command")).isEqualTo("theirs");
        assertThat(only(true).config().has("env")).isFalse();
        assertThat(only(true).scope()).isEqualTo(ServerEntry.Scope.PROJECT);
    }

    @Test
    void a_project_may_only_disable_and_expose_a_server_of_the_user() throws Exception {
        user("{\"mcpServers\":{\"a\":{\"command\":\"mine\",\"env\":{\"K\":\"1\"}}}}");
        project("{\"mcpServers\":{\"a\":{\"enabled\":false,\"exposure\":\"direct\"}}}");
        assertThat(only(true).isEnabled()).isFalse();
        assertThat(only(true).exposure()).isEqualTo(Exposure.DIRECT);
        assertThat(only(true).config().object("env").get("K")).isEqualTo("1");
        assertThat(only(true).scope()).isEqualTo(ServerEntry.Scope.USER);

        project("{\"mcpServers\":{\"a\":{\"env\":{\"K\":\"2\"}},\"b\":{\"enabled\":true}}}");
        var config = McpConfig.read(folders, true);
        assertThat(config.problems()).hasSize(2);
        assertThat(config.servers().getFirst().config().object("env").get("K")).isEqualTo("1");
    }

    @Test
    void bad_entries_are_named_and_left_out() throws Exception {
        user("""
            {"mcpServers":{"good":{"command":"x"},"go_od":{"command":"x"},"a-b":{"command":"x"},"a_b":{"command":"y"},
             "no":{"args":[]},"sse":{"type":"sse","url":"https://x"},"bad name":{"command":"x"},
             "url":{"url":"ftp://x"},"exp":{"command":"x","exposure":"loud"},"time":{"command":"x","timeout":-1},
             "auth":{"url":"http://example.com","auth":{"provider":"p"}},
             "cimd":{"url":"https://x","oauth":{"clientRegistration":"cimd","clientId":"1"}}}}\
            """);

        var config = McpConfig.read(folders, true);

        assertThat(config.servers()).extracting(ServerEntry::name).containsExactly("good", "go_od", "a-b");
        assertThat(config.problems())
                .hasSize(9)
                .allSatisfy(problem -> assertThat(problem).contains("mcp.json"));
    }

    @Test
    void a_project_cannot_choose_where_a_login_is_sent() throws Exception {
        project("{\"mcpServers\":{\"a\":{\"url\":\"https://example.com\",\"auth\":{\"provider\":\"p\"}}}}");
        var config = McpConfig.read(folders, true);
        assertThat(config.servers()).isEmpty();
        assertThat(config.problems()).singleElement().asString().contains("auth");
    }

    @Test
    void the_file_that_other_agents_share_is_read_in_trusted_projects() throws Exception {
        Files.writeString(
                folders.cwd().resolve(".mcp.json"),
                "{\"mcpServers\":{\"s\":{\"command\":\"x\",\"timeout\":5000,\"alwaysLoad\":true}}}");
        assertThat(McpConfig.read(folders, false).servers()).isEmpty();
        assertThat(only(true).timeout()).hasSeconds(5);
        assertThat(only(true).exposure()).isEqualTo(Exposure.DIRECT);
    }

    @Test
    void exposure_of_a_tool_is_its_exact_name_then_the_first_pattern() throws Exception {
        user("""
            {"mcpServers":{"g":{"command":"x","exposure":"codemode-deferred","toolExposure":
             {"get_*":"direct","get_secret":"hidden","*":"deferred"}}}}\
            """);
        var entry = only(false);
        assertThat(entry.exposure()).isEqualTo(Exposure.CODEMODE);
        assertThat(entry.exposure("get_issue")).isEqualTo(Exposure.DIRECT);
        assertThat(entry.exposure("get_secret")).isEqualTo(Exposure.HIDDEN);
        assertThat(entry.exposure("write")).isEqualTo(Exposure.DEFERRED);
    }

    @Test
    void variables_and_commands_are_replaced_and_never_shown() throws Exception {
        var values = new ConfigValues(Map.of("TOKEN", "s3cret", "PATH", System.getenv("PATH")));
        assertThat(values.resolve("Bearer ${TOKEN}", "a header")).isEqualTo("Bearer s3cret");
        assertThat(values.resolve("${NO:-usual} $$5", "a header")).isEqualTo("usual $5");
        assertThat(values.resolve("!echo from-command", "a header")).isEqualTo("from-command");
        assertThat(values.resolve("plain", "a header")).isEqualTo("plain");
        assertThatThrownBy(() -> values.resolve("${NO}", "MCP server \"x\" env \"A\""))
                .hasMessageContaining("env \"A\"")
                .hasMessageContaining("NO");
    }
}

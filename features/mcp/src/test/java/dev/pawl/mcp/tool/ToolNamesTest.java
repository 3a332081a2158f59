package dev.pawl.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.tools.ranking.ToolRanking;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names, results and the search, as pi has them; the expected names are what pi 1.5.0 makes. */
class ToolNamesTest {
    @TempDir
    Path dir;

    @Test
    void names_are_those_of_pi() {
        assertThat(ToolNames.of("dev-radius", "list.things", _ -> false)).isEqualTo("mcp__dev_radius__list_things");
        assertThat(ToolNames.of("s", "x".repeat(80), _ -> false))
                .isEqualTo("mcp__s__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_cbf4205d");
        assertThat(ToolNames.of("a-b", "tool-one", _ -> true)).isEqualTo("mcp__a_b__tool_one_4dfb13b6");
        assertThat(ToolNames.of("files", "lies_ä€", _ -> false)).isEqualTo("mcp__files__lies___");
    }

    @Test
    void a_long_text_loses_its_middle_and_is_kept_in_a_file() throws Exception {
        var results = new ResultContent(new OutputFiles(Map.of("TMPDIR", dir.toString())));
        var whole = "ä".repeat(20_000);
        var result = JsonObject.of("content", List.of(JsonObject.of("type", "text", "text", whole)));

        var output = results.output("s", "t", result, false);

        var text = Content.text(output.content());
        assertThat(text)
                .startsWith("Warning: truncated output (original token count: 10000)\nTotal output lines: 1\n\nää")
                .contains("…9760 chars truncated…")
                .contains("[Full output: " + dir);
        var file = Path.of(((JsonObject) output.details()).string("fullOutputPath", ""));
        assertThat(Files.readString(file)).isEqualTo(whole);
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }

    @Test
    void images_structured_content_and_links_are_kept() {
        var results = new ResultContent(new OutputFiles(Map.of()));
        var result = JsonObject.parse("""
            {"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},
             {"type":"resource_link","uri":"x://1","name":"one","size":2048},
             {"type":"resource","resource":{"uri":"x://2","mimeType":"application/json","blob":"e30="}}],
             "structuredContent":{"a":1},"isError":true,"_meta":{"secret":1}}\
            """);

        var output = results.output("s", "t", result, true);

        assertThat(output.content().getFirst()).isInstanceOf(Content.Image.class);
        assertThat(Content.text(output.content()))
                .isEqualTo("[Resource x://1 \"one\" (2.0KB). Read it with read_mcp_resource (server \"s\")]\n{}");
        assertThat(output.isError()).isTrue();
        assertThat(output.structuredContent()).isEqualTo(result.without("_meta"));
    }

    private static ToolInfo tool(String name, String description) {
        return new ToolInfo(
                name,
                description,
                JsonObject.of("type", "object"),
                ToolTraits.DEFAULT.exposure(ToolTraits.Exposure.DEFERRED),
                new SourceInfo("x", SourceInfo.Scope.BUILTIN, false, null));
    }

    @Test
    void the_search_prefers_names_then_more_of_the_words() {
        var tools = List.of(
                tool("mcp__a__window", "Moves a thing"),
                tool("mcp__a__capture", "Takes screenshots of a window"),
                tool("mcp__b__issue_read", "Reads one issue of the tracker"),
                tool("mcp__b__other", "Does something else"));

        assertThat(ToolRanking.best("screenshot window", tools, 8))
                .extracting(ToolInfo::name)
                .containsExactly("mcp__a__capture", "mcp__a__window");
        assertThat(ToolRanking.best("issue_read", tools, 1))
                .extracting(ToolInfo::name)
                .containsExactly("mcp__b__issue_read");
        assertThat(ToolRanking.best("issues", tools, 8))
                .extracting(ToolInfo::name)
                .containsExactly("mcp__b__issue_read");
        assertThat(ToolRanking.best("nothing of this", tools, 8)).isEmpty();
    }

    @Test
    void remote_references_are_taken_out_of_schemas() {
        var tool = JsonObject.parse("""
            {"name":"t","inputSchema":{"properties":{"a":{"$ref":"https://example.com/s.json","description":"d"},
             "b":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}}}\
            """);

        var schema = ToolSchemas.parameters(tool);

        assertThat(schema.get("type")).isEqualTo("object");
        assertThat(schema.object("properties").object("a")).isEqualTo(JsonObject.of("description", "d"));
        assertThat(schema.object("properties").object("b").get("$ref")).isEqualTo("#/$defs/x");
    }
}

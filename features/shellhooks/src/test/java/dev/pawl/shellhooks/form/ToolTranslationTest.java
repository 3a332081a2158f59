package dev.pawl.shellhooks.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.tools.file.ToolPaths;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ToolTranslationTest {
    private static final ToolTraits.Server SERVER =
            new ToolTraits.Server("my-files", "mcp.json", ToolTraits.Annotations.NONE);

    private static ToolTranslation claude(String tool, String arguments) {
        return new ToolTranslation(
                Dialects.claude(),
                tool,
                JsonObject.parse(arguments),
                null,
                new ToolPaths(Path.of("/home/me"), Path.of("/home/me")));
    }

    @Test
    void a_command_has_its_time_limit_in_milliseconds() {
        var tool = claude("bash", "{\"command\":\"ls\",\"timeout\":1.5}");
        assertThat(tool.name()).isEqualTo("Bash");
        assertThat(tool.input()).isEqualTo(JsonObject.parse("{\"command\":\"ls\",\"timeout\":1500}"));
        assertThat(tool.arguments(JsonObject.parse("{\"command\":\"pwd\",\"timeout\":2000,\"description\":\"x\"}")))
                .isEqualTo(JsonObject.parse("{\"command\":\"pwd\",\"timeout\":2.0}"));
    }

    @Test
    void a_path_is_absolute_there_and_stays_as_given_here() {
        var tool = claude("read", "{\"path\":\"a/b.txt\",\"offset\":3}");
        assertThat(tool.input()).isEqualTo(JsonObject.parse("{\"file_path\":\"/home/me/a/b.txt\",\"offset\":3}"));
        assertThat(tool.arguments(tool.input())).isEqualTo(JsonObject.parse("{\"path\":\"a/b.txt\",\"offset\":3}"));
        assertThat(tool.arguments(JsonObject.of("file_path", "/home/me/c.txt")))
                .isEqualTo(JsonObject.of("path", "/home/me/c.txt"));
    }

    @Test
    void one_replacement_is_an_edit_and_several_are_a_multi_edit() {
        var one = claude("edit", "{\"path\":\"a\",\"edits\":[{\"oldText\":\"x\",\"newText\":\"y\"}]}");
        assertThat(one.name()).isEqualTo("Edit");
        assertThat(one.input())
                .isEqualTo(JsonObject.parse("{\"file_path\":\"/home/me/a\",\"old_string\":\"x\",\"new_string\":\"y\","
                        + "\"replace_all\":false}"));
        assertThat(one.arguments(one.input()).objects("edits"))
                .containsExactly(JsonObject.of("oldText", "x", "newText", "y"));

        var two = claude(
                "edit",
                "{\"path\":\"a\",\"edits\":[{\"oldText\":\"x\",\"newText\":\"y\"},{\"oldText\":\"p\",\"newText\":\"q\"}]}");
        assertThat(two.name()).isEqualTo("MultiEdit");
        assertThat(two.names()).contains("Edit", "MultiEdit", "edit");
        assertThat(two.arguments(two.input()))
                .isEqualTo(JsonObject.parse("{\"path\":\"a\",\"edits\":[{\"oldText\":\"x\",\"newText\":\"y\"},"
                        + "{\"oldText\":\"p\",\"newText\":\"q\"}]}"));
        assertThatThrownBy(() -> one.arguments(one.input().with("replace_all", true)))
                .hasMessageContaining("replace_all is not possible here");
    }

    @Test
    void other_tools_keep_their_names_and_arguments() {
        var tool = claude("mcp__my_files__read", "{\"x\":1}");
        assertThat(tool.name()).isEqualTo("mcp__my_files__read");
        assertThat(tool.input()).isEqualTo(JsonObject.of("x", 1));
        assertThat(tool.names()).containsExactly("mcp__my_files__read");
        assertThat(tool.isOfServer()).isFalse();
    }

    @Test
    void tools_of_servers_have_the_names_of_each_dialect() {
        var names = Dialects.all().stream()
                .collect(Collectors.toMap(
                        Dialect::name,
                        dialect -> new ToolTranslation(
                                dialect,
                                "mcp__my_files__get_one",
                                JsonObject.empty(),
                                SERVER,
                                new ToolPaths(Path.of("/home/me"), Path.of("/home/me")))));
        assertThat(names.get("claude").names())
                .contains("mcp__my_files__get_one", "mcp__my-files__get_one", "mcp__my-files__get-one");
        assertThat(names.get("gemini").name()).isEqualTo("mcp_my_files_get_one");
        assertThat(names.get("gemini").names()).contains("mcp__my_files__get_one");
        assertThat(names.get("cursor").name()).isEqualTo("MCP:get_one");
    }

    @Test
    void codex_knows_tools_by_names_of_its_own() {
        var codex = Dialects.all().stream()
                .filter(dialect -> dialect.name().equals("codex"))
                .findFirst()
                .orElseThrow();
        var write = new ToolTranslation(
                codex,
                "write",
                JsonObject.of("path", "a"),
                null,
                new ToolPaths(Path.of("/home/me"), Path.of("/home/me")));
        assertThat(write.name()).isEqualTo("Write");
        assertThat(write.names()).contains("apply_patch");
    }
}

package dev.pawl.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.Tool;
import dev.pawl.tools.builtin.TextWindow;
import dev.pawl.tools.text.LineScanner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalToolsTest {
    @TempDir
    Path folder;

    private LocalTools tools;

    @BeforeEach
    void prepare() {
        tools = new LocalTools(System.getenv(), folder, folder);
    }

    @Test
    void there_are_seven_tools_and_four_of_them_are_active() {
        var all = tools.all(folder, Workbench.PLAIN);

        assertThat(all).extracting(Tool::name).containsExactly("read", "bash", "edit", "write", "grep", "find", "ls");
        assertThat(all.stream().filter(tool -> tool.traits().activeByDefault()))
                .extracting(Tool::name)
                .containsExactly("read", "bash", "edit", "write");
        assertThat(all).allSatisfy(tool -> {
            assertThat(tool.description()).isNotBlank().doesNotContain("```");
            assertThat(tool.traits().promptSnippet()).isNotBlank().doesNotStartWith(">");
            assertThat(tool.traits().promptGuidelines()).noneMatch(String::isBlank);
        });
        assertThat(tools.edit(folder, tools.localFiles()).traits().promptGuidelines())
                .hasSize(3);
    }

    @Test
    void commands_inherit_the_variables_that_they_are_given_when_they_start() throws Exception {
        var environment = new HashMap<>(System.getenv());
        environment.putAll(Map.of("SOME_API_KEY", "secret-value", "OTHER", "plain"));
        var given = new HashMap<>(environment);
        var withholding = new LocalTools(environment, folder, folder).inheriting(() -> given);
        given.remove("SOME_API_KEY"); // As by a hook that registers a provider later.

        var out = new ByteArrayOutputStream();
        var plain = new BashOperations.Options(null, Map.of());
        withholding.localBash().exec("env", folder, plain, out::writeBytes);
        withholding
                .userShell(null, null, null)
                .run("env", folder, Map.of(), null, text -> out.writeBytes(text.getBytes(UTF_8)));
        var bash = withholding.all(folder, Workbench.PLAIN).get(1);
        out.writeBytes(bash.executor()
                .execute(JsonObject.of("command", "env"), new FakeToolContext(folder))
                .toString()
                .getBytes(UTF_8));
        assertThat(out.toString(UTF_8))
                .doesNotContain("secret-value")
                .containsPattern("(?s)OTHER=plain.*OTHER=plain.*OTHER=plain");
    }

    @Test
    void arguments_have_the_names_and_types_that_models_know() {
        var types = Map.of(
                "read", Map.of("path", "string", "offset", "number", "limit", "number"),
                "bash", Map.of("command", "string", "timeout", "number"),
                "edit", Map.of("path", "string", "edits", "array"),
                "write", Map.of("path", "string", "content", "string"),
                "grep",
                        Map.of(
                                "pattern",
                                "string",
                                "path",
                                "string",
                                "glob",
                                "string",
                                "ignoreCase",
                                "boolean",
                                "literal",
                                "boolean",
                                "context",
                                "number",
                                "limit",
                                "number"),
                "find", Map.of("pattern", "string", "path", "string", "limit", "number"),
                "ls", Map.of("path", "string", "limit", "number"));
        var required = Map.of(
                "read", List.of("path"),
                "bash", List.of("command"),
                "edit", List.of("path", "edits"),
                "write", List.of("path", "content"),
                "grep", List.of("pattern"),
                "find", List.of("pattern"),
                "ls", List.of());

        for (var tool : tools.all(folder, Workbench.PLAIN)) {
            var properties = tool.parameters().object("properties");
            assertThat(properties.names()).isEqualTo(types.get(tool.name()).keySet());
            types.get(tool.name())
                    .forEach((name, type) -> assertThat(properties.object(name).string("type"))
                            .as("%s.%s", tool.name(), name)
                            .isEqualTo(type));
            assertThat(tool.parameters().list("required")).isEqualTo(required.get(tool.name()));
            assertThat(properties.names())
                    .allSatisfy(name -> assertThat(properties.object(name).string("description"))
                            .isNotBlank());
        }
        var edit = tools.edit(folder, tools.localFiles())
                .parameters()
                .object("properties")
                .object("edits");
        assertThat(edit.object("items").object("properties").names()).containsExactly("oldText", "newText");
    }

    @Test
    void the_shell_of_this_machine_can_be_used_by_itself() throws Exception {
        var output = new ByteArrayOutputStream();

        var code = tools.localBash()
                .exec(
                        "echo $HOME; exit 5",
                        folder,
                        new BashOperations.Options(null, Map.of("HOME", "/given")),
                        output::writeBytes);

        assertThat(code).isEqualTo(5);
        assertThat(output).hasToString("/given\n");
        assertThatThrownBy(() -> tools.localBash()
                        .exec(
                                "sleep 100",
                                folder,
                                new BashOperations.Options(Duration.ofMillis(100), Map.of()),
                                _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("timeout:0.1");
    }

    @Test
    void the_files_of_this_machine_can_be_used_by_themselves() throws Exception {
        var files = tools.localFiles();
        files.createDirectories(folder.resolve("a/b"));
        files.writeFile(folder.resolve("a/b/c.txt"), "text");

        assertThat(files.readFile(folder.resolve("a/b/c.txt"))).hasSize(4);
        assertThat(files.list(folder.resolve("a"))).containsExactly("b");
        assertThat(files.isDirectory(folder.resolve("a/b"))).isTrue();
        assertThat(files.exists(folder.resolve("none"))).isFalse();
        assertThat(files.imageType(folder.resolve("a/b/c.txt"))).isNull();
        assertThat(files.glob("**/*.txt", folder, List.of(), 10)).containsExactly(folder.resolve("a/b/c.txt"));
        assertThatThrownBy(() -> files.glob("[", folder, List.of(), 10)).isInstanceOf(IOException.class);
    }

    /** The text is made while it is read, so nobody could hold it in memory by mistake and stay unnoticed. */
    @Test
    void a_text_of_any_size_can_be_looked_into() throws Exception {
        var line = "0123456789abcde\n".getBytes(UTF_8);
        var endless = new InputStream() {
            private long left = 256L << 20;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] buffer, int start, int length) {
                if (left == 0) {
                    return -1;
                }
                for (int i = 0; i < length; i += line.length) {
                    System.arraycopy(line, 0, buffer, start + i, line.length);
                }
                left -= length;
                return length;
            }
        };

        var window = TextWindow.read(new LineScanner(endless), 1, 2);

        assertThat(window.fileLines()).isEqualTo((256L << 20) / 16);
        assertThat(window.shown().content()).isEqualTo("0123456789abcde\n0123456789abcde");
    }
}

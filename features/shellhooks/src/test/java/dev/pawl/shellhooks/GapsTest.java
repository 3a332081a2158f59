package dev.pawl.shellhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.machine.GeneratedDoc;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.known.AgentFile;
import dev.pawl.shellhooks.known.AgentFile.Root;
import dev.pawl.shellhooks.known.AgentFiles;
import dev.pawl.shellhooks.known.Fate;
import dev.pawl.shellhooks.known.Gaps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file and field of other agents is obeyed, has no effect that is missed, or is named; the page lists them. */
class GapsTest {
    @TempDir
    Path dir;

    private static List<AgentFile> files() {
        return AgentFiles.table();
    }

    private Path at(Root root) {
        return dir.resolve(root.name());
    }

    private Path write(Root root, String path, String text) throws Exception {
        var file = at(root).resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private List<LoadProblem> gaps() {
        return Gaps.of(at(Root.SYSTEM), at(Root.HOME), at(Root.PROJECT), EnumSet.allOf(Root.class));
    }

    private static String file(AgentFile row) {
        return row.path().replace("*", "one");
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_file_is_named_if_its_fate_says_so(AgentFile row) throws Exception {
        var file = write(row.root(), file(row), row.path().endsWith("toml") ? "" : "{}");
        if (row.fate() instanceof Fate.Named named) {
            assertThat(gaps()).anySatisfy(gap -> {
                assertThat(gap.path()).isEqualTo(file.toString());
                assertThat(gap.message()).contains(named.would(), named.instead());
            });
        } else {
            assertThat(gaps()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void each_field_has_its_fate_and_one_that_is_not_listed_is_named(AgentFile row) throws Exception {
        if (row.fields().isEmpty()) {
            return;
        }
        var fields = new LinkedHashMap<>(row.fields());
        fields.put("surprise", new Fate.Named("", "no field of a file of " + row.agent(), null));
        var all = new LinkedHashMap<String, @Nullable Object>();
        fields.keySet().forEach(name -> all.put(name, 1));
        write(
                row.root(),
                file(row),
                row.path().endsWith("toml")
                        ? fields.keySet().stream()
                                .map(name -> "\"" + name + "\" = 1\n")
                                .collect(Collectors.joining())
                        : JsonObject.from(all).toString());
        var gaps = gaps();
        var named = new ArrayList<String>();
        fields.forEach((name, fate) -> {
            if (fate instanceof Fate.Named gap) {
                named.add(name);
                assertThat(gaps)
                        .anySatisfy(found -> assertThat(found.message())
                                .startsWith(name + " ")
                                .contains(gap.would(), gap.instead()));
            }
        });
        assertThat(gaps).extracting(gap -> gap.message().split(" ", 2)[0]).containsExactlyElementsOf(named);
    }

    @Test
    void files_that_are_not_listed_are_named_once_for_a_folder() throws Exception {
        for (var folder :
                List.of(".claude", ".codex", ".cursor", ".gemini", ".opencode", ".windsurf", ".github/copilot")) {
            write(Root.PROJECT, folder + "/new-guards.toml", "");
            write(Root.PROJECT, folder + "/other.json", "{}");
            write(Root.PROJECT, folder + "/NOTES.md", "");
        }
        assertThat(gaps()).hasSize(7).allSatisfy(gap -> {
            assertThat(gap.fatal()).isFalse();
            assertThat(gap.message()).startsWith("new-guards.toml, other.json: not known");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                ".gemini/settings.json; {\"tools\":{\"exclude\":[\"run_shell_command\"]}}; true",
                ".gemini/settings.json; {\"excludeTools\":[\"run_shell_command\"]}; true",
                ".gemini/settings.json; {\"tools\":{\"sandbox\":true}}; false",
                ".cursor/cli.json; {\"permissions\":{\"allow\":[],\"deny\":[\"Shell(rm)\"]}}; true",
                ".cursor/cli.json; {\"permissions\":{\"allow\":[\"Shell(ls)\"],\"deny\":[]}}; false",
                ".cursor/cli.json; {\"permissions\":{\"d\\u0065ny\":[\"Shell(rm)\"]}}; true",
                ".cursor/cli.json; {\"permissions\":{\"forbid\":[\"Shell(rm)\"]}}; true",
                ".gemini/settings.json; {\"tools\":{\"core\":[\"read_file\"]}}; true",
                ".gemini/settings.json; {\"tools\":{\"allowed\":[\"ls\"]}}; false",
                ".gemini/settings.json; {\"tools\":{\"forbidden\":[\"ls\"]}}; true",
                ".github/extensions/a/extension.mjs; import x from 'y'; true",
                ".opencode/plugins/a.ts; export const A = 1; false",
                ".windsurf/hooks.json; {\"hooks\":{\"pre_run_command\":[]}}; false",
                ".claude/settings.json; {\"env\":{\"A\":\"b\"}}; false",
            })
    void a_gate_of_an_agent_whose_gates_run_here_is_fatal(String path, String text, boolean gate) throws Exception {
        write(Root.PROJECT, path, text);
        assertThat(gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.fatal()).isEqualTo(gate));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "etc/codex/managed_config.toml; hooks = { PreToolUse = [] }; true",
                "etc/codex/managed_config.toml; [\"hooks\".PreToolUse]; true",
                "etc/codex/managed_config.toml; hooks.PreToolUse = []; true",
                "etc/codex/managed_config.toml; model = \"x\"; false",
                "etc/claude-code/managed-settings.d/a.json; {\"h\\u006foks\": {}}; true",
                "etc/claude-code/managed-settings.d/a.json; { }; false",
                "etc/gemini-cli/settings.json; {\"security\": {}}; true",
            })
    void what_an_organisation_may_refuse_by_is_a_gate_unless_it_is_known_to_be_none(
            String path, String text, boolean gate) throws Exception {
        write(Root.SYSTEM, path, text);
        assertThat(gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.fatal()).isEqualTo(gate));
    }

    @Test
    void no_value_of_a_variable_is_shown() throws Exception {
        write(Root.HOME, ".claude/settings.json", "{\"env\":{\"TOKEN\":\"sesame\"}}");
        assertThat(gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.message()).doesNotContain("sesame"));
    }

    @Test
    void every_place_of_hooks_that_run_is_in_the_table_as_obeyed() {
        var obeyed = files().stream()
                .filter(row -> row.fate() instanceof Fate.Obeyed)
                .map(row -> row.root() + " " + row.path().replace("/*.json", ""))
                .toList();
        for (var dialect : Dialects.all()) {
            for (var place : dialect.places()) {
                if (dialect.handlers().layout() != Dialect.Layout.SCRIPTS && !dialect.equals(Dialects.own())) {
                    assertThat(obeyed).contains(place.root() + " " + place.path());
                }
            }
        }
    }

    @Test
    void the_page_lists_every_file_and_every_field() throws Exception {
        GeneratedDoc.check(Path.of("../../docs/foreign-hooks.md"), "files", table());
    }

    private static String table() {
        var table = new StringBuilder("| agent | file | here |\n|---|---|---|\n");
        var fields = new LinkedHashMap<Map<String, Fate>, List<String>>();
        for (var row : files()) {
            table.append("| %s | `%s` | %s |\n".formatted(row.agent(), shown(row), words(row.fate())));
            if (!row.fields().isEmpty()) {
                fields.computeIfAbsent(row.fields(), _ -> new ArrayList<>()).add("`" + shown(row) + "`");
            }
        }
        fields.put(AgentFiles.PLUGIN_HOOKS, List.of("`hooks/hooks.json` of a plugin of Claude Code"));
        fields.put(AgentFiles.PLUGIN_MANIFEST, List.of("`plugin.json` of a plugin of Claude Code"));
        table.append("\n| fields of | fields | here |\n|---|---|---|\n");
        fields.forEach((all, names) -> {
            var grouped = new LinkedHashMap<Fate, List<String>>();
            all.forEach((name, fate) ->
                    grouped.computeIfAbsent(fate, _ -> new ArrayList<>()).add("`" + name + "`"));
            grouped.forEach((fate, some) -> table.append(
                    "| %s | %s | %s |\n".formatted(String.join(", ", names), String.join(", ", some), words(fate))));
        });
        return table.toString();
    }

    private static String shown(AgentFile row) {
        return switch (row.root()) {
            case SYSTEM -> "/" + row.path();
            case HOME -> "~/" + row.path();
            case PROJECT -> row.path();
        };
    }

    private static String words(Fate fate) {
        return switch (fate) {
            case Fate.Obeyed _ -> "obeyed";
            case Fate.NoEffect none -> "no effect: " + none.because();
            case Fate.Named named ->
                (named.refuses() == null
                                ? "named: it "
                                : named.refuses().pattern().equals("(?s).*")
                                        ? "**a gate**, named: it "
                                        : "**a gate** where it refuses, named: it ")
                        + named.would();
        };
    }
}

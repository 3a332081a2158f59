package dev.pawl.shellhooks.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Beside;
import dev.pawl.machine.Comparison;
import dev.pawl.shellhooks.answer.AnswerReader;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files and schemas of others, in the material that is no part of the project, are read as their makers say. */
@Beside
class OutsideFilesTest {
    private @Nullable Path outside;

    @BeforeEach
    void folder() {
        outside = Comparison.material("outside");
    }

    private List<Path> files(String folder) throws IOException {
        assertThat(outside).isNotNull();
        try (var files = Files.list(outside.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static Dialect dialect(String name) {
        return Dialects.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_is_accepted_elsewhere_has_no_errors_here() throws Exception {
        for (var file : files("schemastore/accepted/claude-code-settings")) {
            assertThat(HookFileReader.read(dialect("claude"), file, false).problems())
                    .as(file.toString())
                    .noneMatch(problem -> problem.fatal());
        }
        for (var file : files("schemastore/accepted/codex-hooks")) {
            assertThat(HookFileReader.read(dialect("codex"), file, false).problems())
                    .as(file.toString())
                    .noneMatch(problem -> problem.fatal());
        }
    }

    @Test
    void what_is_refused_elsewhere_is_an_error_here_with_its_place() throws Exception {
        for (var file : files("schemastore/refused/claude-code-settings")) {
            if (file.endsWith("invalid-permission-rule.json") || file.endsWith("wrong-property-types.json")) {
                continue; // These are about rules and other settings.
            }
            if (file.endsWith("additional-properties-hook.json")) {
                continue; // A field that is not known is named, and the hook runs.
            }
            assertThat(HookFileReader.read(dialect("claude"), file, false).problems())
                    .as(file.toString())
                    .anyMatch(problem -> problem.fatal() && problem.message().contains("hooks."));
        }
        for (var file : files("schemastore/refused/codex-hooks")) {
            if (file.endsWith("unknown-root-metadata.json")) {
                continue; // So is one at the top of a file.
            }
            assertThat(HookFileReader.read(dialect("codex"), file, false).problems())
                    .as(file.toString())
                    .anyMatch(problem -> problem.fatal());
        }
    }

    @Test
    void every_answer_that_codex_allows_is_understood() throws Exception {
        var codex = dialect("codex");
        int seen = 0;
        for (var file : files("codex-hook-schemas")) {
            if (!file.toString().endsWith(".command.output.schema.json")) {
                continue;
            }
            var schema = JsonObject.parse(Files.readString(file));
            var event = codex.events().values().stream()
                    .filter(form -> String.valueOf(file.getFileName()).startsWith(dashed(form.name()) + "."))
                    .findFirst()
                    .orElseThrow();
            for (int choice = 0; choice < 3; choice++) {
                var answer = String.valueOf(sample(schema, schema, choice));
                assertThatCode(() -> new AnswerReader(codex, event, false, ShellHook.Limits.CONTEXT, Path::of)
                                .read(new Ran(0, answer, "", 0, null)))
                        .as(file + " " + answer)
                        .doesNotThrowAnyException();
                seen++;
            }
        }
        assertThat(seen).isEqualTo(30);
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
    }

    /** A value with all its fields; of several that are allowed, the n-th. */
    private static @Nullable Object sample(JsonObject root, @Nullable Object written, int choice) {
        if (!(written instanceof JsonObject schema)) {
            return "text";
        }
        if (schema.get("$ref") instanceof String ref) {
            Object target = root;
            for (var name : ref.substring(2).split("/", -1)) {
                target = target instanceof JsonObject object ? object.get(name) : null;
            }
            return sample(root, target, choice);
        }
        for (var name : List.of("allOf", "anyOf", "oneOf")) {
            var all = schema.objects(name);
            if (!all.isEmpty()) {
                return sample(root, all.getFirst(), choice);
            }
        }
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.get("enum") instanceof List<?> words) {
            return words.get(choice % words.size());
        }
        if (!schema.object("properties").names().isEmpty()) {
            var fields = new LinkedHashMap<String, @Nullable Object>();
            schema.object("properties").asMap().forEach((name, each) -> fields.put(name, sample(root, each, choice)));
            return JsonObject.from(fields);
        }
        var type = schema.get("type") instanceof List<?> several ? several.getFirst() : schema.get("type");
        return switch (String.valueOf(type)) {
            case "boolean" -> choice % 2 == 0;
            case "integer", "number" -> 1;
            case "array" -> List.of();
            case "string" -> "text";
            default -> JsonObject.empty();
        };
    }
}

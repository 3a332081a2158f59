package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is in the files that users write, the program runs or says what is wrong, and shows nothing inside. */
class BrokenConfigurationsTest {
    private static final int TRIES = Campaign.tries(60, 5_000);
    private static final Pattern INSIDES =
            Pattern.compile("\\n\\tat |Cannot invoke|NullPointer|ClassCast|\\bjava\\.(lang|util)\\.[A-Z]");

    /** Nothing of these is a path or a command, so that no value leads anywhere. */
    private static final List<String> SETTINGS = List.of(
            "defaultModel",
            "defaultProvider",
            "defaultThinkingLevel",
            "theme",
            "hookTimeout",
            "retry",
            "compaction",
            "skills",
            "prompts",
            "themes",
            "enabledModels",
            "httpIdleTimeoutMs",
            "steeringMode",
            "followUpMode",
            "terminal",
            "images",
            "markdown",
            "thinkingBudgets",
            "defaultProjectTrust",
            "quietStartup",
            "enableSkillCommands",
            "sessionDurability");

    @TempDir
    Path dir;

    @Test
    void a_broken_file_is_a_sentence_and_never_a_stack_trace() {
        Property.holds(TRIES, draw -> {
            var files = draw.map(3, () -> draw.of(FILES), () -> draw.from(BrokenConfigurationsTest::content));
            var arguments = draw.of(List.of("-p", "Hi"), List.of("--list-models"), List.of("--mode", "json", "Hi"));
            var place = Files.createTempDirectory(dir, "place");
            try (var program = TestProgram.in(place, Script.of().endingWith(Turn.text("Done.")))) {
                for (var file : files.entrySet()) {
                    var target = program.agentDir().resolve(file.getKey());
                    Files.createDirectories(target.getParent());
                    Files.write(target, file.getValue().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
                }
                var run = program.run(arguments.toArray(String[]::new));
                assertThat(run.err()).doesNotContainPattern(INSIDES);
                assertThat(run.out()).doesNotContainPattern(INSIDES);
                assertThat(run.status()).isBetween(0, 2);
                if (run.status() != 0) {
                    assertThat(run.err() + run.out()).isNotBlank();
                }
            }
        });
    }

    private static final List<String> FILES = List.of(
            "settings.json",
            "models.json",
            "auth.json",
            "keybindings.json",
            "trust.json",
            "skills/a/SKILL.md",
            "prompts/a.md",
            "rules/a.md",
            "themes/a.json",
            "AGENTS.md",
            "SYSTEM.md");

    private static String content(Draw draw) {
        return draw.oneOf(
                () -> json(draw, 0).toString(),
                () -> cut(draw, json(draw, 0).toString()),
                () -> markdown(draw),
                () -> new String(draw.bytes(100), java.nio.charset.StandardCharsets.ISO_8859_1),
                () -> draw.of(
                        "", "null", "[]", "7", "\"x\"", "{", "\u0000", "[".repeat(20_000), "{\"a\":".repeat(9_000)));
    }

    private static JsonObject json(Draw draw, int depth) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var name : draw.list(0, 4, () -> draw.of(names()))) {
            fields.put(name, value(draw, depth));
        }
        return JsonObject.from(fields);
    }

    private static List<String> names() {
        var names = new ArrayList<>(SETTINGS);
        names.addAll(List.of("providers", "scripted", "models", "id", "api", "cost", "input", "reasoning", "type"));
        names.addAll(List.of("contextWindow", "maxTokens", "compat", "modelOverrides", "name", "vars", "colors"));
        names.addAll(List.of("app.interrupt", "tui.editor.cursorUp", "/", "", "__proto__", "anthropic", "oauth"));
        return names;
    }

    private static @Nullable Object value(Draw draw, int depth) {
        if (depth < 3 && draw.bool()) {
            return draw.bool() ? json(draw, depth + 1) : List.of(json(draw, depth + 1), 7);
        }
        return draw.of(Arrays.asList(
                (Object) null,
                0,
                -1,
                7,
                Long.MAX_VALUE,
                1e300,
                0.5,
                true,
                false,
                "",
                "high",
                "scripted",
                "openai-completions",
                "ctrl+x",
                "x".repeat(5_000),
                "\ud800",
                List.of(),
                List.of(List.of(List.of())),
                Arrays.asList(1, null, "a"),
                Map.of()));
    }

    private static String cut(Draw draw, String text) {
        return text.substring(0, draw.integer(0, text.length()));
    }

    private static String markdown(Draw draw) {
        return draw.pieces(
                12,
                "---\n",
                "name: a\n",
                "description: [\n",
                "description: d\n",
                ": :\n",
                "globs: {\n",
                "\t- x\n",
                "&a *a\n",
                "# Title\n",
                "$ARGUMENTS $1 ${@:9999999999}\n",
                "\u0000",
                "\r");
    }
}

package dev.pawl.start;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.value.ToolTraits.Exposure;
import dev.pawl.codemode.Codemode;
import dev.pawl.codemode.Limits;
import dev.pawl.codemode.ScriptLoadout;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.tools.shell.TempFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tool that runs scripts of the model, not active unless it is selected. Nothing of its room is loaded before that, and
 * the engine at the first call.
 */
final class ScriptTool {
    private static final String NAME = "codemode";

    /** The scripts that may run at the same time in this program. */
    private static final String MOST_ENGINES = "PI_CODEMODE_MAX_WORKERS";

    /** Models that take a grammar write a script as it is, without the escapes of a string. */
    private static final String GRAMMAR = """

        start: options_source | plain_source
        options_source: OPTIONS_LINE NEWLINE SOURCE
        plain_source: SOURCE

        OPTIONS_LINE: /[ \\t]*\\/\\/ @options:[^\\r\\n]*/
        NEWLINE: /\\r?\\n/
        SOURCE: /[\\s\\S]+/
        """;

    private ScriptTool() {}

    static Tool of(Settings settings, Map<String, String> environment) {
        var code = JsonObject.of("type", "string", "description", "Raw JavaScript source.");
        var parameters = JsonObject.of("type", "object", "properties", JsonObject.of("code", code))
                .with("required", List.of("code"));
        boolean only = settings.get(Keys.CODEMODE_MODE) == Choices.Codemode.ONLY;
        int budget = settings.get(Keys.CODEMODE_BUDGET);
        return Tool.of(
                        NAME,
                        "Runs JavaScript that calls other tools.",
                        parameters,
                        (arguments, ctx) -> new Codemode(limits(settings, environment), TempFiles.folder(environment))
                                .execute(arguments, ctx))
                .with(tool -> tool.exposure(Exposure.MODEL_ONLY)
                        .replayed()
                        .activeByDefault(false)
                        .reach(arguments -> ScriptLoadout.reach(arguments))
                        .loadout((declared, callable) -> ScriptLoadout.describe(declared, callable, only, budget))
                        .constrainedSampling(JsonObject.of("type", "grammar")
                                .with("variants", JsonObject.of("openai_lark", GRAMMAR)))
                        .promptSnippet("Run JavaScript that calls other tools")
                        .promptGuidelines(List.of("Use codemode to batch independent tool calls"
                                + " (Promise.allSettled), chain them, or filter large output, instead of many separate"
                                + " calls.")));
    }

    private static Limits limits(Settings settings, Map<String, String> environment) {
        return Limits.STANDARD
                .withWall(wall(settings.get(Keys.CODEMODE_TIMEOUT)))
                .withMemory((long) settings.get(Keys.CODEMODE_MEMORY) << 20)
                .withCalls(settings.get(Keys.CODEMODE_CALLS), settings.get(Keys.CODEMODE_PARALLEL))
                .withEngines(engines(environment.get(MOST_ENGINES)), Limits.STANDARD.admission());
    }

    /** 0 stands for no limit. */
    private static Duration wall(long millis) {
        return millis == 0 ? Duration.ofDays(365) : Duration.ofMillis(millis);
    }

    private static int engines(@Nullable String value) {
        return value != null && value.matches("[1-9]\\d{0,8}") ? Integer.parseInt(value) : Limits.STANDARD.engines();
    }
}

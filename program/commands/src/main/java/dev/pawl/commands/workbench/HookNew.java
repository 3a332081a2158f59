package dev.pawl.commands.workbench;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The command {@code pawl hooks new}: writes a hook that compiles, to begin with. */
public final class HookNew {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    private static final String USAGE =
            "pawl hooks new NAME [--point POINT | --tool | --command | --provider] [--test] [-l]";

    private HookNew() {}

    /**
     * Writes the file and prints how to try it.
     *
     * @param words what follows {@code new}
     */
    public static int run(List<String> words, Places places, Streams streams) throws IOException {
        String name = null;
        String point = null;
        String kind = "point";
        boolean local = false;
        boolean test = false;
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            switch (word) {
                case "-l", "--local" -> local = true;
                case "--test" -> test = true;
                case "--tool", "--command", "--provider" -> kind = word.substring(2);
                case "--point" -> point = ++i < words.size() ? words.get(i) : "";
                default -> {
                    if (name != null || word.startsWith("-")) {
                        throw Refusal.ofArguments("hooks new does not take " + word + ": " + USAGE);
                    }
                    name = word;
                }
            }
        }
        if (name == null || !NAME.matcher(name).matches()) {
            throw Refusal.ofArguments("hooks new needs a name of small letters, digits and hyphens: " + USAGE);
        }
        var folder = (local ? places.folders().projectDir() : places.agentDir()).resolve("hooks");
        var file = folder.resolve(name + ".java");
        if (Files.exists(file)) {
            throw Refusal.because(places.shown(file.toString()) + " is there already, and stays as it is");
        }
        var source = switch (kind) {
            case "tool" -> tool(name);
            case "command" -> command(name);
            case "provider" -> provider(name);
            default -> at(name, point);
        };
        var testFile = folder.resolve("tests").resolve(className(name) + "Test.java");
        if (test && Files.exists(testFile)) {
            throw Refusal.because(places.shown(testFile.toString()) + " is there already, and stays as it is");
        }
        Files.createDirectories(folder);
        Files.writeString(file, source);
        streams.out().println("Wrote " + places.shown(file.toString()));
        if (test) {
            Files.createDirectories(testFile.getParent());
            Files.writeString(testFile, test(name, className(name), kind, point));
            streams.out().println("Wrote " + places.shown(testFile.toString()));
        }
        streams.out()
                .println(
                        kind.equals("provider")
                                ? "Look at its model: pawl --list-models " + name
                                : "Try it: pawl hooks try " + trial(name, kind, point));
        return 0;
    }

    private static String trial(String name, String kind, @Nullable String point) {
        return switch (kind) {
            case "tool" -> "tool:" + name.replace('-', '_') + " '{\"text\":\"hello\"}'";
            case "command" -> "/" + name + " hello";
            default -> point == null ? "tool_call \"git push --force\"" : point;
        };
    }

    private static String at(String name, @Nullable String point) {
        if (point == null) {
            return shell(name, "Blocks what it does not like.", """
                pi.on(HookPoints.TOOL_CALL, (call, ctx) -> {
                    if (call.input() instanceof ToolInput.Bash bash && bash.command().contains("push --force")) {
                        return call.block("Do not force a push.");
                    }
                    return Decision.pass(call);
                });\
                """);
        }
        var named = HookPoints.find(point);
        if (named == null) {
            throw Refusal.ofArguments("there is no point " + point + "; pawl hooks points lists them");
        }
        var found = named.point();
        var constant = "HookPoints." + found.name().replace('.', '_').toUpperCase(Locale.ROOT);
        var body = switch (found) {
            case HookPoint.Notice<?> _ -> "ctx.ui().notify(\"" + found.name() + ": \" + event, Severity.INFO);";
            case HookPoint.Chain<?> _ -> "return event; // or a changed copy of it";
            case HookPoint.Gate<?, ?> _ -> "return Decision.pass(event); // or one of the other answers of the event";
        };
        return shell(name, found.traits().doc(), """
            pi.on(%s, (event, ctx) -> {
                %s
            });\
            """.formatted(constant, body));
    }

    private static String tool(String name) {
        var plain = shell(name, "Brings a tool that the model may call.", """
            pi.tool(Tool.of("%s", "Counts the characters of a text.", Arguments.class, (arguments, ctx) ->
                    ToolOutput.text(arguments.text().length() + " characters")));\
            """.formatted(name.replace('-', '_')));
        return plain.replace("    public void", "    record Arguments(String text) {}\n\n    public void");
    }

    private static String command(String name) {
        return shell(name, "Brings the command /" + name + ".", """
            pi.command("%s", "Shows its arguments.", ctx -> Outcome.status("You wrote: " + ctx.argsRaw()));\
            """.formatted(name));
    }

    private static String provider(String name) {
        return shell(name, "Adds a model of a server with the API of OpenAI.", """
            pi.provider("%s", ProviderConfig.at("http://127.0.0.1:8080/v1").withModels(
                    "openai-completions", "$%s_API_KEY", List.of(new Model("%s", "my-model", "My model",
                            "openai-completions", "", false, List.of(), Set.of(Model.Medium.TEXT), Cost.NONE,
                            128_000, 16_384, JsonObject.empty()))));\
            """.formatted(
                        name, name.replace('-', '_').toUpperCase(Locale.ROOT), name));
    }

    private static String shell(String name, String doc, String body) {
        return """
            import module dev.pawl.api;

            /** %s */
            class %s implements Hook {
                public void install(Host pi) {
            %s
                }
            }
            """.formatted(doc, className(name), body.indent(8).stripTrailing());
    }

    private static String className(String name) {
        var text = new StringBuilder();
        for (var part : Pattern.compile("-").splitAsStream(name).toList()) {
            text.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
        }
        return text + "Hook";
    }

    /** Returns the source of a test that loads the hook as the program does and fires one event at it. */
    private static String test(String name, String className, String kind, @Nullable String point) {
        var body = switch (kind) {
            case "tool" -> """
                assertEquals(ToolOutput.text("5 characters"), trial.call("%s", "{\\"text\\":\\"hello\\"}"));
                """.formatted(name.replace('-', '_'));
            case "command" -> """
                assertEquals(Outcome.status("You wrote: hello"), trial.run("%s", "hello"));
                """.formatted(name);
            case "provider" -> """
                assertEquals(List.of(), trial.errors());
                """;
            default -> point == null ? """
                var answer = trial.fire(HookPoints.TOOL_CALL, ToolCall.of("bash", new ToolInput.Bash("git push --force")));
                assertInstanceOf(Decision.Stop.class, answer);
                """ : testAt(point);
        };
        return """
            //JAVA 25+
            //DEPS dev.pawl:pawl-testkit:%s org.junit.jupiter:junit-jupiter:6.1.3

            import static org.junit.jupiter.api.Assertions.*;

            import dev.pawl.testkit.HookTrial;
            import module dev.pawl.api;
            import org.junit.jupiter.api.Test;

            class %sTest {
                @Test
                void it_does_what_it_should() throws Exception {
                    try (var trial = HookTrial.ofFiles(Path.of("%s.java"))) {
            %s
                    }
                }
            }
            """.formatted(
                        Version.text().strip(),
                        className,
                        name,
                        body.stripTrailing().indent(12).stripTrailing());
    }

    /** For other points an event of its own has to be made up, which only the author can. */
    private static String testAt(String point) {
        var named = HookPoints.find(point);
        HookPoint<?, ?> found = named == null ? HookPoints.TOOL_CALL : named.point();
        return """
            // Fire an event of yours: trial.fire(HookPoints.%s, …)
            assertEquals(List.of(), trial.errors());
            """.formatted(found.name().replace('.', '_').toUpperCase(Locale.ROOT));
    }
}

package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five hundred values, planted at forty-four ways in, are in nothing that a model, a hook or a reader of files sees. */
class SecretsEverywhereTest {
    private static final int VALUES = 500;
    private static final int WAYS = 44;

    @TempDir
    Path dir;

    private final List<String> values = new ArrayList<>();
    private final Set<Path> planted = new LinkedHashSet<>();
    private int way;

    @BeforeEach
    void make() {
        var random = new Random(4711);
        for (int i = 0; i < VALUES; i++) {
            values.add("zq" + i + "-"
                    + random.ints(24, 0, 62)
                            .mapToObj("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"::charAt)
                            .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append));
        }
    }

    /** The values for the next way in. */
    private List<String> next() {
        int each = VALUES / WAYS;
        var next = values.subList(way * each, way == WAYS - 1 ? VALUES : (way + 1) * each);
        way++;
        return next;
    }

    private String plain() {
        return written(value -> value);
    }

    private String written(UnaryOperator<String> form) {
        return String.join(" ; ", next().stream().map(form).toList());
    }

    private static String each(String value, String format) {
        return value.chars().mapToObj(c -> String.format(format, c)).reduce("", String::concat);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private TestProgram program(List<Turn> turns, Map<String, String> files) throws IOException {
        var fields = new LinkedHashMap<String, Object>();
        var declared = new LinkedHashMap<String, Object>();
        for (int i = 0; i < VALUES; i++) {
            fields.put("f" + i, values.get(i));
            declared.put("S" + i, JsonObject.of("file", "~/values.json", "field", "f" + i));
        }
        var pawl = TestProgram.in(dir, turns.toArray(Turn[]::new))
                .user(
                        "settings.json",
                        JsonObject.of("secrets", declared, "traces", JsonObject.of("keep", true))
                                .with("audit", JsonObject.of("file", "~/audit.jsonl"))
                                .toString())
                .environment(
                        "TMPDIR", Files.createDirectories(dir.resolve("tmp")).toString());
        plant(pawl.home.resolve("values.json"), JsonObject.from(fields).toString());
        for (var file : files.entrySet()) {
            plant(pawl.project.resolve(file.getKey()), file.getValue());
        }
        return pawl;
    }

    private void plant(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        planted.add(Files.writeString(file, text));
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static Turn tool(String name, Object... arguments) {
        var json = JsonObject.empty();
        for (int i = 0; i < arguments.length; i += 2) {
            json = json.with((String) arguments[i], arguments[i + 1]);
        }
        return Turn.calls(call(name, json));
    }

    /** A picture with a text in its metadata. */
    private static byte[] picture(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(
                Base64.getDecoder()
                        .decode(
                                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="));
        bytes.writeBytes(("tEXtComment\0" + text).getBytes(UTF_8));
        return bytes.toByteArray();
    }

    @Test
    void no_planted_value_reaches_a_request_a_file_or_a_reader() throws Exception {
        var files = new LinkedHashMap<String, String>();
        var turns = new ArrayList<Turn>();
        files.put("AGENTS.md", "Keys: " + plain());
        files.put("f-plain", plain());
        turns.add(tool("read", "path", "f-plain"));
        files.put("f-long", "x\n".repeat(3000) + plain() + "\n");
        turns.add(bash("cat f-long f-long f-long f-long f-long f-long f-long f-long f-long f-long f-long f-long"));
        var encodings = List.<UnaryOperator<String>>of(
                value -> base64(value),
                value -> base64("x" + value),
                value -> base64("xy" + value + "z"),
                value -> Base64.getUrlEncoder().encodeToString(("abc" + value).getBytes(UTF_8)),
                value -> HexFormat.of().formatHex(value.getBytes(UTF_8)),
                value -> HexFormat.of().withUpperCase().formatHex(value.getBytes(UTF_8)),
                value -> HexFormat.ofDelimiter(":").formatHex(value.getBytes(UTF_8)),
                value -> HexFormat.ofDelimiter(" ").formatHex(value.getBytes(UTF_8)),
                value -> HexFormat.of().withPrefix("%").formatHex(value.getBytes(UTF_8)),
                value -> URLEncoder.encode("?" + value, UTF_8),
                value -> each(value, "\\u%04x"),
                value -> each(value, "\\u%04X"),
                value -> each(value, "&#%d;"),
                value -> each(value, "&#x%x;"),
                value -> value.toUpperCase(java.util.Locale.ROOT),
                value -> "\u001b[31m" + value + "\u001b[0m");
        for (int i = 0; i < encodings.size(); i++) {
            files.put("f-enc" + i, written(encodings.get(i)));
            turns.add(i % 2 == 0 ? bash("cat f-enc" + i) : tool("read", "path", "f-enc" + i));
        }
        files.put("f-err", plain());
        turns.add(bash("cat f-err >&2; exit 7"));
        files.put("f-grep", plain());
        turns.add(tool("grep", "pattern", "zq", "path", "f-grep"));
        var names = next();
        turns.add(bash("mkdir -p names; cd names; for n in $(cat ../f-names); do touch \"$n\"; done; ls"));
        files.put("f-names", String.join(" ", names));
        turns.add(tool("ls", "path", "names"));
        turns.add(tool("find", "pattern", "zq*", "path", "names"));
        turns.add(bash("tar cf names.tar names; tar tvf names.tar; rm -r names names.tar"));
        files.put("f-split", plain());
        turns.add(
                bash("for f in $(cat f-split | tr -d ';'); do printf '%s' \"${f%????????}\"; sleep 0.05; printf '%s\\n'"
                        + " \"${f#\"${f%????????}\"}\"; done"));
        files.put("f-edit", "one\n" + plain() + "\ntwo\n");
        turns.add(
                tool("edit", "path", "f-edit", "edits", List.of(JsonObject.of("oldText", "two", "newText", "three"))));
        var missing = plain();
        files.put("f-missing", missing);
        turns.add(bash("cat \"$(cat f-missing)\""));
        files.put("f-hook", plain());
        turns.add(tool("peek", "path", "f-hook", "how", "text"));
        files.put("f-details", plain());
        turns.add(tool("peek", "path", "f-details", "how", "details"));
        files.put("f-structured", plain());
        turns.add(tool("peek", "path", "f-structured", "how", "structured"));
        files.put("f-throw", plain());
        turns.add(tool("peek", "path", "f-throw", "how", "throw"));
        files.put("f-update", plain());
        turns.add(tool("peek", "path", "f-update", "how", "update"));
        files.put("f-block", plain());
        turns.add(tool("read", "path", "f-block"));
        files.put("f-entry", plain());
        turns.add(tool("peek", "path", "f-entry", "how", "entry"));
        files.put("f-message", plain());
        turns.add(tool("peek", "path", "f-message", "how", "message"));
        files.put("f-nested", plain());
        turns.add(tool("peek", "path", "f-nested", "how", "nested"));
        files.put("f-changed", plain());
        turns.add(bash("echo change-this-result"));
        files.put("f-prompted", plain());
        files.put("f-request", plain());
        files.put("f-context", plain());
        var inImage = next();
        turns.add(tool("read", "path", "pic.png"));
        var inPrompt = plain();
        while (way < WAYS - 1) {
            files.put("f-more" + way, plain());
            turns.add(bash("cat f-more" + (way - 1) + " | sort | cat -A"));
        }
        files.put("f-last", plain());
        turns.add(bash("head -c 100000 f-last"));
        assertThat(way).isEqualTo(WAYS);
        turns.add(Turn.text("Done."));
        turns.add(Turn.text("Done."));

        try (var pawl = program(turns, files).hook("peek", """
            pi.tool(dev.pawl.api.tool.Tool.of("peek", "Looks.", JsonObject.parse(
                    "{\\"type\\":\\"object\\",\\"properties\\":{\\"path\\":{\\"type\\":\\"string\\"},\\"how\\":{\\"type\\":\\"string\\"}}}"),
                (arguments, ctx) -> {
                    var text = java.nio.file.Files.readString(ctx.project().cwd().resolve(arguments.string("path", "")));
                    var none = dev.pawl.api.tool.ToolOutput.text("nothing");
                    return switch (arguments.string("how", "")) {
                        case "text" -> dev.pawl.api.tool.ToolOutput.text(text);
                        case "details" -> none.withDetails(JsonObject.of("deep", java.util.List.of(JsonObject.of(text, text))));
                        case "structured" -> new dev.pawl.api.tool.ToolOutput(none.content(), null, JsonObject.of("x", text), null, false, false);
                        case "throw" -> throw new IllegalStateException("cannot: " + text);
                        case "update" -> { ctx.update(dev.pawl.api.tool.ToolOutput.text(text)); yield none; }
                        case "entry" -> { ctx.session().append("note", JsonObject.of("text", text)); yield none; }
                        case "message" -> { ctx.messages().send(dev.pawl.api.context.HookMessage.of("note", text)); yield none; }
                        case "nested" -> dev.pawl.api.tool.ToolOutput.text(dev.pawl.api.message.Content.text(ctx.executeTool("read", JsonObject.of("path", arguments.string("path", ""))).output().content()));
                        default -> none;
                    };
                }));
            pi.on(TOOL_CALL, (call, ctx) -> call.arguments().string("path", "").equals("f-block")
                ? call.block("not this: " + java.nio.file.Files.readString(ctx.project().cwd().resolve("f-block"))) : call.allow());
            pi.on(TOOL_RESULT, (result, ctx) -> result.text().contains("change-this-result")
                ? result.withText(java.nio.file.Files.readString(ctx.project().cwd().resolve("f-changed"))) : result);
            pi.on(BEFORE_AGENT_START, (start, ctx) ->
                start.appendSystemPrompt(java.nio.file.Files.readString(ctx.project().cwd().resolve("f-prompted"))));
            pi.on(CONTEXT, (context, ctx) -> {
                var more = new java.util.ArrayList<>(context.messages());
                more.addFirst(dev.pawl.api.message.Message.user(
                    java.nio.file.Files.readString(ctx.project().cwd().resolve("f-context")), 1));
                return context.withMessages(more);
            });
            pi.on(BEFORE_PROVIDER_REQUEST, (request, ctx) -> request.withPayload(request.payload().with("user",
                java.nio.file.Files.readString(ctx.project().cwd().resolve("f-request")))));
            """)) {
            Files.write(pawl.project.resolve("pic.png"), picture(String.join(" ", inImage)));
            planted.add(pawl.project.resolve("pic.png"));
            var run = pawl.run("--session-id", "abc-1", "--mode", "json", "-p", "Look at " + inPrompt);
            assertThat(run.status()).as(run.err()).isZero();
            var seen = new StringBuilder(run.out() + run.err());
            for (int i = 1; i <= pawl.requests(); i++) {
                seen.append(pawl.request(i));
            }
            assertThat(pawl.requests()).isGreaterThanOrEqualTo(turns.size() - 1);
            for (var words : List.of(
                    List.of("trace", "abc", "--json"),
                    List.of("--export", "abc", "out.html"),
                    List.of("--export", "abc", "out.md"),
                    List.of("secrets", "list"),
                    List.of("secrets", "check"),
                    List.of("audit", "verify"))) {
                var command = pawl.run(words.toArray(String[]::new));
                assertThat(command.status()).as("%s: %s", words, command.err()).isZero();
                seen.append(command.out()).append(command.err());
            }
            assertThat(found(seen.toString())).isEmpty();
            assertThat(seen).contains("⟦secret:S0⟧").contains("⟦secret:S499⟧");
            var holding = new ArrayList<String>();
            try (var all = Files.walk(dir)) {
                for (var file : all.filter(Files::isRegularFile)
                        .filter(file -> !planted.contains(file))
                        .toList()) {
                    var in = found(new String(Files.readAllBytes(file), ISO_8859_1));
                    if (!in.isEmpty()) {
                        holding.add(dir.relativize(file) + ": " + in.getFirst());
                    }
                }
            }
            assertThat(holding).isEmpty();
        }
    }

    /** Which values a text has in any of the forms that were planted. */
    private List<String> found(String text) {
        var lower = text.toLowerCase(java.util.Locale.ROOT);
        var found = new ArrayList<String>();
        for (var value : values) {
            var core = base64(value);
            if (lower.contains(value.toLowerCase(java.util.Locale.ROOT))
                    || text.contains(core.substring(0, 20))
                    || lower.contains(HexFormat.of().formatHex(value.getBytes(UTF_8)))) {
                found.add(value);
            }
        }
        return found;
    }
}

package dev.pawl.bridge.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about the protocol has the tables of the code, and its examples are messages. */
class ProtocolPageTest {
    static final Path PAGE = Checkout.file("docs/bridge-protocol.md");

    private static final Pattern EXAMPLES = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);

    @Test
    void the_tables_are_those_of_the_code() throws IOException {
        var text = Files.readString(PAGE);
        var wanted = text;
        wanted = with(
                wanted,
                "messages",
                "| from | type | fields |",
                Arrays.stream(MessageType.values())
                        .map(type -> row(
                                type.sender() == MessageType.Sender.HOST ? "host" : "Node",
                                code(type.wire()),
                                codes(type.fields())))
                        .toList());
        wanted = with(
                wanted,
                "methods",
                "| method | parameters | effect | answer |",
                Arrays.stream(Method.values())
                        .map(method -> row(
                                code(method.wire()),
                                codes(method.parameters()),
                                method.effect().wire(),
                                method.answer()))
                        .toList());
        wanted = with(
                wanted,
                "registrations",
                "| kind | fields |",
                Arrays.stream(RegistrationKind.values())
                        .map(kind -> row(code(kind.wire()), codes(kind.fields())))
                        .toList());
        if ("write".equals(System.getProperty("goldens"))) {
            Files.writeString(PAGE, wanted);
            text = wanted;
        }
        assertThat(text).as(PAGE + "; -Dgoldens=write rewrites its tables").isEqualTo(wanted);
    }

    private static String with(String text, String name, String head, List<String> rows) {
        var begin = "<!-- " + name + " -->\n";
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf("<!-- end -->", from);
        assertThat(from).as(name).isGreaterThan(begin.length());
        var rule = head.replaceAll("[^|]+", "---");
        return text.substring(0, from) + head + "\n" + rule + "\n" + String.join("", rows) + text.substring(to);
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String code(String name) {
        return "`" + name + "`";
    }

    private static String codes(List<String> names) {
        return names.stream()
                .map(name -> name.endsWith("?") ? code(name.substring(0, name.length() - 1)) + "?" : code(name))
                .collect(joining(", "));
    }

    @Test
    void every_message_has_an_example_that_the_decoder_reads() throws IOException {
        var seen = EnumSet.noneOf(MessageType.class);
        for (var block : EXAMPLES.matcher(Files.readString(PAGE)).results().toList()) {
            for (var line : block.group(1).lines().toList()) {
                var json = JsonObject.parse(line);
                var type = MessageType.valueOf(json.string("type", "").toUpperCase(java.util.Locale.ROOT));
                seen.add(type);
                check(type, json);
                if (type.sender() == MessageType.Sender.NODE) {
                    assertThat(MessageCodec.decode(line.getBytes(UTF_8)))
                            .as(line)
                            .isNotInstanceOf(NodeMessage.Malformed.class);
                } else {
                    assertThat(Json.write(asWritten(type, json).json())).isEqualTo(line);
                }
            }
        }
        assertThat(seen).containsExactlyInAnyOrder(MessageType.values());
    }

    private static void check(MessageType type, JsonObject json) {
        assertThat(json.names()).as(type.wire()).contains("type").doesNotContainNull();
        for (var field : type.fields()) {
            assertThat(field.endsWith("?") || json.has(field))
                    .as(type.wire() + " has " + field)
                    .isTrue();
        }
        assertThat(json.without("type").names())
                .as(type.wire())
                .isSubsetOf(type.fields().stream()
                        .map(field -> field.replace("?", ""))
                        .toList());
    }

    /** The message of Java that an example stands for. */
    private static HostMessage asWritten(MessageType type, JsonObject json) {
        long id = json.number("id", 0);
        long extension = json.number("extension", 0);
        return switch (type) {
            case HELLO -> {
                var changeable = new java.util.LinkedHashMap<String, List<String>>();
                json.object("changeable")
                        .names()
                        .forEach(name ->
                                changeable.put(name, json.object("changeable").strings(name)));
                yield new HostMessage.Hello(
                        json.integer("protocol", 0),
                        json.string("packages", ""),
                        json.bool("cache", false),
                        changeable,
                        json.number("patienceMs", 0),
                        json.string("theme"));
            }
            case IMPORT -> new HostMessage.Import(id, json.string("path", ""), json.integer("patienceTimes", 0));
            case LOAD ->
                new HostMessage.Load(
                        id,
                        extension,
                        json.string("path", ""),
                        json.string("next"),
                        json.get("mod") instanceof JsonObject mod ? mod : null);
            case CALL ->
                new HostMessage.Call(
                        new HostMessage.Target(id, extension, json.number("function", 0)),
                        json.string("context", ""),
                        json.list("arguments"),
                        json.has("state") ? json.object("state") : null,
                        json.bool("drawing", false),
                        json.has("command") ? json.object("command").as(HostMessage.CommandArguments.class) : null);
            case FIRE ->
                new HostMessage.Fire(
                        id,
                        json.list("handlers").stream()
                                .map(ProtocolPageTest::handler)
                                .toList(),
                        json.list("arguments"),
                        json.has("state") ? json.object("state") : null);
            case CANCEL -> new HostMessage.Cancel(id, json.has("done") ? (Integer) json.integer("done", 0) : null);
            case SETTLED -> new HostMessage.Settled(extension, json.bool("aborted", false));
            case UNLOAD -> new HostMessage.Unload(extension);
            case RENEW -> new HostMessage.Renew();
            case RESPONSE ->
                new HostMessage.Response(
                        id,
                        json.get("value"),
                        json.has("error") ? json.object("error").string("message") : null);
            case END -> new HostMessage.End();
            case READY, RETURN, RETURNED, REQUEST, NOTICE, WITHDRAW, STUCK -> throw new AssertionError(type);
        };
    }

    private static HostMessage.Handler handler(Object numbers) {
        var given = (List<?>) numbers;
        return new HostMessage.Handler(number(given, 0), number(given, 1));
    }

    private static long number(List<?> numbers, int index) {
        return ((Number) numbers.get(index)).longValue();
    }
}

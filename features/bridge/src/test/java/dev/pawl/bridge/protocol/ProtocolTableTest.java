package dev.pawl.bridge.protocol;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Node uses the names of Java's tables: {@code protocol.mjs} is written from them. */
class ProtocolTableTest {
    private static final Path NODE = Path.of("src/main/node");
    private static final Path TABLE = NODE.resolve("protocol.mjs");

    /** A method as Node's modules name it: the first argument of a function that sends it. */
    private static final Pattern SENT = Pattern.compile(
            "(?:(?<!process\\.)\\b(?:request|requestSync|tell|ask|say|later|dialog|write|emit|sent|toScreen)\\(\\s*|\\bmethod:"
                + " )\"([\\w.]+)\"");

    @Test
    void the_table_of_node_is_the_table_of_java() throws IOException {
        var text = """
            // The names of the bridge protocol. Written from the tables MessageType, Method and RegistrationKind in Java:
            // change them there and run ProtocolTableTest with -Dgoldens=write.
            export const VERSION = %d;

            export const HOST_MESSAGES = [%s];

            export const NODE_MESSAGES = [%s];

            export const REGISTRATIONS = [%s];

            /** What can be asked for and reported: its parameters in their order, and what it does. */
            export const METHODS = {
            %s
            };
            """.formatted(
                MessageCodec.VERSION,
                messages(MessageType.Sender.HOST),
                messages(MessageType.Sender.NODE),
                Arrays.stream(RegistrationKind.values())
                        .map(kind -> quoted(kind.wire()))
                        .collect(joining(", ")),
                Arrays.stream(Method.values()).map(ProtocolTableTest::line).collect(joining("\n")));
        if ("write".equals(System.getProperty("goldens"))) {
            Files.writeString(TABLE, text);
        }
        assertThat(text).as(TABLE + "; -Dgoldens=write rewrites it").isEqualTo(Files.readString(TABLE));
    }

    private static String messages(MessageType.Sender sender) {
        return Arrays.stream(MessageType.values())
                .filter(type -> type.sender() == sender)
                .map(type -> quoted(type.wire()))
                .collect(joining(", "));
    }

    private static String line(Method method) {
        return "  " + quoted(method.wire()) + ": { effect: "
                + quoted(method.effect().wire()) + ", parameters: ["
                + method.parameters().stream().map(ProtocolTableTest::quoted).collect(joining(", ")) + "] },";
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    @Test
    void node_sends_the_methods_of_the_table_and_no_others() throws IOException {
        var sent = new TreeSet<String>();
        for (var text : modules()) {
            SENT.matcher(text).results().forEach(found -> sent.add(found.group(1)));
        }
        assertThat(sent)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Method.values()).map(Method::wire).toList());
    }

    @Test
    void node_sends_the_messages_and_registrations_of_the_table_and_no_others() throws IOException {
        assertThat(named("\\btype: \"(\\w+)\"(?=[^\\n]*(?:\\bids?\\b|method|protocol|milliseconds))"))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(MessageType.values())
                        .filter(type -> type.sender() == MessageType.Sender.NODE)
                        .map(MessageType::wire)
                        .toList());
        assertThat(named("\\bkind: \"(\\w+)\""))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(RegistrationKind.values())
                        .map(RegistrationKind::wire)
                        .toList());
        assertThat(named("\\bcase \"(\\w+)\":\\n      return (?:void )?\\w+(?:\\(|\\.\\w+\\()"))
                .as("what host.mjs receives, beside responses, which channel.mjs takes")
                .containsAll(Arrays.stream(MessageType.values())
                        .filter(type -> type.sender() == MessageType.Sender.HOST && type != MessageType.RESPONSE)
                        .map(MessageType::wire)
                        .toList());
    }

    /** The watchdog and the heart beat that it looks at are clocks; nothing else looks at something again and again. */
    @Test
    void nothing_in_node_polls() throws IOException {
        assertThat(named("(Atomics\\.wait\\([^\\n]*)"))
                .as("waits of a thread: the lock of the pipe that two threads write to")
                .containsExactly("Atomics.wait(this.#cells, LOCK, 1, LOCK_MS) === \"timed-out\") return;");
        assertThat(modules().stream()
                        .flatMap(text -> Pattern.compile("setInterval\\(([^\\n]*)")
                                .matcher(text)
                                .results())
                        .map(found -> found.group(1)))
                .containsExactlyInAnyOrder("() => Atomics.add(patience, 0, 1), 250).unref();", "() => {");
    }

    private static Set<String> named(String pattern) throws IOException {
        var found = new TreeSet<String>();
        for (var text : modules()) {
            Pattern.compile(pattern).matcher(text).results().forEach(result -> found.add(result.group(1)));
        }
        return found;
    }

    /** The texts of Node's modules, the table aside. */
    private static List<String> modules() throws IOException {
        try (var files = Files.list(NODE)) {
            return files.filter(file -> file.toString().endsWith(".mjs"))
                    .filter(Predicate.not(TABLE::equals))
                    // It is run in a realm that has no part in the protocol.
                    .filter(file -> !file.endsWith("realm.mjs"))
                    .map(ProtocolTableTest::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

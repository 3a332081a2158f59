package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.TreeNode;
import dev.pawl.machine.property.Property;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionJsonTest {
    private static final String HEADER = """
        {"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}
        """;

    @TempDir
    Path folder;

    @Test
    void entries_tree_and_messages_are_what_the_objects_say() {
        Property.holds(60, draw -> {
            List<Integer> operations = draw.list(1, 60, () -> draw.integer(0, 1_000));
            var texts = draw.list(1, 5, () -> draw.text(30));
            var home = Files.createTempDirectory(folder, "json");
            try (var session = SessionFolder.sessions(home).begin(home, null)) {
                operations.forEach(n -> operate(session, n, texts.get(n % texts.size())));

                var entries =
                        JsonObject.parse(SessionJson.entries(session, null).toString());
                var tree = JsonObject.parse(SessionJson.tree(session).toString());
                var messages = JsonObject.parse(SessionJson.messages(session).toString());

                assertThat(entries.objects("entries"))
                        .isEqualTo(session.entries().stream().map(Entry::toJson).toList());
                assertThat(entries.string("leafId")).isEqualTo(session.leafId());
                assertThat(tree.objects("tree"))
                        .isEqualTo(session.tree().stream()
                                .map(SessionJsonTest::node)
                                .toList());
                assertThat(messages.objects("messages"))
                        .isEqualTo(
                                session.messages().stream().map(Message::toJson).toList());
            }
        });
    }

    private static void operate(Session session, int n, String text) {
        var entries = session.entries();
        var some = entries.isEmpty() ? null : entries.get(n % entries.size());
        switch (n % 10) {
            case 0 -> session.append("state", JsonObject.of("n", n));
            case 1 -> session.appendMessage("note", Body.of(text), true, null);
            case 2 -> {
                if (some != null) {
                    session.moveTo(some.id());
                }
            }
            case 3 -> {
                if (some != null) {
                    session.label(some.id(), n % 4 == 0 ? null : "L" + n);
                }
            }
            case 4 -> {
                var branch = session.branch();
                if (!branch.isEmpty() && branch.getLast() instanceof Entry.MessageEntry said) {
                    session.editContext(said.id(), n % 3 == 0 ? null : Body.of("edited " + text));
                }
            }
            case 5 -> {
                var branch = session.branch();
                if (!branch.isEmpty()) {
                    var kept = branch.get(n % branch.size()).id();
                    session.compact(
                            new CompactionResult("sum " + text, kept, n, null, null, JsonObject.empty()),
                            false,
                            false,
                            JsonObject.empty());
                }
            }
            case 6 ->
                session.moveWithSummary(some == null ? null : some.id(), new BranchRecap(text, null, null), false);
            default -> session.append(Message.user(text, n));
        }
    }

    private static JsonObject node(TreeNode node) {
        var json = JsonObject.of("entry", node.entry().toJson())
                .with(
                        "children",
                        node.children().stream().map(SessionJsonTest::node).toList());
        var since = node.labelTimestamp();
        return since == null ? json : json.with("label", node.label()).with("labelTimestamp", since.toString());
    }

    @Test
    void what_the_program_does_not_know_is_sent_as_it_stands_in_the_file() throws IOException {
        var file = file("""
            {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","toolsRemoved":["x"],"message":{"role":"user","content":"ü","timestamp":1,"odd":{"n":1.50}}}
            {"type":"hologram","id":"b","parentId":"a","when":1e3}
            """);

        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            assertThat(SessionJson.entries(session, null).toString())
                    .contains(
                            "\"toolsRemoved\":[\"x\"]", "\"odd\":{\"n\":1.50}", "{\"type\":\"hologram\",\"id\":\"b\"");
            assertThat(SessionJson.messages(session).toString())
                    .isEqualTo(
                            "{\"messages\":[{\"role\":\"user\",\"content\":\"ü\",\"timestamp\":1,\"odd\":{\"n\":1.50}}]}");
            assertThat(SessionJson.entries(session, "a").toString())
                    .startsWith("{\"entries\":[{\"type\":\"hologram\"")
                    .endsWith("\"leafId\":\"b\"}");
            assertThatThrownBy(() -> SessionJson.entries(session, "nobody")).hasMessage("Entry not found: nobody");
        }
    }

    @Test
    void damaged_lines_never_make_a_damaged_answer() throws IOException {
        var file = file("");
        var start = "{\"type\":\"message\",\"id\":\"%s\",\"parentId\":null,\"message\":{\"role\":\"user\",\"content\":";
        var lines = List.of(
                "\"unclosed}",
                "\"x\",}}",
                "\"bad \\x escape\"}}",
                "\"half \\u12\"}}",
                "01}}",
                "1.}}",
                "tru}}",
                "\"a\"}} {\"b\":1}",
                "[1,]}}",
                "\"tab\there\"}}",
                "\"carriage\"\r}}",
                "\"fine\"}}\r");
        try (var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            for (int i = 0; i < lines.size(); i++) {
                out.write((start.formatted("e" + i) + lines.get(i) + "\n").getBytes(StandardCharsets.UTF_8));
            }
            out.write((start.formatted("latin") + "\"caf").getBytes(StandardCharsets.UTF_8));
            out.write(new byte[] {(byte) 0xE9});
            out.write("\"}}\n".getBytes(StandardCharsets.UTF_8));
        }

        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            var text = SessionJson.entries(session, null).toString();
            var ids = new ArrayList<String>();
            JsonObject.parse(text).objects("entries").forEach(entry -> ids.add(entry.string("id")));

            assertThat(text).doesNotContain("\r", "\n");
            assertThat(ids).hasSize(session.entries().size()).contains("e1", "e11", "latin");
            JsonObject.parse(SessionJson.tree(session).toString());
            JsonObject.parse(SessionJson.messages(session).toString());
        }
    }

    @Test
    void a_long_conversation_is_sent_without_making_objects_of_it() throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            lines.append(
                    "{\"type\":\"message\",\"id\":\"%08x\",\"parentId\":%s,\"timestamp\":\"2026-01-01T00:00:00.000Z\","
                            .formatted(i + 1, i == 0 ? "null" : "\"%08x\"".formatted(i)));
            lines.append(
                    "\"message\":{\"role\":\"user\",\"content\":\"" + "word ".repeat(20) + "\",\"timestamp\":1}}\n");
        }
        var file = file(lines.toString());

        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            SessionJson.tree(session);
            var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            SessionJson.entries(session, null);
            SessionJson.tree(session);
            SessionJson.messages(session);

            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .as("three answers, each made of what was read and what is sent")
                    .isLessThan(12 * Files.size(file));
        }
    }

    private Path file(String lines) throws IOException {
        return Files.writeString(folder.resolve("s.jsonl"), HEADER + lines);
    }
}

package dev.pawl.acceptance.rpc;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields that clients of pi read in answers and events, and fields that must not be there. */
@Deep
class ShapesTest {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir
    Path dir;

    private Path session(Driven pawl, String... entries) throws Exception {
        var file = dir.resolve("old.jsonl");
        var header = JsonObject.of("type", "session", "version", 3L)
                .with("id", "old")
                .with("timestamp", "2026-01-01T00:00:00.000Z")
                .with("cwd", pawl.project.toString());
        return Files.writeString(file, header + "\n" + String.join("\n", entries) + "\n");
    }

    @Test
    void answers_have_no_fields_without_a_value() throws Exception {
        try (var pawl = Driven.in(dir)
                .hook("pi.command(\"bare\", \"\", _ -> Outcome.status(\"\"));")
                .start()) {
            var client = pawl.client();
            assertThat(client.send("get_last_assistant_text").has("text")).isFalse();
            assertThat(client.response("set_session_name", JsonObject.of("name", "n"))
                            .has("data"))
                    .isFalse();
            var command = client.send("get_commands").objects("commands").getFirst();
            assertThat(command.string("name")).isEqualTo("bare");
            assertThat(command.has("description")).isFalse();
            assertThat(command.object("sourceInfo").string("source")).isEqualTo("auto");
            assertThat(command.object("sourceInfo").string("scope")).isEqualTo("user");
        }
    }

    @Test
    void a_session_is_exported_as_a_page() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("Hello.")).start()) {
            var client = pawl.client();
            assertThat(client.response("export_html", JsonObject.empty()).string("error"))
                    .contains("nothing to export yet");
            client.promptAndWait("Hi there");
            var named = client.send("export_html", JsonObject.of("outputPath", "out.html"));
            assertThat(named.string("path"))
                    .isEqualTo(pawl.project.resolve("out.html").toString());
            assertThat(pawl.project.resolve("out.html")).content().contains("Hi there", "Hello.");
            assertThat(Path.of(client.send("export_html").string("path", "")))
                    .hasParent(pawl.project)
                    .content()
                    .contains("Hello.");
        }
    }

    @Test
    void a_hook_of_the_command_line_is_said_to_be_from_there() throws Exception {
        try (var pawl = Driven.in(dir)) {
            var hook = Files.writeString(dir.resolve("Given.java"), """
                import module dev.pawl.api;

                class Given implements Hook {
                    public void install(Host pi) {
                        pi.command("given", "Is given", _ -> Outcome.status(""));
                    }
                }
                """);
            pawl.start("--hook", hook.toString());
            var command = pawl.client().send("get_commands").objects("commands").getFirst();
            assertThat(command.object("sourceInfo").string("source")).isEqualTo("cli");
            assertThat(command.object("sourceInfo").string("scope")).isEqualTo("temporary");
        }
    }

    @Test
    void what_can_be_forked_from_is_on_every_branch_and_has_words() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("One."))) {
            var file = session(
                    pawl,
                    "{\"type\":\"message\",\"id\":\"a0000001\",\"parentId\":null,\"timestamp\":\"2026-01-01T00:00:01.000Z\",\"message\":{\"role\":\"user\",\"content\":\"left"
                        + " branch\",\"timestamp\":1}}",
                    "{\"type\":\"message\",\"id\":\"a0000002\",\"parentId\":null,\"timestamp\":\"2026-01-01T00:00:02.000Z\",\"message\":{\"role\":\"user\",\"content\":\"right"
                        + " branch\",\"timestamp\":2}}");
            pawl.start("--session", file.toString());
            var image = JsonObject.of("type", "image", "data", PIXEL).with("mimeType", "image/png");
            pawl.client().send("prompt", JsonObject.of("message", "", "images", List.of(image)));
            pawl.await("agent_settled");
            assertThat(pawl.client().send("get_fork_messages").objects("messages"))
                    .extracting(message -> message.string("text"))
                    .containsExactly("left branch", "right branch");
        }
    }

    @Test
    void results_and_answers_tell_how_long_they_took_and_failed_ones_have_details() throws Exception {
        try (var pawl = Driven.in(
                        dir,
                        Turn.calls(
                                call("read", JsonObject.of("path", "none.txt")),
                                call("nothing", JsonObject.empty()),
                                call("bash", JsonObject.of("command", "echo hi"))),
                        Turn.text("Done."))
                .start("--thinking", "low")) {
            pawl.client().promptAndWait("Hi");
            assertThat(pawl.events())
                    .filteredOn(event -> "tool_execution_end".equals(event.string("type")))
                    .hasSize(3)
                    .allSatisfy(end -> {
                        if (end.bool("isError", false)) {
                            assertThat(end.object("result").get("details")).isEqualTo(JsonObject.empty());
                        } else {
                            assertThat(end.object("result")
                                            .object("structuredContent")
                                            .string("output"))
                                    .isEqualTo("hi\n");
                        }
                    });
            var messages = pawl.client().send("get_messages").objects("messages");
            assertThat(messages)
                    .filteredOn(message -> message.bool("isError", false))
                    .hasSize(2)
                    .allSatisfy(message -> assertThat(message.get("details")).isEqualTo(JsonObject.empty()));
            assertThat(messages)
                    .filteredOn(message -> "assistant".equals(message.string("role")))
                    .hasSize(2)
                    .allSatisfy(message -> {
                        assertThat(message.get("durationMs")).isInstanceOf(Long.class);
                        assertThat(message.string("thinkingLevel")).isEqualTo("low");
                    });
            assertThat(messages)
                    .filteredOn(message -> "bash".equals(message.string("toolName")))
                    .allSatisfy(message -> assertThat(message.has("durationMs")).isTrue());
        }
    }

    @Test
    void an_answer_that_never_began_starts_as_it_ends_and_what_hides_it_is_reported() throws Exception {
        try (var pawl = Driven.in(dir, Turn.status(500), Turn.text("Fine."))
                .user("settings.json", "{\"retry\":{\"baseDelayMs\":1}}")
                .start()) {
            var told = pawl.client().promptAndWait("Hi");
            var failed = told.stream()
                    .filter(event -> "message_start".equals(event.string("type"))
                            && "assistant".equals(event.object("message").string("role")))
                    .findFirst()
                    .orElseThrow();
            assertThat(failed.object("message").string("stopReason")).isEqualTo("error");
            assertThat(failed.object("message").string("errorMessage")).contains("500");
            assertThat(told)
                    .filteredOn(event -> "entry_appended".equals(event.string("type")))
                    .singleElement()
                    .satisfies(event ->
                            assertThat(event.object("entry").string("type")).isEqualTo("context_edit"));
        }
    }

    @Test
    void a_compaction_says_who_wrote_it_and_what_is_left() throws Exception {
        try (var pawl = Driven.in(
                        dir,
                        Turn.text("One. ".repeat(50)),
                        Turn.text("Two. ".repeat(50)),
                        Turn.text("In short."),
                        Turn.text("In short."))
                .user("settings.json", "{\"compaction\":{\"keepRecentTokens\":10,\"reserveTokens\":1000}}")
                .start()) {
            var client = pawl.client();
            client.promptAndWait("first ".repeat(50));
            client.promptAndWait("second ".repeat(50));
            assertThat(client.send("compact").number("estimatedTokensAfter", 0)).isPositive();
            assertThat(client.send("get_entries").objects("entries"))
                    .filteredOn(entry -> "compaction".equals(entry.string("type")))
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.get("fromHook")).isEqualTo(false));
            assertThat(pawl.types()).contains("compaction_end").doesNotContain("entry_appended");
        }
    }

    @Test
    void what_others_wrote_into_a_session_comes_back_as_it_is() throws Exception {
        try (var pawl = Driven.in(dir)) {
            var system =
                    "{\"role\":\"system\",\"content\":\"\",\"toolsRemoved\":[{\"name\":\"grep\"}],\"timestamp\":2,\"news\":{\"a\":1}}";
            var file = session(
                    pawl,
                    "{\"type\":\"message\",\"id\":\"a0000001\",\"parentId\":null,\"timestamp\":\"2026-01-01T00:00:01.000Z\",\"message\":{\"role\":\"user\",\"content\":\"hi\",\"timestamp\":1},\"more\":true}",
                    "{\"type\":\"message\",\"id\":\"a0000002\",\"parentId\":\"a0000001\",\"timestamp\":\"2026-01-01T00:00:02.000Z\",\"message\":"
                            + system + "}");
            pawl.start("--session", file.toString());
            var entries = pawl.client().send("get_entries").objects("entries");
            assertThat(entries.getFirst().bool("more", false)).isTrue();
            assertThat(entries.get(1).object("message")).isEqualTo(JsonObject.parse(system));
            assertThat(pawl.client().send("get_messages").objects("messages")).contains(JsonObject.parse(system));
        }
    }

    @Test
    void a_fork_whose_hook_keeps_the_conversation_tells_its_messages() throws Exception {
        try (var pawl =
                Driven.in(dir, Turn.text("One."), Turn.text("Two.")).hook("""
                    pi.on(SESSION_BEFORE_FORK, (fork, _) -> fork.proceedWithoutRestore());
                    """).start()) {
            pawl.client().promptAndWait("first");
            pawl.client().promptAndWait("second");
            var texts = pawl.client().send("get_fork_messages").objects("messages");
            pawl.client().send("fork", JsonObject.of("entryId", texts.getLast().string("entryId")));
            assertThat(pawl.client().send("get_messages").objects("messages"))
                    .extracting(message -> message.string("role"))
                    .containsExactly("system", "user", "assistant", "user", "assistant");
        }
    }

    @Test
    void a_session_that_does_not_say_its_level_goes_on_with_the_one_of_the_settings() throws Exception {
        try (var pawl = Driven.in(dir).user("settings.json", "{\"defaultThinkingLevel\":\"high\"}")) {
            var file = session(
                    pawl,
                    "{\"type\":\"model_change\",\"id\":\"a0000000\",\"parentId\":null,\"timestamp\":\"2026-01-01T00:00:01.000Z\",\"provider\":\"scripted\",\"modelId\":\"scripted-1\"}",
                    "{\"type\":\"message\",\"id\":\"a0000001\",\"parentId\":\"a0000000\",\"timestamp\":\"2026-01-01T00:00:01.000Z\",\"message\":{\"role\":\"user\",\"content\":\"hi\",\"timestamp\":1}}");
            pawl.start("--session", file.toString());
            assertThat(pawl.client().state().string("thinkingLevel")).isEqualTo("high");
            assertThat(pawl.client().send("get_entries").objects("entries").getLast())
                    .satisfies(
                            entry -> assertThat(entry.string("thinkingLevel")).isEqualTo("high"));
        }
    }

    @Test
    void the_tree_of_a_long_conversation_is_reported_however_deep_it_is() throws Exception {
        int length = 20_000;
        try (var pawl = Driven.in(dir)) {
            var entries = new String[length];
            for (int i = 0; i < length; i++) {
                entries[i] =
                        "{\"type\":\"message\",\"id\":\"%08x\",\"parentId\":%s,\"timestamp\":\"2026-01-01T00:00:01.000Z\",\"message\":{\"role\":\"user\",\"content\":\"hi\",\"timestamp\":1}}"
                                .formatted(i + 1, i == 0 ? "null" : "\"%08x\"".formatted(i));
            }
            pawl.start("--session", session(pawl, entries).toString());
            var in = pawl.process().getOutputStream();
            in.write("{\"id\":\"t\",\"type\":\"get_tree\"}\n".getBytes(StandardCharsets.UTF_8));
            in.flush();
            var answer = pawl.process()
                    .inputReader(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("{\"id\":\"t\""))
                    .findFirst()
                    .orElseThrow();
            assertThat(answer)
                    .startsWith("{\"id\":\"t\",\"type\":\"response\",\"command\":\"get_tree\",\"success\":true");
            assertThat(answer.split("\"children\":\\[", -1)).hasSizeGreaterThan(length);
            assertThat(answer).endsWith("}}").contains("\"id\":\"%08x\"".formatted(length));
        }
    }
}

package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client may say when: behind the end of a run, and while there is none. */
@Deep
class IdleTest {
    private static final int OFTEN = 40;

    @TempDir
    Path dir;

    /** A client that does one thing after another, and nothing in between. */
    private static final class Plain {
        private final Driven pawl;
        private final BufferedReader out;
        private final List<JsonObject> read = new ArrayList<>();

        Plain(Driven pawl) {
            this.pawl = pawl;
            out = new BufferedReader(new InputStreamReader(pawl.process().getInputStream(), StandardCharsets.UTF_8));
        }

        void submit(String lines) throws IOException {
            pawl.process().getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
            pawl.process().getOutputStream().flush();
        }

        JsonObject next(Predicate<JsonObject> wanted) throws IOException {
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                var one = JsonObject.parse(line);
                read.add(one);
                if (wanted.test(one)) {
                    return one;
                }
            }
            throw new AssertionError("it never came; what came: " + read);
        }

        JsonObject event(String type) throws IOException {
            return next(one -> type.equals(one.string("type")));
        }

        JsonObject answer(String id) throws IOException {
            for (var one : read) {
                if (id.equals(one.string("id"))) {
                    return one;
                }
            }
            return next(one -> id.equals(one.string("id")));
        }
    }

    @Test
    void a_client_that_receives_the_end_finds_the_agent_idle_and_may_go_on() throws Exception {
        var answers = Collections.nCopies(2 * OFTEN, Turn.text("Yes."));
        try (var pawl = Driven.in(dir, Script.of(answers.toArray(Turn[]::new))).start()) {
            var client = new Plain(pawl);
            for (int i = 0; i < OFTEN; i++) {
                client.submit("{\"type\":\"prompt\",\"message\":\"first\"}\n");
                client.event("agent_end");
                client.submit("{\"id\":\"s" + i + "\",\"type\":\"get_state\"}\n{\"id\":\"p" + i
                        + "\",\"type\":\"prompt\",\"message\":\"second\"}\n");
                assertThat(client.answer("s" + i).object("data").bool("isStreaming", true))
                        .isFalse();
                var second = client.answer("p" + i);
                assertThat(second.bool("success", false)).as("%s", second).isTrue();
                client.event("agent_end");
                client.event("agent_settled");
            }
        }
    }

    @Test
    void a_prompt_behind_the_end_waits_for_those_who_have_the_last_word() throws Exception {
        var asked = dir.resolve("asked");
        var go = dir.resolve("go");
        try (var pawl = Driven.in(dir, Turn.text("One."), Turn.text("Two."))
                .hook("""
                    pi.on(AGENT_BEFORE_SETTLE, (event, _) -> {
                        try {
                            java.nio.file.Files.writeString(java.nio.file.Path.of("%s"), "");
                            while (!java.nio.file.Files.exists(java.nio.file.Path.of("%s"))) {
                                Thread.sleep(2);
                            }
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                        return event;
                    });
                    """.formatted(asked, go))
                .start()) {
            var client = new Plain(pawl);
            client.submit("{\"type\":\"prompt\",\"message\":\"first\"}\n");
            client.event("agent_end");
            Await.until("the hook is asked", () -> Files.exists(asked));
            client.submit("""
                {"id":"p","type":"prompt","message":"second"}
                {"id":"l","type":"get_available_thinking_levels"}
                """);
            // The prompt was read before this was answered.
            client.answer("l");
            Files.writeString(go, "");
            assertThat(client.answer("p").object("data").string("disposition")).isEqualTo("started");
            client.event("agent_end");
        }
    }

    @Test
    void what_steers_or_follows_while_idle_waits_for_the_next_prompt() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("One."), Turn.text("Two.")).start()) {
            var client = pawl.client();
            assertThat(client.send("steer", JsonObject.of("message", "left")).string("disposition"))
                    .isEqualTo("queued");
            assertThat(client.send("follow_up", JsonObject.of("message", "then"))
                            .string("disposition"))
                    .isEqualTo("queued");
            var state = client.state();
            assertThat(state.bool("isStreaming", true)).isFalse();
            assertThat(state.number("pendingMessageCount", 0)).isEqualTo(2);
            assertThat(pawl.model.requests()).isEmpty();
            client.promptAndWait("go");
            assertThat(client.send("get_messages").objects("messages"))
                    .filteredOn(message -> "user".equals(message.string("role")))
                    .extracting(message -> message.objects("content").getFirst().string("text"))
                    .containsExactly("go", "left", "then");
        }
    }
}

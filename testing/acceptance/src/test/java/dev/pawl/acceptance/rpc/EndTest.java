package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.InnerProgram;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a program that another one drives begins without being asked, and ends whatever it waits for. */
@Deep
class EndTest {
    @TempDir
    Path dir;

    private static void assertEnds(Driven pawl) throws InterruptedException {
        assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(pawl.process().exitValue()).isZero();
    }

    @Test
    void a_project_that_is_not_trusted_is_left_out_and_the_client_is_notified() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("Hello."))) {
            Files.createDirectories(pawl.project.resolve(".pi/prompts"));
            Files.writeString(pawl.project.resolve(".pi/prompts/mine.md"), "Do it");
            pawl.start();
            // A client that answers no dialogs: all it does is speak.
            var client = pawl.client();
            assertThat(client.state().bool("isStreaming", true)).isFalse();
            assertThat(client.send("get_commands").objects("commands")).isEmpty();
            client.promptAndWait("Hi");
            var told = pawl.await("extension_ui_request");
            assertThat(told.string("method")).isEqualTo("notify");
            assertThat(told.string("notifyType")).isEqualTo("warning");
            assertThat(told.string("message")).contains(".pi/prompts", "not used");
        }
    }

    @Test
    void a_hook_that_decides_about_trust_has_no_user_to_ask() throws Exception {
        try (var pawl = Driven.in(dir).hook("""
            pi.on(PROJECT_TRUST, (event, ctx) -> {
                boolean yes = ctx.ui().hasUser() || ctx.ui().confirm("Trust it?", "");
                return yes ? event.trust(false) : event.undecided();
            });
            """)) {
            Files.createDirectories(pawl.project.resolve(".pi/prompts"));
            Files.writeString(pawl.project.resolve(".pi/prompts/mine.md"), "Do it");
            pawl.start();
            assertThat(pawl.client().send("get_commands").objects("commands")).isEmpty();
            assertThat(pawl.events()).noneMatch(event -> "confirm".equals(event.string("method")));
        }
    }

    @Test
    void the_end_of_the_input_ends_it_while_a_hook_waits_for_the_client() throws Exception {
        try (var pawl = Driven.in(dir)
                .asProcess()
                .hook("pi.on(SESSION_START, (_, ctx) -> ctx.ui().confirm(\"Go on?\", \"There is nobody.\"));")
                .start()) {
            pawl.client();
            pawl.await("extension_ui_request");
            pawl.process().getOutputStream().close();
            assertEnds(pawl);
        }
    }

    @Test
    void the_end_of_the_input_ends_it_although_its_output_is_not_read() throws Exception {
        try (var pawl = Driven.in(dir).asProcess().start()) {
            try (var in = pawl.process().getOutputStream()) {
                // Far more answers than a pipe holds.
                in.write("{\"type\":\"get_state\"}\n".repeat(20_000).getBytes(StandardCharsets.UTF_8));
            }
            assertEnds(pawl);
        }
    }

    @Test
    void a_hooks_command_ends_an_idle_program_at_once() throws Exception {
        try (var pawl = Driven.in(dir)
                .asProcess()
                .hook("pi.command(\"bye\", \"Ends\", ctx -> { ctx.project().shutdown(); return"
                        + " Outcome.status(\"bye\"); });")
                .start()) {
            assertThat(pawl.client()
                            .response("prompt", JsonObject.of("message", "/bye"))
                            .bool("success", false))
                    .isTrue();
            // The input stays open, and nothing more comes from the client.
            assertEnds(pawl);
        }
    }

    @Test
    void a_hook_that_ends_the_program_during_a_run_ends_it_when_that_has_settled() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("All of it is said."))
                .hook("pi.on(MESSAGE_START, (_, ctx) -> ctx.project().shutdown());")
                .start()) {
            pawl.client().prompt("Hi");
            assertEnds(pawl);
            assertThat(pawl.await("agent_settled").bool("aborted", true)).isFalse();
            assertThat(pawl.types()).contains("agent_end");
        }
    }

    @Test
    void what_was_asked_just_before_the_end_is_answered_although_a_hook_takes_its_time() throws Exception {
        var go = dir.resolve("go");
        try (var pawl = Driven.in(dir).hook("""
            pi.on(SESSION_INFO_CHANGED, (_, _) -> {
                while (!java.nio.file.Files.exists(java.nio.file.Path.of("%s"))) Thread.sleep(5);
            });
            """.formatted(go)).start()) {
            var opening = new FutureTask<>(() -> {
                Await.until("it has read the end of its input", ((InnerProgram) pawl.process())::hasReadTheEnd);
                return Files.createFile(go);
            });
            Thread.startVirtualThread(opening);
            var all = pawl.talk("{\"id\":1,\"type\":\"set_session_name\",\"name\":\"last\"}\n");
            assertThat(all)
                    .filteredOn(record -> "response".equals(record.string("type")))
                    .singleElement()
                    .satisfies(answer -> assertThat(answer.bool("success", false))
                            .as(answer.toString())
                            .isTrue());
            assertEnds(pawl);
        }
    }

    @Test
    void a_hook_that_does_not_load_is_reported_once_and_nothing_is_answered() throws Exception {
        try (var pawl =
                Driven.in(dir).user("hooks/broken.java", "class Broken {").start()) {
            var all = pawl.talk("{\"type\":\"get_state\"}\n");
            assertThat(all).singleElement().satisfies(record -> {
                assertThat(record.string("type")).isEqualTo("extension_error");
                assertThat(record.string("extensionPath")).endsWith("broken.java");
                assertThat(record.string("event")).isEqualTo("load");
            });
            assertThat(pawl.process().waitFor()).isEqualTo(1);
        }
    }
}

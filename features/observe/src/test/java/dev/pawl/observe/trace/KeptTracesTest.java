package dev.pawl.observe.trace;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestHome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.observe.ObserveHome;
import dev.pawl.observe.page.SessionExport;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the hooks of an agent did is kept beside its session, and never what they took out. */
class KeptTracesTest {
    private static final String KEEP = "{\"traces\":{\"keep\":true}}";

    @TempDir
    Path dir;

    private TestHome home() throws IOException {
        return ObserveHome.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "cat data"))),
                        Turn.calls(call("bash", JsonObject.of("command", "echo forbidden"))),
                        Turn.text("Done."))
                .file("data", "s3cr3t-output\n")
                .hook("guard.java", pi -> {
                    pi.on(
                            TOOL_CALL,
                            (call, ctx) ->
                                    call.arguments().string("command", "").contains("forbidden")
                                            ? call.block("not that one")
                                            : call.allow());
                    pi.on(
                            TOOL_RESULT,
                            (result, ctx) -> result.withText(result.text().replace("s3cr3t-output", "***")));
                });
    }

    @Test
    void traces_are_kept_and_exported_without_what_a_hook_removed() throws Exception {
        try (var pawl = home().user("settings.json", KEEP)) {
            pawl.run("Go");
            var file = pawl.sessions().getFirst();
            var lines = TraceFile.read(file);
            assertThat(lines)
                    .anySatisfy(line -> {
                        assertThat(line.point()).isEqualTo("tool_call");
                        assertThat(line.toJson().objects("steps").getFirst().string("effect"))
                                .isEqualTo("stopped");
                    })
                    .anySatisfy(line -> {
                        assertThat(line.point()).isEqualTo("tool_result");
                        assertThat(line.toJson().objects("steps").getFirst().string("effect"))
                                .isEqualTo("changed");
                    });
            var sessions = new Sessions(SessionPaths.below(pawl.agentDir()), SessionOptions.standard());
            try (var session = sessions.openReadOnly(file)) {
                SessionExport.write(session, sessions, lines, dir.resolve("out.html"));
                SessionExport.write(session, sessions, lines, dir.resolve("out.md"));
            }
            assertThat(dir.resolve("out.html")).content().contains("not that one", "guard.java");
            assertThat(dir.resolve("out.md")).content().contains("guard.java at tool_call: stopped");
            try (var files = Files.walk(dir)) {
                assertThat(files.filter(Files::isRegularFile).filter(KeptTracesTest::hasSecret))
                        .containsExactly(pawl.project.resolve("data"));
            }
        }
    }

    private static boolean hasSecret(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("s3cr3t-output");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void what_hooks_cost_by_breaking_the_cache_is_summed_up_for_each_hook() throws Exception {
        var count = new AtomicInteger();
        try (var pawl = ObserveHome.in(
                        dir,
                        Turn.calls(call("read", JsonObject.of("path", "data"))),
                        Turn.calls(call("read", JsonObject.of("path", "data"))),
                        Turn.text("Done."))
                .file("data", "a line of the file\n".repeat(100))
                .hook(
                        "clock.java",
                        pi -> pi.on(CONTEXT, (event, ctx) -> {
                            if (event.preview()) {
                                return event;
                            }
                            var changed = new ArrayList<>(event.messages());
                            changed.set(0, Message.user("request " + count.incrementAndGet(), 0));
                            return event.withMessages(changed);
                        }))
                .user("settings.json", KEEP)) {
            pawl.run("Go");
            var lines = TraceFile.read(pawl.sessions().getFirst());
            long sum = lines.stream()
                    .mapToLong(line -> line.toJson().number("tokens", 0))
                    .sum();
            assertThat(HookCost.of(lines)).singleElement().satisfies(cost -> {
                assertThat(cost.hook()).isEqualTo("clock.java");
                assertThat(cost.breaks()).isEqualTo(2);
                assertThat(cost.tokens()).isEqualTo(sum).isGreaterThan(400);
            });
        }
    }
}

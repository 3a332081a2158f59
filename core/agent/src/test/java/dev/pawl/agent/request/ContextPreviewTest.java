package dev.pawl.agent.request;

import static dev.pawl.agent.ContextChanges.plus;
import static dev.pawl.agent.ContextChanges.without;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.CONTEXT_WITH_SYSTEM;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestAgent;
import dev.pawl.api.Outcome;
import dev.pawl.api.message.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextPreviewTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder talking() {
        return TestAgent.in(dir).model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."));
    }

    @Test
    void a_command_that_rebuilds_the_context_has_hooks_look_at_it_and_sees_what_they_make_of_it() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.on(CONTEXT, (context, _) -> {
                        recorded.add("preview: " + context.preview());
                        return plus(context, "added");
                    });
                    pi.on(CONTEXT_WITH_SYSTEM, (context, _) -> {
                        recorded.add("with system");
                        return context;
                    });
                    pi.command("rebuild", "Has the context computed again", ctx -> {
                        ctx.session().rebuildContext();
                        recorded.add("last: " + ctx.messages().list().getLast().text());
                        return Outcome.nothing();
                    });
                })
                .start()) {
            it.prompt("first");
            recorded.clear();
            it.prompt("/rebuild");
            assertThat(recorded).containsExactly("preview: true", "last: added");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void what_a_context_shows_grows_with_the_conversation() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> without(context, "first")))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.agent.context().messages().list().stream()
                            .filter(message -> !(message instanceof Message.SystemPrompt))
                            .map(Message::text))
                    .containsExactly("One.", "second", "Two.");
        }
    }

    @Test
    void a_handler_that_asks_for_a_new_context_each_time_it_sees_one_does_not_run_for_ever() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, ctx) -> {
                    recorded.add("seen");
                    ctx.session().rebuildContext();
                    return context;
                }))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.requests()).isEqualTo(2);
            assertThat(recorded.size()).isBetween(2, 6);
        }
    }

    @Test
    void a_session_that_is_opened_again_is_previewed() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> {
                    recorded.add("preview: " + context.preview() + " of "
                            + context.messages().size());
                    return context;
                }))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            recorded.clear();
            it.agent.switchSession(Objects.requireNonNull(it.agent.session().file()));
            assertThat(recorded).containsExactly("preview: true of 4");
        }
    }

    @Test
    void a_preview_changes_no_file() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> plus(context, "added")))
                .start()) {
            it.prompt("first");
            var file = Objects.requireNonNull(it.agent.session().file());
            var before = Files.readString(file);
            it.agent.context().session().rebuildContext();
            it.agent.waitForIdle();
            assertThat(Files.readString(file)).isEqualTo(before);
        }
    }
}

package dev.pawl.agent;

import static dev.pawl.api.HookPoints.UI_PROMPT_END;
import static dev.pawl.api.HookPoints.UI_PROMPT_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.UiPrompt;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.FakeUi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UiPromptTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private final Hook listening = pi -> {
        pi.on(UI_PROMPT_START, (event, _) -> recorded.add("start " + describe(event)));
        pi.on(UI_PROMPT_END, (event, _) -> recorded.add("end " + describe(event)));
        pi.command("ask", "", ctx -> {
            switch (ctx.argsRaw()) {
                case "select" -> ctx.ui().select("Which?", List.of("a", "b"));
                case "confirm" -> ctx.ui().confirm("Sure?", "Really?");
                case "input" -> ctx.ui().input("Name?", "");
                case "editor" -> ctx.ui().editor("Text", "");
                case "overlay" -> ctx.ui().overlay((_, _, _, _) -> null, OverlayOptions.centered());
                case "handled overlay" -> ctx.ui().overlay((_, _, _, _) -> null, OverlayOptions.centered(), _ -> {});
                default -> ctx.ui().custom((_, _, _, _) -> null);
            }
            return Outcome.nothing();
        });
    };

    private static String describe(UiPrompt prompt) {
        return prompt.kind() + " " + prompt.title();
    }

    @Test
    void every_dialog_of_a_hook_is_reported_when_it_opens_and_when_it_is_over() throws Exception {
        var ui = new FakeUi().answer("a").answer(true).cancel().answer("text").answer((Object) "custom");
        ui.answer((Object) "overlay").answer((Object) "overlay");
        try (var it = TestAgent.in(dir).ui(ui, Mode.RPC).hook(listening).start()) {
            for (var kind : List.of("select", "confirm", "input", "editor", "custom", "overlay", "handled overlay")) {
                it.prompt("/ask " + kind);
            }
            it.until(() -> recorded.size() == 14);
            assertThat(recorded)
                    .containsExactly(
                            "start SELECT Which?",
                            "end SELECT Which?",
                            "start CONFIRM Sure?",
                            "end CONFIRM Sure?",
                            "start INPUT Name?",
                            "end INPUT Name?",
                            "start EDITOR Text",
                            "end EDITOR Text",
                            "start CUSTOM null",
                            "end CUSTOM null",
                            "start CUSTOM null",
                            "end CUSTOM null",
                            "start CUSTOM null",
                            "end CUSTOM null");
        }
    }

    /** Confirmations wait until the scenario lets them go; everything else is answered at once. */
    private static final class SlowUi extends NoUi {
        private final Waypoint asked = new Waypoint();

        @Override
        public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
            asked.pass();
            return true;
        }

        @Override
        public Optional<String> input(String title, String placeholder, DialogOptions dialog) {
            return Optional.of("answer");
        }
    }

    @Test
    void dialogs_that_are_open_at_once_are_one_to_those_who_are_notified() throws Exception {
        var ui = new SlowUi();
        try (var it = TestAgent.in(dir).ui(ui, Mode.TUI).hook(listening).start()) {
            var first = PendingPrompt.to(it, "/ask confirm");
            ui.asked.awaitReached();
            it.prompt("/ask input");
            ui.asked.open();
            first.await();
            it.prompt("/ask input");
            it.until(() -> recorded.size() == 4);
            assertThat(recorded)
                    .containsExactly(
                            "start CONFIRM Sure?", "end CONFIRM Sure?", "start INPUT Name?", "end INPUT Name?");
        }
    }

    @Test
    void a_dialog_that_is_aborted_is_over_too() throws Exception {
        var ui = new SlowUi();
        try (var it = TestAgent.in(dir).ui(ui, Mode.RPC).hook(listening).start()) {
            var asking = PendingPrompt.to(it, "/ask confirm");
            ui.asked.awaitReached();
            asking.interrupt();
            it.until(asking::isOver);
            it.until(() -> recorded.size() == 2);
            assertThat(recorded).containsExactly("start CONFIRM Sure?", "end CONFIRM Sure?");
        }
    }

    @Test
    void those_who_are_notified_do_not_keep_the_user_waiting() throws Exception {
        var hold = new Waypoint();
        var ui = new FakeUi().answer(true);
        try (var it = TestAgent.in(dir)
                .ui(ui, Mode.RPC)
                .hook(pi -> pi.on(UI_PROMPT_START, (_, _) -> hold.pass()))
                .hook(listening)
                .start()) {
            it.prompt("/ask confirm");
            assertThat(ui.shown()).containsExactly("confirm: Sure? | Really?");
            hold.open();
        }
    }

    @Test
    void where_no_user_can_be_asked_nothing_is_reported() throws Exception {
        try (var it =
                TestAgent.in(dir).ui(new NoUi(), Mode.PRINT).hook(listening).start()) {
            it.prompt("/ask confirm");
            it.prompt("/ask select");
        }
        assertThat(recorded).isEmpty();
    }
}

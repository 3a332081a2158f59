package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of hooks: which of them hold, which are refused, and what the user is told about it. */
@Deep
class ShortcutsOnScreenTest {
    @TempDir
    Path dir;

    private static String shortcut(String key, String says) {
        return "pi.shortcut(new Shortcut(\"%s\", \"\", ctx -> ctx.ui().notify(\"%s\", Severity.WARNING)));\n"
                .formatted(key, says);
    }

    @Test
    void reserved_keys_are_refused_others_taken_over_and_of_two_hooks_the_last_one_has_it() throws Exception {
        try (var seat = Seat.in(dir)) {
            seat.user("keybindings.json", "{\"app.session.new\": \"alt+n\", \"app.clear\": [\"ctrl+c\", \"alt+c\"]}");
            seat.hook(
                    "a",
                    shortcut("ctrl+c", "NEVER clear")
                            + shortcut("CTRL+K", "NEVER kill")
                            + shortcut("alt+c", "NEVER bound by the user")
                            + shortcut("enter", "NEVER send")
                            + shortcut("ctrl+p", "NEVER shared with something reserved")
                            + shortcut("no such key", "NEVER there")
                            + shortcut("alt+h", "A FREE KEY")
                            + shortcut("ctrl+y", "A TAKEN KEY")
                            + shortcut("alt+n", "A KEY OF THE USER'S")
                            + shortcut("f7", "NEVER the first"));
            seat.hook("b", shortcut("F7", "THE LAST") + """
                pi.shortcut(new Shortcut("alt+x", "", ctx -> { throw new IllegalStateException("it broke"); }));
                """);
            var it = seat.start(200, 50);
            var told = it.await("takes the key f7 from");
            assertThat(told)
                    .contains("the key ctrl+c belongs to")
                    .contains("the key ctrl+k belongs to tui.editor.deleteToLineEnd and cannot be taken by a hook")
                    .contains("the key alt+c belongs to app.clear and cannot be taken by a hook")
                    .contains("the key enter belongs to")
                    .contains("the key ctrl+p belongs to app.model.cycleForward and cannot be taken by a hook")
                    .contains("there is no key \"no such key\"")
                    .contains("takes the key ctrl+y from tui.editor.yank")
                    .contains("takes the key alt+n from app.session.new")
                    .doesNotContain("alt+h");

            it.type("\u001bh").await("A FREE KEY");
            it.type("\u0019").await("A TAKEN KEY");
            it.type("\u001bn").await("A KEY OF THE USER'S");
            it.type("\u001b[18~").await("THE LAST");
            it.type("\u001bx").await("it broke");
            it.type("ab", "\u0001", "\u000b").await("ctrl+k still deletes", now -> !now.contains("\nab"));
            it.type("text").await("text");
            it.type("\u001bc").awaitGone("text");
            it.type("\u0010");
            it.submit("/hotkeys ").await("alt+h");
            it.type("half").await("half");
            it.type("\u0003").awaitGone("half");
            assertThat(it.everything()).doesNotContain("NEVER");
            it.type("\u0004").await(Seat.PROMPT.strip());
        }
    }
}

package dev.pawl.tui.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeymapTest {
    /** Actions that a program adds to those of editor, lists and screen. */
    private static final List<KeyAction> ACTIONS = Stream.concat(
                    TuiActions.all().stream(),
                    Stream.of(
                            KeyAction.of("app.interrupt", "escape", "Abort", "interrupt"),
                            KeyAction.of("app.clear", "ctrl+c", "Clear"),
                            KeyAction.of("app.exit", "ctrl+d", "Leave", "exit"),
                            KeyAction.of("app.suspend", "ctrl+z | win32:", "Stop"),
                            KeyAction.of("app.followUp", "alt+enter | win32:ctrl+q wsl:ctrl+q", "Send later"),
                            KeyAction.of("app.fold", "ctrl+left alt+left | darwin:alt+left,ctrl+left", "Fold"),
                            KeyAction.of("app.tools.expand", "ctrl+o", "Unfold", "expandTools")))
            .toList();

    @TempDir
    private Path folder;

    private Keymap read(String json) throws Exception {
        return Keymap.read(Files.writeString(folder.resolve("keybindings.json"), json), ACTIONS);
    }

    @Test
    void actions_have_their_usual_keys() {
        var keys = Keymap.read(folder.resolve("none.json"), ACTIONS);
        assertThat(keys.matches("\u001b[13;2u", "tui.input.newLine")).isTrue();
        assertThat(keys.matches("\n", "tui.input.newLine")).isTrue();
        assertThat(keys.matches("\r", "tui.input.submit")).isTrue();
        assertThat(keys.matches("x", "tui.input.submit")).isFalse();
        assertThat(keys.matches("\r", "no.such.action")).isFalse();
        assertThat(keys.text("tui.select.cancel")).isEqualTo("escape/ctrl+c");
        assertThat(keys.description("app.exit")).isNotBlank();
        assertThat(keys.actionsOf("ctrl+c")).containsExactly("tui.input.copy", "tui.select.cancel", "app.clear");
        assertThat(keys.problems()).isEmpty();
    }

    @Test
    void every_usual_key_exists() {
        for (var platform : List.of("", "win32", "wsl", "darwin")) {
            for (var action : TuiActions.all()) {
                assertThat(action.keys(platform))
                        .as(action.id())
                        .allSatisfy(key -> assertThat(Key.normal(key)).isNotEmpty());
            }
        }
    }

    @Test
    void the_actions_of_editor_and_lists_are_all_that_this_room_knows() {
        assertThat(TuiActions.all()).isNotEmpty().allMatch(action -> action.id().startsWith("tui."));
        assertThat(Keymap.defaults().actions())
                .containsExactlyElementsOf(
                        TuiActions.all().stream().map(KeyAction::id).toList());
    }

    @Test
    void some_keys_differ_between_platforms() {
        assertThat(KeyAction.platform("Windows 11", Map.of())).isEqualTo("win32");
        assertThat(KeyAction.platform("Linux", Map.of("WSL_INTEROP", "x"))).isEqualTo("wsl");
        assertThat(keys("win32", "app.suspend")).isEmpty();
        assertThat(keys("wsl", "app.followUp")).containsExactly("ctrl+q");
        assertThat(keys("darwin", "app.fold")).containsExactly("alt+left", "ctrl+left");
        assertThat(keys("", "tui.editor.undo")).containsExactly("ctrl+-");
    }

    private static List<String> keys(String platform, String action) {
        return ACTIONS.stream()
                .filter(each -> each.id().equals(action))
                .findFirst()
                .orElseThrow()
                .keys(platform);
    }

    @Test
    void a_file_changes_keys_and_takes_them_away() throws Exception {
        var keys = read("{\"app.exit\": \"ctrl+q\", \"app.tools.expand\": [\"F5\", \"ctrl+e\"], \"app.suspend\": []}");
        assertThat(keys.matches("\u0011", "app.exit")).isTrue();
        assertThat(keys.matches("\u0004", "app.exit")).isFalse();
        assertThat(keys.matches("\u001b[15~", "app.tools.expand")).isTrue();
        assertThat(keys.matches("\u001a", "app.suspend")).isFalse();
        assertThat(keys.problems()).isEmpty();
    }

    @Test
    void older_names_of_actions_are_understood() throws Exception {
        var keys = read("{\"cursorUp\": \"ctrl+p\", \"expandTools\": \"f2\", \"exit\": \"f3\", \"app.exit\": \"f4\"}");
        assertThat(keys.keys("tui.editor.cursorUp")).containsExactly("ctrl+p");
        assertThat(keys.keys("app.tools.expand")).containsExactly("f2");
        assertThat(keys.keys("app.exit")).containsExactly("f4");
    }

    @Test
    void what_is_wrong_is_said_and_the_rest_is_used() throws Exception {
        var keys = read(
                "{\"app.nothing\": \"f1\", \"app.exit\": 7, \"app.clear\": \"ctrl+wrong\", \"app.interrupt\": \"f2\","
                        + " \"app.suspend\": \"F2\"}");
        assertThat(keys.problems())
                .hasSize(4)
                .anyMatch(problem -> problem.endsWith("app.nothing: there is no such action (left out)"))
                .anyMatch(problem -> problem.contains("app.exit: must be a key or a list of keys"))
                .anyMatch(problem -> problem.endsWith("app.clear: there is no key \"ctrl+wrong\" (left out)"))
                .anyMatch(problem -> problem.endsWith("F2 is given to both app.interrupt and app.suspend"));
        assertThat(keys.keys("app.exit")).containsExactly("ctrl+d");
        assertThat(keys.keys("app.interrupt")).containsExactly("f2");
    }

    @Test
    void a_file_that_is_no_json_leaves_the_usual_keys() throws Exception {
        var keys = read("{oops");
        assertThat(keys.problems())
                .singleElement()
                .asString()
                .contains("keybindings.json")
                .contains("usual keys");
        assertThat(keys.keys("app.exit")).containsExactly("ctrl+d");
        assertThat(Keymap.read(folder.resolve("none.json"), ACTIONS).problems()).isEmpty();
    }
}

package dev.pawl.screen.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import dev.pawl.machine.GeneratedDoc;
import dev.pawl.testkit.ProgramKeys;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.key.KeyAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of key actions, and the page that is made from it; {@code -Dgoldens=write} rewrites that. */
class KeyTableTest {
    private static final Path DOC = Checkout.file("docs/keybindings.md");
    private static final List<String> PLATFORMS = List.of("", "win32", "wsl", "darwin");

    @TempDir
    Path dir;

    @Test
    void the_documentation_lists_every_action_as_it_is() throws Exception {
        GeneratedDoc.check(DOC, "keys", tables());
    }

    /** The names are in a file that was written from the documentation of pi 1.5.0. */
    @Test
    void every_action_of_pi_is_one_here() throws Exception {
        var known = KeyTable.groups().stream()
                .flatMap(group -> group.actions().stream())
                .map(KeyAction::id)
                .toList();
        assertThat(Files.readAllLines(Path.of("src/test/resources/pi-1.5.0-keys.txt")))
                .hasSizeGreaterThan(80)
                .allSatisfy(id -> assertThat(known).contains(id));
    }

    private static String tables() {
        var text = new StringBuilder();
        for (var group : KeyTable.groups()) {
            text.append("\n## ").append(group.title()).append("""


                | action | keys | does |
                |---|---|---|
                """);
            for (var action : group.actions()) {
                text.append("| `%s` | %s | %s |\n".formatted(action.id(), keys(action), action.description()));
            }
        }
        return text.append('\n').toString();
    }

    private static String keys(KeyAction action) {
        var usual = words(action.keys(""));
        var others = new ArrayList<String>();
        var names = List.of("", "Windows", "WSL", "macOS");
        for (int i = 1; i < PLATFORMS.size(); i++) {
            var keys = words(action.keys(PLATFORMS.get(i)));
            if (!keys.equals(usual)) {
                others.add(names.get(i) + ": " + keys);
            }
        }
        return usual + (others.isEmpty() ? "" : " (" + String.join("; ", others) + ")");
    }

    private static String words(List<String> keys) {
        return keys.isEmpty() ? "–" : keys.stream().map(key -> "`" + key + "`").collect(Collectors.joining(", "));
    }

    @Test
    void every_usual_key_exists_and_no_two_actions_of_a_group_share_one() {
        for (var platform : PLATFORMS) {
            for (var group : KeyTable.groups()) {
                var owners = new HashMap<String, String>();
                for (var action : group.actions()) {
                    for (var key : action.keys(platform)) {
                        assertThat(Key.normal(key)).as(action.id() + " " + key).isNotEmpty();
                        if (!isOfSearch(action)) {
                            var other = owners.put(Key.normal(key), action.id());
                            assertThat(other)
                                    .as(key + " of " + action.id() + " on \"" + platform + "\"")
                                    .isNull();
                        }
                    }
                }
            }
        }
    }

    /** These hold while the search is open, the others of their group while it is not. */
    private static boolean isOfSearch(KeyAction action) {
        return action.id().startsWith("tui.altScreen.search") && !action.id().equals("tui.altScreen.search");
    }

    @Test
    void no_key_of_the_conversation_scrolls_as_well() {
        var groups = KeyTable.groups();
        for (var platform : PLATFORMS) {
            var anywhere = groups.getFirst().actions().stream()
                    .flatMap(action -> action.keys(platform).stream())
                    .map(Key::normal)
                    .toList();
            for (var action : groups.get(2).actions()) {
                for (var key : isOfSearch(action) ? List.<String>of() : action.keys(platform)) {
                    assertThat(anywhere).as(action.id()).doesNotContain(Key.normal(key));
                }
            }
        }
    }

    @Test
    void the_testkit_has_the_keys_that_the_program_has() {
        var keys = new HashMap<String, KeyAction>();
        groups().forEach(action -> keys.put(action.id(), action));
        for (var action : ProgramKeys.own()) {
            var real = keys.get(action.id());
            assertThat(real).as(action.id()).isNotNull();
            assertThat(action.usual()).as(action.id()).isEqualTo(real.usual());
            assertThat(action.description()).isEqualTo(real.description());
        }
    }

    private static Stream<KeyAction> groups() {
        return KeyTable.groups().stream().flatMap(group -> group.actions().stream());
    }

    @Test
    void the_users_file_can_change_every_action_of_the_table() throws Exception {
        var ids = groups().map(KeyAction::id).toList();
        assertThat(ids).doesNotHaveDuplicates();
        for (var id : ids) {
            Files.writeString(dir.resolve("keybindings.json"), "{\"" + id + "\": \"f12\"}");
            var keys = KeyTable.read(dir);
            assertThat(keys.problems()).isEmpty();
            assertThat(keys.keys(id)).containsExactly("f12");
            assertThat(keys.actions()).containsExactlyInAnyOrderElementsOf(ids);
        }
        Files.writeString(dir.resolve("keybindings.json"), "{\"expandTools\": \"f11\", \"exit\": \"f10\"}");
        assertThat(KeyTable.read(dir).keys("app.tools.expand")).containsExactly("f11");
        assertThat(KeyTable.read(dir).keys("app.exit")).containsExactly("f10");
    }
}

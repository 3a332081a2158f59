package dev.pawl.tui.component;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.PlainTheme;
import dev.pawl.base.Fuzzy;
import dev.pawl.tui.editor.Input;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.text.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListsTest {
    private static final String UP = "\u001b[A";
    private static final String DOWN = "\u001b[B";
    private final Keymap keys = Keymap.defaults();
    private final PlainTheme theme = new PlainTheme();
    private final List<String> got = new ArrayList<>();

    private SelectList list(int count, int visible) {
        var items = IntStream.rangeClosed(1, count)
                .mapToObj(i -> new SelectList.Item("v" + i, "item " + i, i % 2 == 0 ? "number " + i : null))
                .toList();
        var list = new SelectList(items, visible, theme, keys);
        list.onSelect(item -> got.add(item.value()));
        list.onCancel(() -> got.add("cancelled"));
        return list;
    }

    @Test
    void one_item_of_a_list_is_chosen() {
        var list = list(3, 5);
        list.handleInput(DOWN);
        list.handleInput("\r");
        assertThat(got).containsExactly("v2");
        assertThat(list.render(60)).containsExactly("  item 1", "→ item 2   number 2", "  item 3");
    }

    @Test
    void past_the_end_comes_the_beginning() {
        var list = list(3, 5);
        list.handleInput(UP);
        list.handleInput("\r");
        list.handleInput("\u001b");
        assertThat(got).containsExactly("v3", "cancelled");
    }

    @Test
    void a_long_list_shows_the_part_around_the_cursor() {
        var list = list(20, 4);
        list.handleInput("\u001b[6~");
        list.handleInput("\u001b[6~");
        assertThat(list.render(30)).containsExactly("  item 7", "  item 8", "→ item 9", "  item 10", "  (9/20)");
    }

    @Test
    void a_list_without_items_selects_nothing() {
        var list = list(0, 4);
        assertThat(list.selected()).isNull();
        assertThat(list.render(40)).containsExactly("  nothing to choose");
        list.handleInput("\r");
        assertThat(got).isEmpty();
    }

    @Test
    void in_fewer_lines_a_list_shows_fewer_items_and_pages_by_them() {
        var list = list(20, 10);
        assertThat(list.render(60, 3)).containsExactly("→ item 1", "  item 2   number 2", "  (1/20)");
        list.handleInput("\u001b[6~");
        assertThat(list.render(60, 3)).contains("→ item 3").hasSize(3);
        assertThat(list.render(60, 1)).containsExactly("→ item 3", "  (3/20)");
    }

    @Test
    void no_line_is_wider_than_the_screen() {
        var list = new SelectList(
                List.of(
                        new SelectList.Item("x", "日本語".repeat(20), "long ".repeat(50)),
                        SelectList.Item.of("\u001b[2Jy")),
                5,
                theme,
                keys);
        for (int width = 1; width < 90; width++) {
            int limit = width;
            assertThat(list.render(width))
                    .allSatisfy(line ->
                            assertThat(dev.pawl.tui.text.Columns.of(line)).isLessThanOrEqualTo(limit));
        }
        assertThat(list.render(80).get(1)).isEqualTo("  y");
    }

    @Test
    void settings_go_through_their_values() {
        var settings = new SettingsList(
                List.of(
                        SettingsList.Setting.of("theme", "Theme", "Colours", "dark", List.of("dark", "light")),
                        SettingsList.Setting.of("mode", "Mode", "Screen", "regular", List.of("regular", "fullscreen"))),
                10,
                theme,
                keys,
                (id, value) -> got.add(id + "=" + value),
                () -> got.add("cancelled"));
        assertThat(settings.render(40)).containsExactly("→ Theme  dark", "  Mode   regular", "", "  Colours");
        settings.handleInput("\r");
        settings.handleInput("\r");
        settings.handleInput(DOWN);
        settings.handleInput(" ");
        assertThat(got).containsExactly("theme=light", "theme=dark", "mode=fullscreen");
        assertThat(settings.render(40).get(1)).isEqualTo("→ Mode   fullscreen");
        settings.handleInput("\u001b");
        assertThat(got).endsWith("cancelled");
    }

    @Test
    void a_setting_can_ask_with_a_component_of_its_own() {
        var settings = new SettingsList(
                List.of(new SettingsList.Setting("model", "Model", null, "a", List.of(), (value, done) -> {
                    var list =
                            new SelectList(List.of(SelectList.Item.of("a"), SelectList.Item.of("b")), 5, theme, keys);
                    list.onSelect(item -> done.accept(item.value()));
                    list.onCancel(() -> done.accept(null));
                    return list;
                })),
                10,
                theme,
                keys,
                (id, value) -> got.add(id + "=" + value),
                () -> {});
        settings.handleInput("\r");
        assertThat(settings.render(40)).containsExactly("→ a", "  b");
        settings.handleInput(DOWN);
        settings.handleInput("\r");
        assertThat(got).containsExactly("model=b");
        assertThat(settings.render(40)).containsExactly("→ Model  b");
    }

    @Test
    void one_line_is_written_and_sent() {
        var input = new Input(theme, keys, "> ", "your name");
        input.onSubmit(got::add);
        input.onCancel(() -> got.add("cancelled"));
        input.focused(true);
        assertThat(input.render(20)).containsExactly("> " + Cursor.MARK + "your name");
        for (var key : List.of("a", "b", "\u001b[200~c\nd\u001b[2J\u001b[201~", "\u001b[D")) {
            input.handleInput(key);
        }
        assertThat(input.render(20)).containsExactly("> abc " + Cursor.MARK + "d");
        input.handleInput("\r");
        input.handleInput("\u001b");
        assertThat(got).containsExactly("abc d", "cancelled");
    }

    @Test
    void a_long_line_scrolls_sideways() {
        var input = new Input(theme, keys, "> ", "");
        input.focused(true);
        input.setValue("0123456789abcdef");
        assertThat(input.render(10)).containsExactly("> 9abcdef" + Cursor.MARK);
        input.handleInput("\u0001");
        assertThat(input.render(10)).containsExactly("> " + Cursor.MARK + "01234567");
    }

    @Test
    void letters_in_order_find_what_is_meant() {
        var names = List.of("src/main/Tui.java", "src/test/TuiTest.java", "README.md");
        assertThat(Fuzzy.best(names, "tuite", name -> name)).containsExactly("src/test/TuiTest.java");
        assertThat(Fuzzy.best(names, "tui", name -> name)).startsWith("src/main/Tui.java");
        assertThat(Fuzzy.best(names, "md", name -> name)).startsWith("README.md");
        assertThat(Fuzzy.best(names, "", name -> name)).isEqualTo(names);
        assertThat(Fuzzy.best(names, "xyz", name -> name)).isEmpty();
    }
}

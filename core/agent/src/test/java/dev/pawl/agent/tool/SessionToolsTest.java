package dev.pawl.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestTools;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.PlainTheme;
import dev.pawl.api.ui.Theme;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolTraits;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionToolsTest {
    private static final Theme THEME = new PlainTheme();

    /** A renderer that draws nothing a component could tell, but which one drew can be told. */
    private record Drawing(
            @Nullable Component ofCall, @Nullable Component ofResult) implements ToolRenderer {
        @Override
        public @Nullable Component call(JsonObject arguments, Theme theme, Row row) {
            return ofCall;
        }

        @Override
        public @Nullable Component result(ToolOutput output, Theme theme, Row row) {
            return ofResult;
        }
    }

    private static <T> T blank(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null));
    }

    private static SessionTools box(Tool builtin, Tool brought) {
        var box = new SessionTools(
                List.of(builtin),
                List.of(builtin.name()),
                _ -> true,
                name -> new SourceInfo(name, SourceInfo.Scope.USER, false, null),
                _ -> {});
        box.bring(Map.of(brought.name(), brought));
        return box;
    }

    @Test
    void a_tool_in_a_built_in_ones_place_is_drawn_like_it_where_it_does_not_draw_itself() {
        var usualCall = blank(Component.class);
        var usualResult = blank(Component.class);
        var ownResult = blank(Component.class);
        var row = blank(ToolRenderer.Row.class);
        var builtin = TestTools.echo("read")
                .with(tool -> tool.promptSnippet("Reads").promptGuidelines(List.of("Read first")))
                .withRenderer(new Drawing(usualCall, usualResult));

        var bare = Objects.requireNonNull(box(builtin, TestTools.echo("read")).find("read"));
        var own = Objects.requireNonNull(box(builtin, TestTools.echo("read").withRenderer(new Drawing(null, ownResult)))
                .find("read"));

        assertThat(bare.renderer()).isEqualTo(builtin.renderer());
        assertThat(bare.traits().promptSnippet()).isNull();
        assertThat(bare.traits().promptGuidelines()).isEmpty();
        var drawn = Objects.requireNonNull(own.renderer());
        assertThat(drawn.call(JsonObject.empty(), THEME, row)).isSameAs(usualCall);
        assertThat(drawn.result(ToolOutput.text(""), THEME, row)).isSameAs(ownResult);
    }

    @Test
    void tools_that_are_not_permitted_are_not_there_no_matter_what_brings_them() {
        var box = new SessionTools(
                List.of(TestTools.echo("read"), TestTools.echo("bash")),
                List.of("read", "bash"),
                tool -> !tool.name().equals("bash") && !tool.name().equals("extra"),
                name -> new SourceInfo(name, SourceInfo.Scope.USER, false, null),
                _ -> {});
        box.bring(Map.of("extra", TestTools.echo("extra")));
        box.activate(List.of("read", "bash", "extra"));
        assertThat(box.active()).containsExactly("read");
        assertThat(box.find("bash")).isNull();
        assertThat(box.callable()).extracting(tool -> tool.name()).containsExactly("read");
    }

    @Test
    void a_restored_tool_that_is_not_there_yet_is_active_when_it_comes_unless_a_run_has_begun() {
        var box = box(TestTools.echo("read"), TestTools.echo("extra"));
        box.restore(List.of("read", "late", "never"), _ -> false, UnaryOperator.identity());
        assertThat(box.active()).containsExactly("read");
        var late = Map.of("extra", TestTools.echo("extra"), "late", TestTools.echo("late"));
        box.bring(late);
        assertThat(box.active()).containsExactly("read", "late");
        box.settle();
        var never = new LinkedHashMap<>(late);
        never.put(
                "never",
                TestTools.echo("never")
                        .with(tool -> tool.exposure(ToolTraits.Exposure.DIRECT).activeByDefault(false)));
        box.bring(never);
        assertThat(box.active()).containsExactly("read", "late");
    }

    @Test
    void a_restored_tool_is_not_waited_for_once_another_was_made_inactive() {
        var box = box(TestTools.echo("read"), TestTools.echo("extra"));
        box.restore(List.of("read", "extra", "late"), _ -> false, UnaryOperator.identity());
        box.activate(List.of("read"));
        box.bring(Map.of("late", TestTools.echo("late").with(tool -> tool.activeByDefault(false))));
        assertThat(box.active()).containsExactly("read");
    }

    @Test
    void a_tool_that_was_made_inactive_stays_so_when_its_hook_registers_it_again() {
        var box = box(TestTools.echo("read"), TestTools.echo("extra"));
        box.activate(List.of("read"));
        box.bring(Map.of("extra", TestTools.echo("extra")));
        assertThat(box.active()).containsExactly("read");
    }

    @Test
    void a_tool_that_is_shown_after_it_was_hidden_is_active_unless_it_was_made_inactive() {
        var shown = TestTools.echo("extra");
        var hidden = shown.with(tool -> tool.exposure(ToolTraits.Exposure.HIDDEN));
        var box = box(TestTools.echo("read"), hidden);
        assertThat(box.active()).containsExactly("read");
        box.bring(Map.of("extra", shown));
        assertThat(box.active()).containsExactly("read", "extra");
        box.bring(Map.of("extra", hidden));
        assertThat(box.active()).containsExactly("read");
        box.bring(Map.of("extra", shown));
        assertThat(box.active()).containsExactly("read", "extra");
        box.activate(List.of("read"));
        box.bring(Map.of("extra", hidden));
        box.bring(Map.of("extra", shown));
        assertThat(box.active()).containsExactly("read");
    }
}

package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a widget stands is told to a client as the hook said it, and not where it said nothing. */
@Deep
class WidgetPlacementTest {
    @TempDir
    Path dir;

    @Test
    void a_widget_keeps_its_place_over_rpc() throws Exception {
        try (var pawl = Driven.in(dir).hook("""
            pi.on(SESSION_START, (_, ctx) -> {
                ctx.ui().setWidget("a", List.of("x"), Placement.ABOVE_EDITOR);
                ctx.ui().setWidget("b", List.of("x"), Placement.BELOW_EDITOR);
                ctx.ui().clearWidget("b", Placement.BELOW_EDITOR);
                ctx.ui().setWidget("c", List.of("x"));
            });
            """).start()) {
            pawl.client();
            pawl.await(event -> "c".equals(event.string("widgetKey")));
            var events = pawl.events().stream()
                    .filter(event -> event.string("method", "").equals("setWidget"))
                    .toList();
            assertThat(events)
                    .extracting(event -> event.string("widgetKey") + " " + event.string("widgetPlacement"))
                    .containsExactly("a aboveEditor", "b belowEditor", "b belowEditor", "c null");
        }
    }
}

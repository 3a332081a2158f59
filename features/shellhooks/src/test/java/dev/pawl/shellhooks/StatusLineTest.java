package dev.pawl.shellhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.NoUi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private final StatusLine status = new StatusLine();
    private final Indicator ui = new Indicator();

    /** A working indicator with nothing else. */
    private static final class Indicator extends NoUi {
        private @Nullable String message;

        @Override
        public void setWorkingMessage(@Nullable String message) {
            this.message = message;
        }

        @Override
        public @Nullable String workingMessage() {
            return message;
        }
    }

    @Test
    void what_another_hook_shows_comes_back_when_a_hook_has_ended() {
        ui.setWorkingMessage("Deploying");
        try (var _ = status.show("Checking", ui)) {
            assertThat(ui.message).isEqualTo("Checking");
        }
        assertThat(ui.message).isEqualTo("Deploying");
    }

    @Test
    void of_hooks_that_run_at_the_same_time_the_latest_is_seen() {
        var one = status.show("One", ui);
        var two = status.show("Two", ui);
        one.close();
        assertThat(ui.message).isEqualTo("Two");
        two.close();
        assertThat(ui.message).isNull();
        var three = status.show("Three", ui);
        var four = status.show("Four", ui);
        four.close();
        assertThat(ui.message).isEqualTo("Three");
        three.close();
        assertThat(ui.message).isNull();
    }

    @Test
    void what_is_set_while_a_hook_runs_stays() {
        try (var _ = status.show("Checking", ui)) {
            ui.setWorkingMessage("Deploying");
        }
        assertThat(ui.message).isEqualTo("Deploying");
    }

    @Test
    void a_hook_without_a_status_changes_nothing() {
        ui.setWorkingMessage("Deploying");
        try (var _ = status.show(null, ui)) {
            assertThat(ui.message).isEqualTo("Deploying");
        }
        assertThat(ui.message).isEqualTo("Deploying");
    }
}

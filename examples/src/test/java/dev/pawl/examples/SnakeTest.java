package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnakeTest {
    private static final String UP = "\u001b[A";
    private static final String DOWN = "\u001b[B";
    private static final String LEFT = "\u001b[D";

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("snake.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    private static int headRow(String board) {
        var lines = board.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("██")) {
                return i;
            }
        }
        throw new AssertionError("no head in\n" + board);
    }

    @Test
    void it_moves_by_itself_and_grows_with_what_it_eats() throws Exception {
        trial.ui().play(game -> {
            assertThat(game.type(" ").shown()).contains("▓▓▓▓██", "◆", "paused");
            game.type(" ").await(now -> now.contains("▓▓▓▓▓▓██"));
            game.type("q");
        });

        assertThat(trial.run("snake", "")).isEqualTo(Outcome.status("Snake: 1 point"));
    }

    @Test
    void arrow_keys_steer_it_but_not_into_itself() throws Exception {
        trial.ui().play(game -> {
            int row = headRow(game.type(LEFT).shown());
            game.type(UP).await(now -> headRow(now) < row);
            game.type("\u001b");
        });

        assertThat(trial.run("snake", "")).isInstanceOf(Outcome.Status.class);
    }

    @Test
    void a_wall_ends_it_and_enter_begins_anew() throws Exception {
        trial.ui().play(game -> {
            var over = game.type(DOWN).await("game over");
            assertThat(headRow(over)).isEqualTo(12);
            game.type("\r").await(now -> !now.contains("game over") && now.contains("\n 0 · "));
            game.type("q");
        });

        assertThat(trial.run("snake", "")).isEqualTo(Outcome.status("Snake: 0 points"));
    }

    @Test
    void nothing_ticks_any_more_once_it_is_over() throws Exception {
        trial.ui().play(game -> game.type("q"));
        trial.run("snake", "");

        int asked = trial.ui().renderRequests();
        try (var other = HookTrial.ofFiles(Path.of("snake.java"))) {
            // Another game eats at its second tick.
            other.ui().play(game -> {
                game.await(now -> now.contains("▓▓▓▓▓▓██"));
                game.type("q");
            });
            other.run("snake", "");
        }
        assertThat(trial.ui().renderRequests()).isEqualTo(asked);
    }

    @Test
    void where_there_is_no_screen_it_says_so() throws Exception {
        trial.context().mode(Mode.RPC);

        assertThat(trial.run("snake", "")).isEqualTo(Outcome.status("Snake needs a screen"));
    }
}

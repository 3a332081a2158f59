package dev.pawl.acceptance.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The budget of a day is one for all processes of a user, which wait for each other where it is nearly spent. */
@Deep
class DayBudgetTest {
    private static final int PROGRAMS = 8;

    @TempDir
    Path dir;

    @Test
    void processes_at_the_same_time_stay_at_the_budget_of_the_day() throws Exception {
        var answer = Turn.text("Answer").usage(Script.Tokens.of(60, 40));
        try (var pawl = Pawl.in(dir, Script.of().endingWith(answer))
                .user("settings.json", "{\"budget\": {\"dayTokens\": 300}}")) {
            var runs = new ArrayList<Pawl.Running>();
            for (int i = 0; i < PROGRAMS; i++) {
                runs.add(pawl.start("-p", "Go"));
            }
            int refused = 0;
            for (var run : runs) {
                refused += run.end().err().contains("(budget.dayTokens)") ? 1 : 0;
            }
            assertThat(pawl.model.requests()).hasSize(3);
            assertThat(refused).isEqualTo(PROGRAMS - 3);
            assertThat(pawl.home.resolve(".pi/agent/spending.requests")).isEmptyDirectory();
        }
    }
}

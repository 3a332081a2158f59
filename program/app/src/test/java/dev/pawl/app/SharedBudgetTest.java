package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The budget of a day is one for all programs of a user, also for those that run at the same time. */
class SharedBudgetTest {
    private static final int PROGRAMS = 8;

    @TempDir
    Path dir;

    @Test
    void programs_at_the_same_time_stay_at_the_budget_of_the_day() throws Exception {
        var answer = Turn.text("Answer").usage(Script.Tokens.of(60, 40));
        try (var pawl = TestProgram.in(dir, Script.of().endingWith(answer))
                        .user("settings.json", "{\"budget\": {\"dayTokens\": 300}}");
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var runs = threads.invokeAll(IntStream.range(0, PROGRAMS)
                    .<Callable<TestProgram.Run>>mapToObj(_ -> () -> pawl.run("-p", "Go"))
                    .toList());
            int refused = 0;
            for (var run : runs) {
                refused += run.get().err().contains("(budget.dayTokens)") ? 1 : 0;
            }
            assertThat(pawl.requests()).isEqualTo(3);
            assertThat(refused).isEqualTo(PROGRAMS - 3);
        }
    }
}

package dev.pawl.shellhooks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.shellhooks.run.Leaving.FirstLine.Leave;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstLineTest {
    private static List<Leave> asked(String... pieces) {
        var asked = new ArrayList<Leave>();
        var line = new Leaving.FirstLine(asked::add);
        for (var piece : pieces) {
            line.add(piece.getBytes(StandardCharsets.UTF_8));
        }
        return asked;
    }

    @Test
    void a_hook_asks_not_to_be_waited_for_with_its_first_line() {
        assertThat(asked("{\"async\":true}\n")).containsExactly(new Leave(null));
        assertThat(asked("{\"asy", "nc\": true, \"asyncTimeout\": 1500}"))
                .containsExactly(new Leave(Duration.ofMillis(1_500)));
        assertThat(asked("{\"async\":true}", "\n{\"async\":true}\n")).hasSize(1);
    }

    @Test
    void no_other_output_does() {
        assertThat(asked("first\n", "{\"async\":true}\n")).isEmpty();
        assertThat(asked("{\"async\":false}\n")).isEmpty();
        assertThat(asked("{\"async\":\"true\"}\n")).isEmpty();
        assertThat(asked("x".repeat(5_000), "{\"async\":true}\n")).isEmpty();
        assertThat(asked("\n{\"async\":true}\n")).isEmpty();
    }

    @Test
    void the_line_is_no_part_of_the_answer() {
        assertThat(Leaving.FirstLine.without("{\"async\":true}\n{\"systemMessage\":\"a\"}"))
                .isEqualTo("{\"systemMessage\":\"a\"}");
        assertThat(Leaving.FirstLine.without("{\"async\":true}")).isEmpty();
        assertThat(Leaving.FirstLine.without("{\"systemMessage\":\"a\"}")).isEqualTo("{\"systemMessage\":\"a\"}");
    }
}

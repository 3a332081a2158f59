package dev.pawl.examples;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PirateTest {
    private static final BeforeAgentStart START = BeforeAgentStart.of("hello", "You are an agent.");

    @Test
    void nothing_changes_until_it_is_switched_on() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("pirate.java"))) {
            assertThat(trial.fire(BEFORE_AGENT_START, START)).isSameAs(START);
        }
    }

    @Test
    void switched_on_it_adds_a_paragraph_to_the_system_prompt() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("pirate.java"))) {
            assertThat(trial.run("pirate", "")).isEqualTo(Outcome.status("Arr!"));

            assertThat(trial.fire(BEFORE_AGENT_START, START).systemPrompt())
                    .isEqualTo("You are an agent.\n\nTalk like a pirate, but keep code and commands as they are.");
        }
    }

    @Test
    void the_second_time_switches_it_off() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("pirate.java"))) {
            trial.run("pirate", "");

            assertThat(trial.run("pirate", "")).isEqualTo(Outcome.status("Back ashore"));
            assertThat(trial.fire(BEFORE_AGENT_START, START)).isSameAs(START);
        }
    }
}

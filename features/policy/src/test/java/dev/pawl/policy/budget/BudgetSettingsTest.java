package dev.pawl.policy.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.policy.budget.BudgetSettings.Scope;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits as the settings write them. */
class BudgetSettingsTest {
    private static final Folders FOLDERS =
            new Folders(Path.of("/home/me"), Path.of("/home/me/.pi/agent"), Path.of("/src/project"));

    private static BudgetSettings read(String user, String project) {
        var store = SettingsStore.inMemory(
                JsonObject.of("budget", Json.parse(user)), JsonObject.of("budget", Json.parse(project)));
        return BudgetSettings.read(FOLDERS, store.read(true));
    }

    @Test
    void each_limit_is_the_lower_one_of_both() {
        var settings = read(
                "{\"session\": 2, \"dayTokens\": 100, \"subagents\": 3, \"subagentDepth\": 2}",
                "{\"session\": 5, \"dayTokens\": 50, \"subtree\": 0.5, \"subagents\": 1, \"subagentDepth\": 9}");
        assertThat(settings.money()).isEqualTo(Map.of(Scope.SESSION, 2.0, Scope.SUBTREE, 0.5));
        assertThat(settings.tokens()).isEqualTo(Map.of(Scope.DAY, 50.0));
        assertThat(settings.subagents()).isEqualTo(1);
        assertThat(settings.depth()).isEqualTo(2);
        assertThat(settings.problems()).isEmpty();
    }

    @Test
    void either_can_have_the_agent_stop_without_a_question() {
        assertThat(read("{}", "{}").asks()).isTrue();
        assertThat(read("{\"onLimit\": \"stop\"}", "{\"onLimit\": \"ask\"}").asks())
                .isFalse();
        assertThat(read("{\"onLimit\": \"ask\"}", "{\"onLimit\": \"stop\"}").asks())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"session\": \"five\"}    | budget.session is five, but must be a number, 0 or more",
                "{\"day\": -1}              | budget.day is -1, but must be a number, 0 or more",
                "{\"subagents\": true}      | budget.subagents is true, but must be a number, 0 or more",
                "{\"sesion\": 1}            | 'budget.sesion is not known; there are session, day, subtree,"
                        + " sessionTokens, dayTokens, subtreeTokens, subagents, subagentDepth, onLimit'",
                "5                        | 'budget must be an object with session, day, subtree, sessionTokens,"
                        + " dayTokens, subtreeTokens, subagents, subagentDepth, onLimit'",
                "{\"onLimit\": \"warn\"}    | budget.onLimit must be \"ask\" or \"stop\""
            })
    void what_cannot_be_read_is_named_with_its_file(String json, String problem) {
        assertThat(read(json, "{}").problems()).containsExactly("user settings: " + problem);
        assertThat(read("{}", json).problems()).containsExactly("project settings: " + problem);
    }
}

package dev.pawl.ai.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.SomeModels;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModelScopeTest {
    private static final SomeModels SHELF = new SomeModels(
            Set.of("anthropic", "openai", "router"),
            "anthropic/claude-opus-4-8",
            "anthropic/claude-sonnet-4-5",
            "anthropic/claude-sonnet-5",
            "openai/gpt-5",
            "openai/gpt-5-mini",
            "router/anthropic/claude-sonnet-5",
            "router/m:free",
            "locked/claude-haiku");

    private static List<String> scope(String... patterns) {
        var scope = ModelScope.of(List.of(patterns), SHELF.allAvailable());
        var names = new java.util.ArrayList<String>();
        for (var scoped : scope.models()) {
            names.add(
                    scoped.model().reference() + (scoped.thinkingLevel() == null ? "" : " " + scoped.thinkingLevel()));
        }
        names.addAll(scope.notes());
        return names;
    }

    @Test
    void names_are_taken_as_they_are_in_the_order_of_the_list() {
        assertThat(scope("openai/gpt-5:low", "claude-opus-4-8", "router/m:free", "m:free:high"))
                .containsExactly("openai/gpt-5 LOW", "anthropic/claude-opus-4-8", "router/m:free");
    }

    @Test
    void a_part_of_a_name_is_the_newest_model_that_has_it() {
        assertThat(scope("sonnet-5:high")).containsExactly("anthropic/claude-sonnet-5 HIGH");
        assertThat(scope("anthropic/sonnet")).containsExactly("anthropic/claude-sonnet-5");
        assertThat(scope("gpt5")).hasSize(1);
    }

    @Test
    void a_glob_brings_all_it_matches_whatever_the_case_and_each_once() {
        assertThat(scope("*SONNET*:high", "anthropic/*"))
                .containsExactly(
                        "anthropic/claude-sonnet-4-5 HIGH",
                        "anthropic/claude-sonnet-5 HIGH",
                        "anthropic/claude-opus-4-8",
                        "router/anthropic/claude-sonnet-5");
        assertThat(scope("router/**")).containsExactly("router/anthropic/claude-sonnet-5", "router/m:free");
        assertThat(scope("gpt-?")).containsExactly("openai/gpt-5");
        assertThat(scope("{openai,nobody}/*[0-9]")).containsExactly("openai/gpt-5");
    }

    @Test
    void a_pattern_that_matches_nothing_with_a_key_is_reported() {
        assertThat(scope("haiku", "nothing*", " "))
                .containsExactly(
                        "No model that there is a key for matches \"haiku\".",
                        "No model that there is a key for matches \"nothing*\".");
    }
}

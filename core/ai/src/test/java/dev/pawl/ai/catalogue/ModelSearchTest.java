package dev.pawl.ai.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.SomeModels;
import dev.pawl.api.model.ThinkingLevel;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelSearchTest {
    private static final SomeModels SHELF = new SomeModels(
            Set.of("anthropic", "openai", "router"),
            "anthropic/claude-opus-4-8",
            "anthropic/claude-sonnet-4-5",
            "anthropic/claude-sonnet-5",
            "anthropic/claude-sonnet-9-20990101",
            "openai/gpt-5",
            "openai/gpt-5.9",
            "openai/gpt-5.10",
            "router/openai/gpt-5",
            "router/anthropic/claude-sonnet-5",
            "router/id:with:colon",
            "zai/glm-5",
            "zen/glm-5",
            "zen/kimi-k2",
            "moon/kimi-k2",
            "anthropic/shared",
            "router/shared",
            "llama/box.local//qwen");

    private static String find(@Nullable String provider, String written) {
        return words(new ModelSearch(SHELF).find(provider, written, null));
    }

    private static String find(String written) {
        return find(null, written);
    }

    private static String words(ModelChoice choice) {
        return switch (choice) {
            case ModelChoice.Chosen(var model, var level, var note) ->
                model.reference() + (level == null ? "" : " " + level) + (note == null ? "" : " (" + note + ")");
            case ModelChoice.Refused(var why, var onCommandLine) -> "refused: " + why + onCommandLine;
        };
    }

    @Test
    void a_provider_may_have_a_slash_in_its_name() {
        assertThat(find("llama/box.local/qwen:high")).isEqualTo("llama/box.local/qwen HIGH");
        assertThat(find("Llama/Box.local/qwen")).isEqualTo("llama/box.local/qwen");
    }

    @Test
    void provider_and_id_name_a_model_whatever_the_case() {
        assertThat(find("openai/gpt-5")).isEqualTo("openai/gpt-5");
        assertThat(find("OpenAI/GPT-5")).isEqualTo("openai/gpt-5");
        assertThat(find("router", "openai/gpt-5")).isEqualTo("router/openai/gpt-5");
        assertThat(find("openai", "openai/gpt-5")).isEqualTo("openai/gpt-5");
    }

    @Test
    void a_bare_id_names_the_model_of_the_one_provider_that_has_it() {
        assertThat(find("claude-sonnet-5")).isEqualTo("anthropic/claude-sonnet-5");
        assertThat(find("gpt-5")).isEqualTo("openai/gpt-5");
    }

    @Test
    void only_a_valid_level_behind_the_last_colon_is_split_off() {
        assertThat(find("id:with:colon:high")).isEqualTo("router/id:with:colon HIGH");
        assertThat(find("id:with:colon")).isEqualTo("router/id:with:colon");
        assertThat(find("router/id:with:colon:max")).isEqualTo("router/id:with:colon MAX");
        assertThat(find("openai/gpt-5:off")).isEqualTo("openai/gpt-5 OFF");
        assertThat(find("gpt-5:turbo")).startsWith("refused: ");
        assertThat(ModelReference.parse("a:b:high")).isEqualTo(new ModelReference("a:b", ThinkingLevel.HIGH));
        assertThat(ModelReference.parse("a:b:High")).isEqualTo(new ModelReference("a:b:High", null));
    }

    @Test
    void a_part_of_id_or_name_names_the_newest_model_undated_ones_first() {
        assertThat(find("anthropic/sonnet")).isEqualTo("anthropic/claude-sonnet-5");
        assertThat(find("anthropic", "SONNET:low")).isEqualTo("anthropic/claude-sonnet-5 LOW");
        assertThat(find("openai/gpt")).isEqualTo("openai/gpt-5.10");
        assertThat(find("opus")).isEqualTo("anthropic/claude-opus-4-8");
        assertThat(find("the claude-opus")).isEqualTo("anthropic/claude-opus-4-8");
        assertThat(find("opus 4.8")).isEqualTo("anthropic/claude-opus-4-8");
        assertThat(find("sonnet-9")).isEqualTo("anthropic/claude-sonnet-9-20990101");
    }

    @Test
    void of_several_providers_the_one_with_a_key_counts() {
        var shelf = new SomeModels(Set.of("zen"), "zai/glm-5", "zen/glm-5", "moon/glm-5");

        assertThat(words(new ModelSearch(shelf).find(null, "glm-5", null))).isEqualTo("zen/glm-5");
        assertThat(words(new ModelSearch(shelf).find(null, "lm-5:high", null))).isEqualTo("zen/glm-5 HIGH");
    }

    @Test
    void several_providers_without_a_key_or_all_with_one_need_to_be_distinguished() {
        assertThat(find("glm-5"))
                .isEqualTo("refused: \"glm-5\" is a model of several providers: zai/glm-5, zen/glm-5. There is a key"
                        + " for none of them. Write provider/model. On the command line --provider specifies it, too.");
        assertThat(find("shared"))
                .isEqualTo("refused: \"shared\" is a model of several providers: anthropic/shared, router/shared."
                        + " There are keys for all of these. Write provider/model. On the command line --provider"
                        + " specifies it, too.");
        assertThat(find("kimi")).contains("zen/kimi-k2, moon/kimi-k2", "--provider");
    }

    @Test
    void an_id_that_begins_like_a_provider_is_found_where_it_is() {
        var shelf = new SomeModels(
                Set.of("router"), "openai/gpt-5", "router/openai/gpt-4o:extended", "router/openai/gpt-5");

        assertThat(words(new ModelSearch(shelf).find(null, "openai/gpt-4o:extended", null)))
                .isEqualTo("router/openai/gpt-4o:extended");
        assertThat(words(new ModelSearch(shelf).find(null, "openai/gpt-5", null)))
                .as("the provider it names has no key, another one has this very id")
                .isEqualTo("router/openai/gpt-5");
        assertThat(words(new ModelSearch(shelf).find(null, "openai/gpt-5:low", null)))
                .isEqualTo("router/openai/gpt-5 LOW");
    }

    @Test
    void an_unknown_id_of_a_named_provider_is_asked_for_as_it_is_written() {
        assertThat(find("openai/o9-new:high"))
                .isEqualTo("openai/o9-new HIGH (\"o9-new\" is no model of openai known here, so it is asked for as it"
                        + " is written, with the limits and prices of gpt-5.)");
        assertThat(find("openai", "gpt-55")).contains("openai/gpt-55", "Near to it: gpt-5");
    }

    @Test
    void an_unknown_id_is_refused_where_all_models_of_the_provider_are_known() {
        assertThat(find("anthropic/claude-sonet-5:high"))
                .isEqualTo("refused: anthropic has no model \"claude-sonet-5\". Near to it: claude-sonnet-5,"
                        + " claude-sonnet-4-5. If it is newer than this list, add it in models.json:"
                        + " {\"providers\": {\"anthropic\": {\"models\": [{\"id\": \"claude-sonet-5\"}]}}}");
    }

    @Test
    void an_unknown_id_that_is_to_think_is_taken_to_reason() {
        var shelf = new SomeModels(Set.of(), "x/known");
        var search = new ModelSearch(shelf);

        assertThat(((ModelChoice.Chosen) search.find("x", "new", ThinkingLevel.HIGH))
                        .model()
                        .reasoning())
                .isTrue();
    }

    @Test
    void what_is_not_found_is_answered_with_the_nearest_names() {
        assertThat(find("claude-sonet-5"))
                .startsWith("refused: There is no model \"claude-sonet-5\". Near to it: claude-sonnet-5")
                .contains("--list-models");
        assertThat(find("zzzzzzzzzzzzzzzzzzzzzzzzzz")).doesNotContain("Near to it");
        assertThat(find("anthropik", "x"))
                .isEqualTo("refused: There is no provider \"anthropik\". Near to it: anthropic.");
        assertThat(find("nobody-like-that", "x")).contains("There are anthropic, openai, router, zai, zen, moon");
        assertThat(find(" ")).startsWith("refused: A model needs a name");
    }
}

package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.accounts.secret.Secret;
import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.catalogue.ModelName;
import dev.pawl.ai.catalogue.RequestedModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which a session finds its first model. */
class ChosenModelTest {
    private static final Map<String, String> KEYS = Map.of("ANTHROPIC_API_KEY", "k", "GROQ_API_KEY", "k");

    @TempDir
    Path folder;

    private AgentFolder agent;

    @BeforeEach
    void open() {
        agent = new AgentFolder(folder);
    }

    private Models models(Map<String, String> environment) {
        var models = agent.models(environment);
        models.register(
                "demo",
                ProviderConfig.at("demo:")
                        .withModels(
                                "demo",
                                "x",
                                List.of(new Model(
                                        "demo",
                                        "tour",
                                        "Tour",
                                        "demo",
                                        "demo:",
                                        false,
                                        List.of(),
                                        Set.of(),
                                        Cost.NONE,
                                        1,
                                        1,
                                        JsonObject.empty())))
                        .answeredBy((model, request, events) -> {
                            throw new IllegalStateException();
                        }));
        return models;
    }

    private static String words(ModelChoice choice) {
        return switch (choice) {
            case ModelChoice.Chosen(var model, var level, var note) ->
                model.reference() + (level == null ? "" : " " + level) + (note == null ? "" : " (" + note + ")");
            case ModelChoice.Refused(var why, var onCommandLine) -> "refused: " + why + onCommandLine;
        };
    }

    private static ScopedModel scoped(Models models) {
        return new ScopedModel(Objects.requireNonNull(models.find("groq", "openai/gpt-oss-20b")), ThinkingLevel.LOW);
    }

    @Test
    void the_command_line_decides_before_everything() {
        var models = models(KEYS);
        var wish = RequestedModel.none()
                .named(null, "groq/openai/gpt-oss-120b:high", null)
                .scoped(List.of(scoped(models)))
                .resumed(new ModelName("anthropic", "claude-opus-4-8"));

        assertThat(words(models.choose(wish))).isEqualTo("groq/openai/gpt-oss-120b HIGH");
        assertThat(words(models.choose(wish.named("groq", null, null))))
                .isEqualTo("refused: --provider requires --model (for example: --provider groq --model <pattern>)");
        assertThat(words(models.choose(wish.named(null, "nonsense-model-name", null))))
                .startsWith("refused");
    }

    @Test
    void a_model_that_a_provider_does_not_have_is_refused_until_models_json_names_it() throws Exception {
        var named = RequestedModel.none().named(null, "anthropic/claude-next", null);
        assertThat(words(models(KEYS).choose(named)))
                .startsWith("refused: anthropic has no model \"claude-next\".")
                .contains("models.json");
        assertThat(words(models(KEYS).choose(RequestedModel.none().named("groq", "no-such-thing", null))))
                .startsWith("refused: groq has no model");
        assertThat(words(models(Map.of("OPENROUTER_API_KEY", "k"))
                        .choose(RequestedModel.none().named(null, "openrouter/brand/new", null))))
                .as("a gateway has more than are listed")
                .startsWith("openrouter/brand/new (");
        agent.modelsJson("{\"providers\": {\"anthropic\": {\"models\": [{\"id\": \"claude-next\"}]}}}");
        assertThat(words(models(KEYS).choose(named))).isEqualTo("anthropic/claude-next");
        agent.modelsJson("{\"providers\": {\"anthropic\": {\"baseUrl\": \"http://localhost:1/v1\"}}}");
        assertThat(words(models(KEYS).choose(named)))
                .as("another address may have other models")
                .startsWith("anthropic/claude-next (");
    }

    @Test
    void a_new_session_begins_with_the_first_of_the_short_list() {
        var models = models(KEYS);
        var wish = RequestedModel.none()
                .scoped(List.of(scoped(models)))
                .saved(new ModelName("anthropic", "claude-opus-4-8"));

        assertThat(words(models.choose(wish))).isEqualTo("groq/openai/gpt-oss-20b LOW");
        assertThat(words(models.choose(wish.resumed(null)))).isEqualTo("anthropic/claude-opus-4-8");
    }

    @Test
    void a_session_goes_on_with_its_model_or_says_why_not() {
        var models = models(KEYS);
        var wish = RequestedModel.none().scoped(List.of(scoped(models)));

        assertThat(words(models.choose(wish.resumed(new ModelName("groq", "openai/gpt-oss-20b")))))
                .isEqualTo("groq/openai/gpt-oss-20b");
        assertThat(words(models.choose(wish.resumed(new ModelName("openai", "gpt-5.5")))))
                .isEqualTo("anthropic/claude-opus-4-8 (The session's model openai/gpt-5.5 has no key;"
                        + " anthropic/claude-opus-4-8 goes on with it.)");
        assertThat(words(models.choose(wish.resumed(new ModelName("gone", "x")))))
                .contains("The session's model gone/x is not known any more");
    }

    @Test
    void the_saved_default_counts_if_there_is_a_key_for_it() {
        var models = models(KEYS);

        assertThat(words(models.choose(RequestedModel.none().saved(new ModelName("groq", "openai/gpt-oss-20b")))))
                .isEqualTo("groq/openai/gpt-oss-20b");
        assertThat(words(models.choose(RequestedModel.none().saved(new ModelName("openai", "gpt-5.5")))))
                .isEqualTo("anthropic/claude-opus-4-8");
    }

    @Test
    void else_it_is_the_usual_model_of_the_first_provider_with_a_key_before_any_other_model() throws Exception {
        agent.modelsJson("""
            {"providers": {"mine": {"baseUrl": "http://localhost:1/v1", "api": "openai-completions",
              "models": [{"id": "local"}]}}}\
            """);

        assertThat(words(models(Map.of("GROQ_API_KEY", "k")).choose(RequestedModel.none())))
                .isEqualTo("groq/openai/gpt-oss-120b");
        assertThat(words(models(Map.of()).choose(RequestedModel.none()))).isEqualTo("mine/local");
    }

    @Test
    void without_any_key_it_is_a_sentence_or_the_demonstration_where_that_is_offered() {
        assertThat(words(models(Map.of()).choose(RequestedModel.none())))
                .contains("ANTHROPIC_API_KEY", "/login", "models.json", "--model demo/tour");
        assertThat(words(models(Map.of()).choose(RequestedModel.none().orDemonstration())))
                .as("the stand-in names a key, so it is found although it is no usual model")
                .isEqualTo("demo/tour");
        assertThat(words(agent.models(Map.of()).choose(RequestedModel.none())))
                .startsWith("refused: There is no key of a model provider");
    }

    @Test
    void a_key_on_the_command_line_belongs_to_the_provider_that_is_named_there() throws Exception {
        var models = agent.models(agent.setup(Map.of()).withApiKey(Secret.of("flag"), null));

        assertThat(words(models.choose(RequestedModel.none())))
                .isEqualTo("refused: --api-key does not specify whose key it is. Add --model or --provider.");
        var chosen = (ModelChoice.Chosen) models.choose(RequestedModel.none().named(null, "openai/gpt-5.5", null));
        assertThat(models.apiKey(chosen.model())).isEqualTo("flag");
        assertThat(models.isAvailable(chosen.model())).isTrue();
        assertThat(models.apiKey(Objects.requireNonNull(models.find("groq", "openai/gpt-oss-20b"))))
                .isNull();
    }

    @Test
    void the_short_list_is_looked_up_among_the_models_with_keys() {
        var models = models(KEYS);

        var scope = models.scope(List.of("opus:high", "gpt-5.5"));

        assertThat(scope.models()).singleElement().satisfies(scoped -> {
            assertThat(scoped.model().provider()).isEqualTo("anthropic");
            assertThat(scoped.thinkingLevel()).isEqualTo(ThinkingLevel.HIGH);
        });
        assertThat(scope.notes()).containsExactly("No model that there is a key for matches \"gpt-5.5\".");
    }
}

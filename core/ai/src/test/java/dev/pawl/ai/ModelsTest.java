package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.catalogue.ProviderInfo;
import dev.pawl.ai.catalogue.RequestedModel;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ThinkingLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsTest {
    @TempDir
    Path folder;

    private AgentFolder agent;

    @BeforeEach
    void open() {
        agent = new AgentFolder(folder);
    }

    private static Model brought(String id) {
        return new Model("", id, "", "", "", false, List.of(), Set.of(), Cost.NONE, 0, 0, JsonObject.empty());
    }

    private static ProviderConfig.Answerer answering(String text) {
        return (model, request, events) -> new Message.Assistant(
                List.of(Content.text(text)),
                model.api(),
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.STOP,
                null,
                0,
                JsonObject.empty());
    }

    private static ProviderConfig nothing() {
        return new ProviderConfig(null, null, null, null, Map.of(), false, List.of(), null, null, JsonObject.empty());
    }

    private static List<String> ids(List<Model> models, String provider) {
        return models.stream()
                .filter(model -> model.provider().equals(provider))
                .map(Model::id)
                .toList();
    }

    private static Model find(Models models, String provider, String id) {
        return Objects.requireNonNull(models.find(provider, id));
    }

    @Test
    void a_start_with_one_provider_reads_its_file_and_no_other() throws Exception {
        var models = agent.models(Map.of("ANTHROPIC_API_KEY", "k"));

        var chosen = (ModelChoice.Chosen) models.choose(RequestedModel.none());
        models.complete(chosen.model(), AgentFolder.question());
        models.available();

        assertThat(agent.filesRead).containsExactly("index", "anthropic");
        assertThat(agent.asked).hasSize(1);
    }

    @Test
    void making_models_and_registering_providers_reads_nothing() {
        var models = agent.models(Map.of("ANTHROPIC_API_KEY", "k"));
        models.register("anthropic", ProviderConfig.at("https://proxy.example"));
        models.register(
                "demo", nothing().withModels("", "", List.of(brought("tour"))).answeredBy(answering("hello")));

        assertThat(agent.filesRead).isEmpty();
    }

    @Test
    void hooks_change_fields_of_a_model_and_leave_the_others() {
        var models = agent.models(Map.of());
        var before = find(models, "anthropic", "claude-opus-4-5");
        var flaws = new ArrayList<String>();

        models.override(
                Map.of(
                        "anthropic",
                        JsonObject.of(
                                "claude-opus-4-5",
                                JsonObject.of("contextWindow", 5_000, "cost", JsonObject.of("input", 1)),
                                "claude-sonnet-4-5",
                                JsonObject.of("contextWindow", "much"))),
                flaw -> flaws.add(flaw.toString()));

        var after = find(models, "anthropic", "claude-opus-4-5");
        assertThat(after.contextWindow()).isEqualTo(5_000);
        assertThat(after.cost().input()).isEqualTo(1);
        assertThat(after.cost().output()).isEqualTo(before.cost().output());
        assertThat(after.maxTokens()).isEqualTo(before.maxTokens());
        assertThat(flaws)
                .singleElement()
                .asString()
                .contains("claude-sonnet-4-5")
                .contains("contextWindow");

        models.override(Map.of(), _ -> {});
        assertThat(find(models, "anthropic", "claude-opus-4-5")).isEqualTo(before);
    }

    @Test
    void only_models_with_credentials_are_available_but_all_are_known() {
        var models = agent.models(Map.of("GROQ_API_KEY", "k", "OPENAI_API_KEY", ""));

        assertThat(models.available())
                .isNotEmpty()
                .allMatch(model -> model.provider().equals("groq"));
        assertThat(models.all()).hasSizeGreaterThan(1000);
        assertThat(models.isAvailable(find(models, "openai", "gpt-5.5"))).isFalse();
        assertThat(Objects.requireNonNull(models.defaultModel("openai")).id()).isEqualTo("gpt-5.5");
        assertThat(models.defaultModel("nobody")).isNull();
        assertThat(models.find("nobody", "x")).isNull();
    }

    @Test
    void a_hooks_provider_comes_and_goes() throws Exception {
        var models = agent.models(Map.of("CORP_KEY", "secret"));
        models.register(
                "corp",
                ProviderConfig.at("https://corp.example/v1")
                        .withModels("openai-completions", "$CORP_KEY", List.of(brought("small"), brought("large")))
                        .withHeaders(Map.of("X-Team", "a")));
        var model = find(models, "corp", "small");

        models.complete(model, AgentFolder.question());

        assertThat(ids(models.available(), "corp")).containsExactly("small", "large");
        assertThat(model.api()).isEqualTo("openai-completions");
        assertThat(model.baseUrl()).isEqualTo("https://corp.example/v1");
        assertThat(model.name()).isEqualTo("small");
        assertThat(model.contextWindow()).isEqualTo(128_000);
        assertThat(model.thinkingLevels()).containsExactly(ThinkingLevel.OFF);
        assertThat(Objects.requireNonNull(agent.last().key()).value()).isEqualTo("secret");
        assertThat(agent.last().headers()).isEqualTo(Map.of("X-Team", "a"));
        models.unregister(List.of("corp"));
        assertThat(models.find("corp", "small")).isNull();
        assertThat(ids(models.all(), "corp")).isEmpty();
        assertThat(models.complete(model, AgentFolder.question()).errorMessage())
                .contains("\"corp\" is not known any more");
    }

    @Test
    void a_hooks_models_replace_those_of_a_built_in_provider_until_it_is_unregistered() {
        var models = agent.models(Map.of("ANTHROPIC_API_KEY", "k"));
        var before = models.all();

        models.register("anthropic", nothing().withModels("anthropic-messages", "k", List.of(brought("mine"))));
        assertThat(ids(models.all(), "anthropic")).containsExactly("mine");
        assertThat(find(models, "anthropic", "mine").baseUrl()).isEqualTo("https://api.anthropic.com");
        models.unregister(List.of("anthropic"));

        assertThat(models.all()).isEqualTo(before);
    }

    @Test
    void a_hook_that_gives_only_an_address_moves_the_provider() {
        var models = agent.models(Map.of("ANTHROPIC_API_KEY", "k"));

        models.register("anthropic", ProviderConfig.at("https://proxy.example"));

        assertThat(find(models, "anthropic", "claude-opus-4-8").baseUrl()).isEqualTo("https://proxy.example");
        models.unregister(List.of("anthropic"));
        assertThat(find(models, "anthropic", "claude-opus-4-8").baseUrl()).isEqualTo("https://api.anthropic.com");
    }

    @Test
    void two_registrations_of_a_provider_add_up() {
        var models = agent.models(Map.of());

        models.register(
                "corp",
                ProviderConfig.at("https://corp.example").withModels("openai-responses", "k", List.of(brought("m"))));
        models.register("corp", ProviderConfig.at("https://moved.example"));

        assertThat(find(models, "corp", "m").baseUrl()).isEqualTo("https://moved.example");
        assertThat(ids(models.available(), "corp")).containsExactly("m");
    }

    @Test
    void a_sign_in_that_nothing_here_can_use_is_named_and_kept() throws Exception {
        agent.authJson("{\"anthropic\": {\"type\": \"oauth\", \"access\": \"hunter2\"}, \"corp\": {\"type\":"
                + " \"oauth\", \"access\": \"hunter2\"}, \"openai\": {\"type\": \"api_key\", \"key\": \"k\"}}");
        var problems = agent.models(Map.of()).problems().toString();
        assertThat(problems)
                .contains("auth.json: anthropic", "auth.json: corp", "cannot be used here", "/login anthropic")
                .doesNotContain("openai", "hunter2");
        assertThat(agent.models(Map.of("ANTHROPIC_API_KEY", "k")).problems().toString())
                .as("there is another key")
                .doesNotContain("auth.json: anthropic");
    }

    @Test
    void a_hook_that_answers_is_asked_itself_and_needs_no_key() throws Exception {
        var models = agent.models(Map.of());
        models.register(
                "demo",
                new ProviderConfig(
                                "Demonstration",
                                null,
                                null,
                                null,
                                Map.of(),
                                false,
                                List.of(brought("tour"), brought("echo")),
                                null,
                                null,
                                JsonObject.empty())
                        .answeredBy(answering("hello")));
        var tour = find(models, "demo", "tour");

        assertThat(models.complete(tour, AgentFolder.question()).text()).isEqualTo("hello");
        assertThat(models.available())
                .as("nobody means the demonstration unless it is in use")
                .isEmpty();
        assertThat(models.available(tour)).contains(tour);
        assertThat(models.choices()).contains(tour);
        models.register(
                "corp",
                ProviderConfig.at("https://corp.example/v1")
                        .withModels("openai-completions", "key", List.of(brought("m"))));
        assertThat(models.choices()).extracting(Model::provider).containsOnly("corp");
        assertThat(models.available(tour)).extracting(Model::provider).containsOnly("corp");
        models.unregister(List.of("corp"));
        assertThat(tour.api()).isEqualTo("demo");
        assertThat(models.providerList())
                .contains(new ProviderInfo("demo", "Demonstration", List.of(), null, true, false, null, true));
        models.unregister(List.of("demo"));
        assertThat(models.find("demo", "tour")).isNull();
    }

    @Test
    void a_hook_may_answer_for_a_built_in_provider_or_for_one_of_its_apis() throws Exception {
        var models = agent.models(Map.of("OPENROUTER_API_KEY", "k"));
        models.register(
                "openrouter",
                new ProviderConfig(
                                null,
                                null,
                                null,
                                "anthropic-messages",
                                Map.of(),
                                false,
                                List.of(),
                                null,
                                null,
                                JsonObject.empty())
                        .answeredBy(answering("from the hook")));

        models.complete(find(models, "openrouter", "anthropic/claude-3-haiku"), AgentFolder.question());
        assertThat(agent.last().answerer()).isNotNull();
        models.complete(find(models, "openrouter", "moonshotai/kimi-k2.6"), AgentFolder.question());
        assertThat(agent.last().answerer()).isNull();
    }

    @Test
    void a_mistake_in_a_registration_is_said_at_once_and_changes_nothing() {
        var models = agent.models(Map.of());
        var noApi = ProviderConfig.at("https://x.example").withModels("", "k", List.of(brought("m")));

        assertThatThrownBy(() -> models.register(" ", nothing())).hasMessage("a provider needs a name");
        assertThatThrownBy(() -> models.register("x", noApi))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the model \"m\" of the provider \"x\" has no api; set it for the model or the provider");
        assertThatThrownBy(() ->
                        models.register("x", nothing().withModels("openai-responses", "k", List.of(brought("m")))))
                .hasMessageContaining("has no baseUrl");
        assertThat(models.find("x", "m")).isNull();
    }

    @Test
    void the_users_overrides_lie_over_what_hooks_bring() throws Exception {
        agent.modelsJson("{\"providers\": {\"corp\": {\"modelOverrides\": {\"m\": {\"name\": \"Mine\"}}}}}");
        var models = agent.models(Map.of());
        var levels = List.of(ThinkingLevel.LOW, ThinkingLevel.MAX);
        var model = new Model("", "m", "", "", "", true, levels, Set.of(), Cost.NONE, 0, 0, JsonObject.empty());

        models.register(
                "corp", ProviderConfig.at("https://corp.example").withModels("openai-responses", "k", List.of(model)));

        assertThat(find(models, "corp", "m").thinkingLevels()).isEqualTo(levels);
        assertThat(find(models, "corp", "m").name()).isEqualTo("Mine");
        assertThat(models.problems()).isEmpty();
    }

    @Test
    void headers_of_a_hooks_model_are_sent_but_not_shown() throws Exception {
        var models = agent.models(Map.of());
        var model = new Model(
                "",
                "m",
                "",
                "",
                "",
                false,
                List.of(),
                Set.of(),
                Cost.NONE,
                0,
                0,
                JsonObject.parse("{\"headers\":{\"X-Key\":\"sk-secret\"},\"compat\":{\"a\":1}}"));
        models.register(
                "corp", ProviderConfig.at("https://corp.example").withModels("openai-responses", "k", List.of(model)));

        models.complete(find(models, "corp", "m"), AgentFolder.question());

        assertThat(agent.last().headers()).isEqualTo(Map.of("X-Key", "sk-secret"));
        assertThat(find(models, "corp", "m").extra()).isEqualTo(JsonObject.parse("{\"compat\":{\"a\":1}}"));
        assertThat(agent.last().toString()).contains("X-Key").doesNotContain("secret");
    }

    @Test
    void virtual_models_are_listed_and_available_and_cannot_be_asked_by_themselves() throws Exception {
        var models = agent.models(Map.of());
        var virtual = new VirtualModel("router", "auto", "Auto", List.of(), null, null, Set.of(), (request, ctx) -> {
            throw new IllegalStateException();
        });
        models.register(virtual);
        var model = find(models, "router", "auto");

        assertThat(model.api()).isEqualTo("virtual");
        assertThat(model.input()).contains(Model.Medium.TEXT, Model.Medium.IMAGE);
        assertThat(models.available()).containsExactly(model);
        assertThat(models.virtual(model)).isSameAs(virtual);
        assertThat(models.isAvailable(model)).isTrue();
        assertThat(models.search(null, "auto", null)).isEqualTo(ModelChoice.of(model, null));
        assertThat(models.complete(model, AgentFolder.question()).errorMessage())
                .contains("is a virtual model");
        models.unregisterVirtual("router", "auto");
        assertThat(models.find("router", "auto")).isNull();
        assertThat(models.available()).isEmpty();
    }

    @Test
    void it_may_be_asked_and_changed_from_many_threads() throws Exception {
        var models = agent.models(Map.of("ANTHROPIC_API_KEY", "k"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<Future<?>>();
            for (int i = 0; i < 50; i++) {
                var name = "p" + i;
                results.add(threads.submit(() -> {
                    models.register(
                            name,
                            ProviderConfig.at("https://x.example")
                                    .withModels("openai-responses", "k", List.of(brought("m"))));
                    models.available();
                    models.reload();
                    return models.find(name, "m");
                }));
            }
            for (var result : results) {
                assertThat(result.get()).isNotNull();
            }
        }
        assertThat(models.available().stream().filter(model -> model.id().equals("m")))
                .hasSize(50);
    }
}

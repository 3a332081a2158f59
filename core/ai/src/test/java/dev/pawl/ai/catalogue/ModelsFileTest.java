package dev.pawl.ai.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.AgentFolder;
import dev.pawl.ai.Models;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsFileTest {
    @TempDir
    Path folder;

    private AgentFolder agent;

    @BeforeEach
    void open() {
        agent = new AgentFolder(folder);
    }

    private Models models(String text) throws IOException {
        return agent.modelsJson(text).models(Map.of());
    }

    private static Model model(Models models, String provider, String id) {
        return Objects.requireNonNull(
                models.find(provider, id), () -> models.problems().toString());
    }

    private static List<String> problems(Models models) {
        return models.problems().stream().map(ModelProblem::toString).toList();
    }

    @Test
    void no_file_is_no_problem() {
        var models = agent.models(Map.of());

        assertThat(models.problems()).isEmpty();
        assertThat(models.find("anthropic", "claude-opus-4-8")).isNotNull();
    }

    @Test
    void a_local_server_is_four_lines() throws Exception {
        var models = models("""
            {"providers": {"ollama": {
              "baseUrl": "http://localhost:11434/v1", "api": "openai-completions", "apiKey": "ollama",
              "models": [{"id": "qwen2.5-coder:7b"}]
            }}}\
            """);
        var model = model(models, "ollama", "qwen2.5-coder:7b");

        models.complete(model, AgentFolder.question());

        assertThat(problems(models)).isEmpty();
        assertThat(models.available()).containsExactly(model);
        assertThat(model.name()).isEqualTo("qwen2.5-coder:7b");
        assertThat(model.contextWindow()).isEqualTo(128_000);
        assertThat(model.maxTokens()).isEqualTo(16_384);
        assertThat(model.reasoning()).isFalse();
        assertThat(model.input()).containsExactly(Model.Medium.TEXT);
        assertThat(agent.last().model().baseUrl()).isEqualTo("http://localhost:11434/v1");
        assertThat(Objects.requireNonNull(agent.last().key()).value()).isEqualTo("ollama");
    }

    @Test
    void a_server_on_this_machine_needs_no_key() throws Exception {
        var models = models("""
            {"providers": {"lm": {"baseUrl": "http://127.0.0.1:1234/v1", "api": "openai-completions",
              "models": [{"id": "m"}]}}}\
            """);

        models.complete(model(models, "lm", "m"), AgentFolder.question());

        assertThat(models.available()).hasSize(1);
        assertThat(agent.last().key()).isNull();
    }

    @Test
    void all_fields_of_a_model_are_taken() throws Exception {
        var model = model(models("""
            {"providers": {"mine": {
              "name": "Mine", "baseUrl": "https://mine.example/v1", "api": "openai-completions", "apiKey": "k",
              "compat": {"supportsStore": false, "chatTemplateKwargs": {"a": 1}},
              "models": [{"id": "m", "name": "Em", "api": "anthropic-messages", "baseUrl": "https://other.example",
                "reasoning": true, "thinkingLevelMap": {"off": null, "xhigh": "ultra"}, "input": ["text", "image"],
                "cost": {"input": 1, "output": 2.5, "cacheRead": 0.1, "cacheWrite": 0,
                  "tiers": [{"inputTokensAbove": 200000, "input": 2, "output": 5, "cacheRead": 0.2, "cacheWrite": 0}]},
                "contextWindow": 64000, "maxTokens": 8000, "samplingParams": {"top_p": 0.9},
                "samplingParamsByThinkingLevel": {"high": {"top_k": 20}},
                "compat": {"maxTokensField": "max_tokens", "chatTemplateKwargs": {"b": 2}}}]
            }}}\
            """), "mine", "m");

        assertThat(model.name()).isEqualTo("Em");
        assertThat(model.api()).isEqualTo("anthropic-messages");
        assertThat(model.baseUrl()).isEqualTo("https://other.example");
        assertThat(model.thinkingLevels()).contains(ThinkingLevel.XHIGH).doesNotContain(ThinkingLevel.OFF);
        assertThat(model.input()).contains(Model.Medium.IMAGE);
        assertThat(model.cost().output()).isEqualTo(2.5);
        assertThat(model.cost().extra().objects("tiers")).hasSize(1);
        assertThat(model.contextWindow()).isEqualTo(64_000);
        assertThat(model.maxTokens()).isEqualTo(8_000);
        assertThat(model.extra()).isEqualTo(JsonObject.parse("""
            {"samplingParams": {"top_p": 0.9},
             "samplingParamsByThinkingLevel": {"high": {"top_k": 20}},
             "compat": {"supportsStore": false, "chatTemplateKwargs": {"a": 1, "b": 2}, "maxTokensField": "max_tokens"},
             "thinkingLevelMap": {"off": null, "xhigh": "ultra"}}\
            """));
    }

    @Test
    void a_built_in_provider_is_reached_at_another_address_and_keeps_its_models() throws Exception {
        var models = models("""
            {"providers": {"anthropic": {"baseUrl": "https://proxy.example", "headers": {"X-Team": "a"}}}}\
            """);
        var all = models.all().stream()
                .filter(model -> model.provider().equals("anthropic"))
                .toList();

        assertThat(all).hasSizeGreaterThan(5).allMatch(model -> model.baseUrl().equals("https://proxy.example"));
        assertThat(problems(models)).isEmpty();
    }

    @Test
    void a_model_of_the_same_id_replaces_and_a_new_one_joins_with_the_providers_api_and_address() throws Exception {
        var models = models("""
            {"providers": {"anthropic": {"models": [
              {"id": "claude-opus-4-8", "contextWindow": 5000}, {"id": "claude-next"}]}}}\
            """);
        var replaced = model(models, "anthropic", "claude-opus-4-8");
        var joined = model(models, "anthropic", "claude-next");

        assertThat(replaced.contextWindow()).isEqualTo(5_000);
        assertThat(replaced.reasoning()).isFalse();
        assertThat(joined.api()).isEqualTo("anthropic-messages");
        assertThat(joined.baseUrl()).isEqualTo("https://api.anthropic.com");
    }

    @Test
    void an_override_changes_only_the_fields_it_names_and_one_of_an_unknown_model_changes_nothing() throws Exception {
        var before = Objects.requireNonNull(agent.models(Map.of()).find("anthropic", "claude-opus-4-8"));
        var models = models("""
            {"providers": {"anthropic": {"modelOverrides": {
              "claude-opus-4-8": {"name": "Mine", "cost": {"input": 1}, "thinkingLevelMap": {"max": null},
                "compat": {"supportsTemperature": true}},
              "nobody": {"name": "x"}}}}}\
            """);
        var after = model(models, "anthropic", "claude-opus-4-8");

        assertThat(after.name()).isEqualTo("Mine");
        assertThat(after.cost().input()).isEqualTo(1);
        assertThat(after.cost().output()).isEqualTo(before.cost().output());
        assertThat(after.contextWindow()).isEqualTo(before.contextWindow());
        assertThat(after.thinkingLevels()).doesNotContain(ThinkingLevel.MAX).contains(ThinkingLevel.XHIGH);
        assertThat(after.extra().object("compat").bool("forceAdaptiveThinking", false))
                .isTrue();
        assertThat(after.extra().object("compat").bool("supportsTemperature", false))
                .isTrue();
        assertThat(models.find("anthropic", "nobody")).isNull();
        assertThat(problems(models)).isEmpty();
    }

    @Test
    void comments_and_trailing_commas_are_fine() throws Exception {
        var models = models("""
            { // mine
              "providers": {"x": {"baseUrl": "https://x.example", "api": "openai-responses", "apiKey": "k",
                "models": [{"id": "m"},], // that's it
              },},
            }\
            """);

        assertThat(problems(models)).isEmpty();
        assertThat(models.find("x", "m")).isNotNull();
    }

    @Test
    void text_that_is_not_json_is_reported_with_line_and_column_and_the_built_in_models_stay() throws Exception {
        var models = models("{\"providers\": {\n  \"x\": {\"apiKey\": sk-secret}\n}}");

        assertThat(problems(models))
                .containsExactly(folder.resolve("models.json")
                        + ", line 2, column 19: not JSON, this is no value; write a text in double quotes, a number,"
                        + " true, false, null, [ or {. Until it is mended the built-in models are used as they"
                        + " are.");
        assertThat(models.find("anthropic", "claude-opus-4-8")).isNotNull();
    }

    @Test
    void a_wrong_field_is_reported_with_its_path_and_only_its_model_is_left_out() throws Exception {
        var models = models("""
            {"providers": {
              "good": {"baseUrl": "https://good.example", "api": "openai-completions", "apiKey": "k", "models": [
                {"id": "fine"},
                {"id": "m1", "contextWindow": "many"},
                {"name": "no id"},
                {"id": "m2", "thinkingLevelMap": {"hihg": "x", "low": 3}},
                {"id": "m3", "cost": {"input": -1, "tiers": [{"input": 1}]}},
                {"id": "m4", "input": ["audio"]},
                {"id": "m5", "headers": {"x": 1}}],
                "modelOverrides": {"fine": {"reasoning": "yes"}}},
              "bad": {"baseUrl": 5, "models": [{"id": "m"}]},
              "odd": {"baseUrl": "ftp://x", "api": "morse", "models": [{"id": "m"}]},
              "typo": {"baseUrl": "https://t.example", "api": "openai-completions", "modles": []},
              "text": "x"}}\
            """);
        var where = folder.resolve("models.json") + ": providers.";

        assertThat(models.all().stream()
                        .filter(model -> model.provider().equals("good"))
                        .map(Model::id))
                .containsExactly("fine");
        assertThat(models.find("bad", "m")).isNull();
        assertThat(problems(models))
                .contains(
                        where + "good.models[1].contextWindow: is a text, but must be a number of tokens, 1 or more."
                                + " This model is left out.",
                        where + "good.models[2].id: is missing. This model is left out.",
                        where + "good.models[3].thinkingLevelMap.hihg: is no thinking level; there are off, minimal,"
                                + " low, medium, high, xhigh, max. This model is left out.",
                        where + "good.models[3].thinkingLevelMap.low: is a number, but must be the provider's word for"
                                + " it, or null. This model is left out.",
                        where + "good.models[4].cost.input: is a negative number, but must be a number, 0 or more."
                                + " This model is left out.",
                        where + "good.models[4].cost.tiers[0].inputTokensAbove: is missing or no number, but must be a"
                                + " number of tokens. This model is left out.",
                        where + "good.models[5].input: holds something else, but must be a list of \"text\" and"
                                + " \"image\". This model is left out.",
                        where + "good.models[6].headers.x: is a number, but must be a text in double quotes. This"
                                + " model is left out.",
                        where + "good.modelOverrides.fine.reasoning: is a text, but must be true or false. This"
                                + " override is not used.",
                        where + "bad.baseUrl: is a number, but must be a text in double quotes. This provider's entry"
                                + " is not used.",
                        where + "odd.baseUrl: must begin with http:// or https://. This provider's entry is not used.",
                        where + "odd.api: \"morse\" is not supported; known are anthropic-messages,"
                                + " azure-openai-responses, bedrock-converse-stream, google-generative-ai,"
                                + " google-vertex, openai-codex-responses, openai-completions, openai-responses. This"
                                + " provider's entry is not used.",
                        where + "typo.modles: is no field known here and does not count; is models meant?",
                        where + "text: is a text, but must be an object in braces.");
    }

    @Test
    void a_new_provider_needs_an_api_an_address_and_models() throws Exception {
        var models = models("""
            {"providers": {
              "a": {"baseUrl": "https://a.example", "models": [{"id": "m"}]},
              "b": {"api": "openai-completions", "models": [{"id": "m"}]},
              "c": {"baseUrl": "https://c.example", "api": "openai-completions"}}}\
            """);

        assertThat(models.all()).noneMatch(model -> List.of("a", "b", "c").contains(model.provider()));
        assertThat(problems(models))
                .hasSize(3)
                .anyMatch(text -> text.contains("providers.a: has no api, so the model \"m\" is left out"))
                .anyMatch(text -> text.contains("providers.b: has no baseUrl"))
                .anyMatch(text -> text.contains("providers.c: is no built-in provider and has no models"));
    }

    @Test
    void a_file_without_providers_says_what_it_should_look_like() throws Exception {
        assertThat(problems(models("{}"))).singleElement().asString().contains("{\"providers\": {\"name\": {…}}}");
    }

    @Test
    void a_file_that_cannot_be_read_is_a_problem_and_no_end() throws Exception {
        java.nio.file.Files.createDirectory(folder.resolve("models.json"));
        var models = agent.models(Map.of());

        assertThat(problems(models)).singleElement().asString().contains("models.json: cannot be read");
        assertThat(models.find("anthropic", "claude-opus-4-8")).isNotNull();
    }

    @Test
    void a_changed_file_counts_after_a_reload() throws Exception {
        var models = models("{\"providers\": {}}");
        assertThat(models.find("x", "m")).isNull();

        agent.modelsJson("""
            {"providers": {"x": {"baseUrl": "https://x.example", "api": "openai-completions", "models": [{"id": "m"}]}}}\
            """);
        assertThat(models.find("x", "m")).isNull();
        models.reload();

        assertThat(models.find("x", "m")).isNotNull();
    }
}

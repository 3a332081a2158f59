package dev.pawl.ai.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.http.Wires;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private static final Path FILES = Path.of("src/main/resources/dev/pawl/ai/catalogue");

    private final Catalogue catalogue = new Catalogue();

    @Test
    void every_provider_has_models_that_can_be_asked_and_its_usual_one_is_among_them() {
        for (var provider : catalogue.providers().values()) {
            var models = catalogue.models(provider.id()).models();
            var ids = new HashSet<String>();
            for (var model : models) {
                assertThat(model.provider()).isEqualTo(provider.id());
                assertThat(Wires.names()).contains(model.api());
                // Azure is wherever the user's resource is.
                if (!provider.id().equals("azure")) {
                    assertThat(model.baseUrl()).startsWith("https://").doesNotContain("{");
                }
                assertThat(model.name()).isNotBlank();
                assertThat(model.contextWindow()).as(model.reference()).isPositive();
                assertThat(model.maxTokens()).as(model.reference()).isPositive();
                assertThat(model.thinkingLevels()).as(model.reference()).isNotEmpty();
                assertThat(model.input()).contains(Model.Medium.TEXT);
                assertThat(ids.add(model.id())).as(model.reference()).isTrue();
            }
            assertThat(ids).as(provider.id()).contains(provider.defaultModel());
            if (!provider.id().equals("openai-codex")) {
                assertThat(provider.variables().size()
                                + provider.bearerVariables().size())
                        .as(provider.id())
                        .isPositive();
            }
        }
        assertThat(catalogue.providers()).hasSizeGreaterThan(25);
    }

    @Test
    void a_models_traits_are_those_of_its_group_changed_by_its_own() {
        var catalogue = new Catalogue(name -> JsonObject.parse(
                name.equals("index")
                        ? "{\"providers\":[{\"id\":\"p\",\"name\":\"P\",\"env\":[\"P_KEY\"],\"default\":\"a\"}]}"
                        : """
                        {"groups":[{"api":"openai-completions","baseUrl":"https://p.example/v1",
                          "compat":{"supportsStore":false,"maxTokensField":"max_tokens"},"headers":{"x-poll":"60"},
                          "models":[
                          {"id":"a","cost":[1,2,0.5,0],"tiers":[[200000,2,4,1,0]],"context":1000,"output":100},
                          {"id":"b","name":"Bee","reasoning":true,"levels":"-off minimal=low high xhigh=ultra",
                           "images":true,"cost":[0,0,0,0],"context":2000,"output":200,
                           "compat":{"supportsStore":null,"thinkingFormat":"zai"},"headers":{"x-poll":null}}]}]}\
                        """));
        var a = Objects.requireNonNull(catalogue.models("p").models().get(0));
        var b = Objects.requireNonNull(catalogue.models("p").models().get(1));

        assertThat(a.name()).isEqualTo("a");
        assertThat(a.extra().object("compat"))
                .isEqualTo(JsonObject.parse("{\"supportsStore\":false,\"maxTokensField\":\"max_tokens\"}"));
        assertThat(a.cost().input()).isEqualTo(1);
        assertThat(a.cost().cacheRead()).isEqualTo(0.5);
        assertThat(a.cost().extra().objects("tiers"))
                .containsExactly(JsonObject.parse(
                        "{\"inputTokensAbove\":200000,\"input\":2,\"output\":4,\"cacheRead\":1,\"cacheWrite\":0}"));
        assertThat(catalogue.models("p").headers()).containsOnlyKeys("a");
        assertThat(b.extra().object("compat"))
                .isEqualTo(JsonObject.parse("{\"maxTokensField\":\"max_tokens\",\"thinkingFormat\":\"zai\"}"));
        assertThat(b.extra().object("thinkingLevelMap"))
                .isEqualTo(
                        JsonObject.parse("{\"off\":null,\"minimal\":\"low\",\"high\":\"high\",\"xhigh\":\"ultra\"}"));
        assertThat(b.thinkingLevels())
                .doesNotContain(ThinkingLevel.OFF, ThinkingLevel.MAX)
                .contains(ThinkingLevel.XHIGH);
        assertThat(b.input()).contains(Model.Medium.IMAGE);
    }

    @Test
    void asking_for_one_provider_reads_no_file_of_another() {
        var read = new ArrayList<String>();
        var watched = new Catalogue(name -> {
            read.add(name);
            return Catalogue.read(name);
        });

        watched.models("anthropic");
        watched.models("anthropic");
        watched.models("nobody");

        assertThat(read).containsExactly("index", "anthropic");
    }

    @Test
    void every_file_is_one_of_a_provider_and_all_of_them_are_small() throws Exception {
        long size = 0;
        try (var files = Files.list(FILES)) {
            for (var file : files.toList()) {
                var name = file.getFileName().toString().replace(".json", "");
                assertThat(name.equals("index") || catalogue.provider(name) != null)
                        .as(name)
                        .isTrue();
                size += Files.size(file);
            }
        }
        assertThat(size).isLessThan(600_000);
    }
}

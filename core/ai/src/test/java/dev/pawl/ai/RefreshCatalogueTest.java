package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that renews the catalogue, run on small lists of both kinds it knows. */
@Deep
class RefreshCatalogueTest {
    @TempDir
    Path folder;

    private String refresh(String source) throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Checkout.file("build/RefreshCatalogue.java").toString(),
                        source,
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private List<Model> models(String provider) {
        return new Catalogue(name -> {
                    try {
                        return JsonObject.parse(Files.readString(folder.resolve(name + ".json")));
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .models(provider)
                .models();
    }

    @Test
    void data_of_a_package_are_packed_and_read_back_as_they_were_and_a_public_list_is_put_over_them() throws Exception {
        var data = Files.createDirectories(folder.resolve("package/dist/providers/data"));
        Files.writeString(folder.resolve("index.json"), """
            {"providers":[{"id":"p","name":"P","env":["P"],"default":"a","list":"pee"},
            {"id":"q","name":"Q","env":["Q"],"default":"x"}]}\
            """);
        Files.writeString(data.resolve("p.json"), """
            {"openai-completions": {
              "a": {"id":"a","name":"A","api":"openai-completions","provider":"p","baseUrl":"https://p.example/v1",
                "reasoning":true,"thinkingLevelMap":{"off":null,"minimal":"low","high":"high"},"input":["text","image"],
                "cost":{"input":1,"output":2,"cacheRead":0.1,"cacheWrite":0,
                  "tiers":[{"inputTokensAbove":272000,"input":2,"output":4,"cacheRead":0.2,"cacheWrite":0}]},
                "contextWindow":1000,"maxTokens":100,"compat":{"supportsStore":false,"thinkingFormat":"zai"}},
              "b": {"id":"b","name":"b","api":"openai-completions","provider":"p","baseUrl":"https://p.example/v1",
                "reasoning":false,"input":["text"],"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0},
                "contextWindow":2000,"maxTokens":200,"compat":{"supportsStore":false}},
              "c": {"id":"c","name":"C","api":"openai-completions","provider":"p","baseUrl":"https://p.example/v1",
                "reasoning":false,"input":["text"],"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0},
                "contextWindow":2000,"maxTokens":200}},
             "carrier-pigeon": {"z": {"id":"z","api":"carrier-pigeon"}}}\
            """);

        assertThat(refresh(folder.resolve("package").toString())).contains("p: 3 models", "q: not in");

        var packed = models("p");
        assertThat(packed).extracting(Model::id).containsExactly("a", "b", "c");
        assertThat(packed.get(0).extra())
                .isEqualTo(JsonObject.parse("{\"compat\":{\"supportsStore\":false,\"thinkingFormat\":\"zai\"},"
                        + "\"thinkingLevelMap\":{\"off\":null,\"minimal\":\"low\",\"high\":\"high\"}}"));
        assertThat(packed.get(0).cost().extra().objects("tiers")).hasSize(1);
        assertThat(packed.get(0).input()).contains(Model.Medium.IMAGE);
        assertThat(packed.get(1).extra()).isEqualTo(JsonObject.parse("{\"compat\":{\"supportsStore\":false}}"));
        assertThat(packed.get(2).extra().isEmpty()).isTrue();

        var list = folder.resolve("api.json");
        Files.writeString(list, """
            {"pee": {"id":"pee","models": {
              "a": {"id":"a","name":"A!","reasoning":true,"tool_call":true,"modalities":{"input":["text"],"output":["text"]},
                "cost":{"input":3,"output":6,"cache_read":0.3,"context_over_200k":{"input":6,"output":12}},
                "limit":{"context":5000,"output":500}},
              "b": {"id":"b","name":"b","status":"deprecated"},
              "d": {"id":"d","name":"Dee","reasoning":false,"tool_call":true,
                "modalities":{"input":["text","image"],"output":["text"]},"limit":{"context":9000,"output":900}},
              "e": {"id":"e","name":"draws only","tool_call":false,"modalities":{"input":["text"],"output":["image"]}}}}}\
            """);

        assertThat(refresh(list.toString())).contains("p: 1 new, 1 changed, 1 gone", "q: not in the list");

        var renewed = models("p");
        assertThat(renewed).extracting(Model::id).containsExactly("a", "c", "d");
        assertThat(renewed.get(0).name()).isEqualTo("A!");
        assertThat(renewed.get(0).cost().output()).isEqualTo(6);
        assertThat(renewed.get(0).cost().extra().objects("tiers").getFirst().number("inputTokensAbove", 0))
                .isEqualTo(200_000);
        assertThat(renewed.get(0).contextWindow()).isEqualTo(5_000);
        assertThat(renewed.get(0).input()).doesNotContain(Model.Medium.IMAGE);
        assertThat(renewed.get(0).extra()).isEqualTo(packed.get(0).extra());
        assertThat(renewed.get(1)).isEqualTo(packed.get(2));
        assertThat(renewed.get(2).baseUrl()).isEqualTo("https://p.example/v1");
    }
}

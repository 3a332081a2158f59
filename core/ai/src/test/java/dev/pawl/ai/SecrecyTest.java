package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.ai.catalogue.ModelsFile;
import dev.pawl.ai.catalogue.Providers;
import dev.pawl.ai.catalogue.Registrations;
import dev.pawl.ai.catalogue.RequestedModel;
import dev.pawl.ai.credentials.AuthFile;
import dev.pawl.ai.credentials.Credentials;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.Failure;
import dev.pawl.ai.http.Http;
import dev.pawl.ai.http.Target;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.base.net.Network;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A key that is put into every place it may be in is found in nothing that anybody could read. */
@DisabledOnOs(OS.WINDOWS)
class SecrecyTest {
    private static final String SECRET = "TOP5ECRET";

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private AgentFolder agent;

    @BeforeEach
    void open() {
        agent = new AgentFolder(folder);
    }

    private static Map<String, String> environment(String key) {
        var environment = new HashMap<String, String>();
        environment.put("PATH", System.getenv("PATH"));
        environment.put("ANTHROPIC_API_KEY", key);
        environment.put("MY_KEY", key);
        return environment;
    }

    private void collect(Object thing) {
        said.add(String.valueOf(thing));
    }

    private void collect(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        said.add(text.toString());
    }

    /** Uses the models in all ways and collects every word of it. */
    private void use(Models models, ModelsSetup setup) throws InterruptedException {
        collect(setup);
        collect(models);
        collect(models.problems());
        collect(models.providerList());
        collect(models.choose(RequestedModel.none().named(null, "anthropic/opus", null)));
        collect(models.scope(
                        List.of("*", SECRET.toLowerCase(java.util.Locale.ROOT).substring(0, 1) + "*"))
                .models());
        for (var model : models.available()) {
            collect(model);
        }
        for (var model : models.all().stream().filter(SecrecyTest::matters).toList()) {
            try {
                Message.Assistant answer = models.stream(model, AgentFolder.question(), this::collect);
                collect(answer);
                collect(answer.toJson());
                collect(Failure.of(answer));
            } catch (RuntimeException e) {
                collect(e);
            }
        }
        agent.asked.forEach(this::collect);
        try {
            models.saveKey("x", Secret.of(SECRET + "\u0000"));
        } catch (IOException | RuntimeException e) {
            collect(e);
        }
    }

    private static boolean matters(Model model) {
        return model.provider().length() == 1 || model.id().equals("claude-opus-4-8");
    }

    private void nothingIsSaid() {
        assertThat(said).isNotEmpty().noneMatch(text -> text.contains(SECRET));
        assertThat(String.join("", said)).contains("anthropic");
    }

    @Test
    void keys_that_work_are_not_said() throws Exception {
        agent.modelsJson(providers("\"" + SECRET + "\"", "\"!echo " + SECRET + "\"", "\"$MY_KEY\""));
        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"key\": \"" + SECRET + "\", \"env\": {\"A\": \""
                + SECRET + "\"}}}");
        var setup = agent.setup(environment(SECRET)).withApiKey(Secret.of(SECRET), "c");

        use(agent.models(setup), setup);

        assertThat(agent.asked)
                .isNotEmpty()
                .anyMatch(target -> String.valueOf(target.headers().values()).contains(SECRET));
        nothingIsSaid();
    }

    @Test
    void keys_that_cannot_be_sent_are_not_said() throws Exception {
        agent.modelsJson(providers(
                "\"" + SECRET + "\\n\"",
                "\"!echo " + SECRET + "; echo " + SECRET + "; exit 1\"",
                "\"$NOPE " + SECRET + "\""));
        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"key\": \"" + SECRET + "\\u0001\"}}");
        var setup = agent.setup(environment(SECRET + "\n")).withApiKey(Secret.of(SECRET + "é"), "c");

        use(agent.models(setup), setup);

        assertThat(agent.asked).isEmpty();
        nothingIsSaid();
    }

    @Test
    void keys_in_places_of_the_wrong_kind_are_not_said() throws Exception {
        agent.modelsJson(providers(
                "[\"" + SECRET + "\"]", "{\"" + "key\": \"" + SECRET + "\"}", "5, \"oauth\": \"" + SECRET + "\""));
        agent.authJson("{\"anthropic\": \"" + SECRET + "\", \"a\": {\"type\": \"" + SECRET
                + "\"}, \"b\": {\"type\": \"api_key\", \"key\": [\"" + SECRET + "\"]}}");
        var setup = agent.setup(environment(""));

        use(agent.models(setup), setup);

        nothingIsSaid();
    }

    @Test
    void keys_in_broken_files_are_not_said() throws Exception {
        agent.modelsJson("{\"providers\": {\"a\": {\"apiKey\": " + SECRET + "}}}");
        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"key\": \"" + SECRET + "}}");
        var setup = agent.setup(environment(""));
        var models = agent.models(setup);

        use(models, setup);
        try {
            models.saveKey("anthropic", Secret.of(SECRET));
        } catch (IOException e) {
            collect(e);
        }

        assertThat(Files.readString(folder.resolve("auth.json"))).contains(SECRET);
        nothingIsSaid();
    }

    @Test
    void keys_that_hooks_bring_are_not_said() throws Exception {
        var setup = agent.setup(environment(""));
        var models = agent.models(setup);
        models.register(
                "a",
                ProviderConfig.at("https://a.example")
                        .withModels("openai-completions", SECRET, List.of(SomeModels.model("a", "m")))
                        .withHeaders(Map.of("X-Key", SECRET)));
        models.register(
                "b",
                ProviderConfig.at("https://b.example")
                        .withModels("openai-completions", SECRET + "\n", List.of(SomeModels.model("b", "m"))));
        try {
            models.register("c", ProviderConfig.at("").withModels("", SECRET, List.of(SomeModels.model("c", ""))));
        } catch (IllegalArgumentException e) {
            collect(e);
        }

        use(models, setup);

        nothingIsSaid();
    }

    @Test
    void what_holds_a_key_does_not_print_it() throws Exception {
        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"key\": \"" + SECRET + "\"}}");
        var file = new AuthFile(folder.resolve("auth.json"));
        var setup = agent.setup(environment(SECRET)).withApiKey(Secret.of(SECRET), null);
        var provider =
                new Providers(new Catalogue(), ModelsFile.NONE, Registrations.NONE, _ -> null).provider("anthropic");

        collect(Secret.of(SECRET));
        collect(setup);
        collect(file.snapshot());
        collect(new Credentials(setup, file, new Http(Network.direct())).find(provider));
        collect(new Resolved.Value(Secret.of(SECRET)));
        collect(ValueTemplate.of(SECRET));
        collect(ModelsFile.read(agent.modelsJson(providers("\"" + SECRET + "\"", "\"!" + SECRET + "\"", "\"x\""))
                .folder
                .resolve("models.json")));
        collect(Target.of(SomeModels.model("anthropic", "m"), Secret.of(SECRET), true, Map.of("X", SECRET)));
        collect(JsonObject.of("x", 1));

        nothingIsSaid();
    }

    /** Three providers with a key and a header each, written in three ways. */
    private static String providers(String... keys) {
        var entries = new ArrayList<String>();
        for (int i = 0; i < keys.length; i++) {
            entries.add(
                    "\"" + "abc".charAt(i) + "\": {\"baseUrl\": \"https://x.example\", \"api\": \"openai-completions\","
                            + "\"apiKey\": " + keys[i] + ", \"headers\": {\"X-Key\": "
                            + keys[i].replace(", \"oauth\"", ", \"y\"") + "},"
                            + "\"models\": [{\"id\": \"m\", \"headers\": {\"X-Other\": "
                            + keys[i].replace(", \"oauth\"", ", \"y\"") + "}}]}");
        }
        return "{\"providers\": {" + String.join(",", entries) + "}}";
    }
}

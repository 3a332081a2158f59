package dev.pawl.ai.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.accounts.secret.Secret;
import dev.pawl.ai.AgentFolder;
import dev.pawl.ai.Models;
import dev.pawl.ai.http.Failure;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("ANTHROPIC_API_KEY", "from-environment", "MY_KEY", "from-variable");
    private static final String MODELS_JSON = "{\"providers\": {\"anthropic\": {\"apiKey\": \"from-models\"}}}";
    private static final String AUTH_JSON = "{\"anthropic\": {\"type\": \"api_key\", \"key\": \"from-auth\"}}";

    @TempDir
    Path folder;

    private AgentFolder agent;

    @BeforeEach
    void open() {
        agent = new AgentFolder(folder);
    }

    private static Model opus(Models models) {
        return Objects.requireNonNull(models.find("anthropic", "claude-opus-4-8"));
    }

    private static @Nullable String key(Models models) throws InterruptedException {
        return models.apiKey(opus(models));
    }

    private static String failure(Models models) throws InterruptedException {
        return String.valueOf(
                models.complete(opus(models), AgentFolder.question()).errorMessage());
    }

    @Test
    void the_order_is_command_line_auth_json_models_json_environment() throws Exception {
        assertThat(key(agent.models(Map.of()))).isNull();
        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("from-environment");
        agent.modelsJson(MODELS_JSON);
        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("from-models");
        agent.authJson(AUTH_JSON);
        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("from-auth");
        var setup = agent.setup(ENVIRONMENT).withApiKey(Secret.of("from-flag"), "anthropic");
        assertThat(key(agent.models(setup))).isEqualTo("from-flag");
        var other = agent.setup(ENVIRONMENT).withApiKey(Secret.of("from-flag"), "openai");
        assertThat(key(agent.models(other))).isEqualTo("from-auth");
    }

    @Test
    void where_a_key_comes_from_can_be_reported() throws Exception {
        assertThat(source(agent.models(Map.of()))).isNull();
        assertThat(source(agent.models(ENVIRONMENT))).isEqualTo("ANTHROPIC_API_KEY");
        agent.modelsJson(MODELS_JSON);
        assertThat(source(agent.models(ENVIRONMENT))).isEqualTo("models.json");
        agent.authJson(AUTH_JSON);
        assertThat(source(agent.models(ENVIRONMENT))).isEqualTo("auth.json");
    }

    private static @Nullable String source(Models models) {
        return models.providerList().stream()
                .filter(provider -> provider.id().equals("anthropic"))
                .findFirst()
                .orElseThrow()
                .keySource();
    }

    @Test
    void a_token_from_the_environment_goes_into_the_authorization_header() throws Exception {
        var models = agent.models(Map.of("ANTHROPIC_AUTH_TOKEN", "token", "ANTHROPIC_API_KEY", "key"));

        models.complete(opus(models), AgentFolder.question());

        assertThat(Objects.requireNonNull(agent.last().key()).value()).isEqualTo("token");
        assertThat(agent.last().authHeader()).isTrue();
    }

    @Test
    void auth_header_of_models_json_sends_the_key_as_bearer() throws Exception {
        agent.modelsJson("{\"providers\": {\"anthropic\": {\"authHeader\": true}}}");
        var models = agent.models(ENVIRONMENT);

        models.complete(opus(models), AgentFolder.question());

        assertThat(agent.last().authHeader()).isTrue();
    }

    @Test
    void keys_in_files_may_be_variables_and_what_auth_json_brings_comes_first() throws Exception {
        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"key\": \"$MY_KEY\"}}");
        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("from-variable");

        agent.authJson(
                "{\"anthropic\": {\"type\": \"api_key\", \"key\": \"$MY_KEY\", \"env\": {\"MY_KEY\": \"own\"}}}");
        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("own");

        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"env\": {\"ANTHROPIC_API_KEY\": \"own\"}}}");
        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("own");
    }

    @Test
    void an_entry_whose_variable_is_not_set_gives_way_to_the_next_place() throws Exception {
        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"key\": \"$NOPE\"}}");

        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("from-environment");
        assertThat(failure(agent.models(Map.of()))).contains("The entry kept there needs NOPE in the environment.");
    }

    @Test
    void a_missing_key_is_a_failed_answer_that_says_what_to_do() throws Exception {
        var models = agent.models(Map.of());
        var events = new java.util.ArrayList<dev.pawl.api.model.ModelEvent>();

        var answer = models.stream(opus(models), AgentFolder.question(), events::add);

        assertThat(answer.stopReason()).isEqualTo(dev.pawl.api.message.StopReason.ERROR);
        assertThat(answer.errorMessage())
                .isEqualTo("There is no key for Anthropic (anthropic). Set ANTHROPIC_API_KEY, or save one with /login"
                        + " anthropic (kept in " + folder.resolve("auth.json") + ").");
        assertThat(Objects.requireNonNull(Failure.of(answer)).kind()).isEqualTo(Failure.Kind.AUTH);
        assertThat(answer.extra().object("failure").string("kind")).isEqualTo("auth");
        // Nothing began.
        assertThat(events).containsExactly(new dev.pawl.api.model.ModelEvent.Finished(answer));
        assertThat(agent.asked).isEmpty();
        assertThat(Message.from(answer.toJson())).isEqualTo(answer);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void commands_of_models_json_run_at_every_request_and_not_before() throws Exception {
        agent.modelsJson("""
            {"providers": {"x": {"baseUrl": "https://x.example", "api": "openai-completions",
              "apiKey": "!echo run >> $FOLDER/runs; wc -l < $FOLDER/runs", "headers": {"X-Id": "!echo id; echo >> $FOLDER/ids"},
              "models": [{"id": "m"}]}}}\
            """);
        var models = agent.models(Map.of("FOLDER", folder.toString(), "PATH", System.getenv("PATH")));
        var model = models.available().getFirst();
        assertThat(folder.resolve("runs")).doesNotExist();

        models.complete(model, AgentFolder.question());
        models.complete(model, AgentFolder.question());

        assertThat(agent.asked.stream()
                        .map(target -> Objects.requireNonNull(target.key()).value()))
                .containsExactly("1", "2");
        assertThat(agent.last().headers()).isEqualTo(Map.of("X-Id", "id"));
        assertThat(Files.readAllLines(folder.resolve("ids"))).hasSize(2);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_command_that_hangs_is_a_failed_answer() throws Exception {
        agent.authJson("{\"anthropic\": {\"type\": \"api_key\", \"key\": \"!sleep 600\"}}");
        var models = agent.models(
                agent.setup(Map.of("PATH", System.getenv("PATH"))).withCommandLimit(Duration.ofMillis(200)));

        assertThat(models.available()).isNotEmpty();
        assertThat(failure(models))
                .isEqualTo("The key of \"anthropic\" in auth.json comes from the command \"sleep\", which did not end"
                        + " within 200 ms. Run the command in a terminal to see why.");
        assertThat(key(models)).isNull();
    }

    @Test
    void a_header_whose_variable_is_missing_is_a_failed_answer() throws Exception {
        agent.modelsJson("{\"providers\": {\"anthropic\": {\"headers\": {\"X-Team\": \"${TEAM}\"}}}}");

        assertThat(failure(agent.models(ENVIRONMENT)))
                .startsWith("The header \"X-Team\" of the provider \"anthropic\" needs the environment variable TEAM");
    }

    @Test
    void headers_of_provider_override_and_model_are_merged_without_regard_to_case() throws Exception {
        agent.modelsJson("""
            {"providers": {"anthropic": {"apiKey": "k", "headers": {"X-A": "provider", "X-B": "provider"},
              "modelOverrides": {"claude-opus-4-8": {"headers": {"x-b": "model", "X-C": "$MY_KEY"}}}}}}\
            """);
        var models = agent.models(ENVIRONMENT);

        models.complete(opus(models), AgentFolder.question());

        assertThat(agent.last().headers()).isEqualTo(Map.of("X-A", "provider", "x-b", "model", "X-C", "from-variable"));
    }

    @Test
    void headers_of_the_catalogue_are_sent() throws Exception {
        var models = agent.models(Map.of("NVIDIA_API_KEY", "k"));

        models.complete(models.available().getFirst(), AgentFolder.question());

        assertThat(agent.last().headers()).containsEntry("NVCF-POLL-SECONDS", "3600");
    }

    @Test
    void a_provider_whose_headers_carry_the_key_needs_no_other() throws Exception {
        agent.modelsJson("""
            {"providers": {"x": {"baseUrl": "https://x.example", "api": "openai-completions",
              "headers": {"Authorization": "Bearer $MY_KEY"}, "models": [{"id": "m"}]}}}\
            """);
        var models = agent.models(ENVIRONMENT);
        var model = Objects.requireNonNull(models.find("x", "m"));

        models.complete(model, AgentFolder.question());

        assertThat(models.isAvailable(model)).isTrue();
        assertThat(agent.last().key()).isNull();
        assertThat(agent.last().headers()).isEqualTo(Map.of("Authorization", "Bearer from-variable"));
    }

    @Test
    void saving_and_removing_a_key_counts_at_once() throws Exception {
        var models = agent.models(Map.of());

        models.saveKey("anthropic", Secret.of(" sk-new\n"));
        assertThat(key(models)).isEqualTo("sk-new");
        assertThat(models.isAvailable(opus(models))).isTrue();
        assertThat(models.logout("anthropic")).isTrue();
        assertThat(models.logout("anthropic")).isFalse();
        assertThat(key(models)).isNull();
    }

    // Sign-ins that hooks bring

    private static final class Sign implements ProviderConfig.Login {
        int refreshed;

        @Override
        public String name() {
            return "Sign in to X";
        }

        @Override
        public JsonObject login(ProviderConfig.Prompts prompts) throws InterruptedException {
            return credentials(prompts.ask("code?"), 10_000_000);
        }

        @Override
        public JsonObject refresh(JsonObject credentials) throws IOException {
            if (credentials.string("refresh", "").equals("dead")) {
                throw new IOException("refused: dead sk-secret");
            }
            refreshed++;
            return credentials("renewed", 20_000_000);
        }

        @Override
        public String apiKey(JsonObject credentials) {
            return "key-" + credentials.string("access");
        }

        static JsonObject credentials(String access, long expires) {
            return JsonObject.of("access", access, "refresh", "r").with("expires", expires);
        }
    }

    private Models signedIn(String entry, Sign sign, long now) throws IOException {
        return signedIn(entry, sign, now, Duration.ZERO);
    }

    private Models signedIn(String entry, Sign sign, long now, Duration tokenLife) throws IOException {
        agent.authJson("{\"anthropic\": " + entry + "}");
        var setup = agent.setup(ENVIRONMENT);
        var models = agent.models(new ModelsSetup(
                setup.agentDir(),
                setup.environment(),
                null,
                null,
                InstantSource.fixed(Instant.ofEpochMilli(now)),
                setup.commandLimit(),
                tokenLife));
        models.register("anthropic", config(sign));
        return models;
    }

    private static ProviderConfig config(Sign sign) {
        return new ProviderConfig(null, null, null, null, Map.of(), false, List.of(), null, null, JsonObject.empty())
                .withLogin(sign);
    }

    private static String entry(String refresh, long expires) {
        return "{\"type\":\"oauth\",\"access\":\"a\",\"refresh\":\"" + refresh + "\",\"expires\":" + expires
                + ",\"account\":\"me\"}";
    }

    @Test
    void an_unexpired_sign_in_yields_the_key_through_the_hook_that_knows_it() throws Exception {
        var sign = new Sign();

        assertThat(key(signedIn(entry("r", 5_000_000), sign, 1_000_000))).isEqualTo("key-a");
        assertThat(sign.refreshed).isZero();
    }

    @Test
    void an_expired_sign_in_is_renewed_once_and_kept_with_its_other_fields() throws Exception {
        var sign = new Sign();
        var models = signedIn(entry("r", 5_000_000), sign, 6_000_000);

        assertThat(key(models)).isEqualTo("key-renewed");
        assertThat(key(models)).isEqualTo("key-renewed");

        assertThat(sign.refreshed).isEqualTo(1);
        var kept =
                JsonObject.parse(Files.readString(folder.resolve("auth.json"))).object("anthropic");
        assertThat(kept)
                .isEqualTo(JsonObject.parse("{\"type\":\"oauth\",\"access\":\"renewed\",\"refresh\":\"r\","
                        + "\"expires\":20000000,\"account\":\"me\"}"));
    }

    @Test
    void a_token_that_must_stay_good_for_longer_is_renewed_or_refused() throws Exception {
        var sign = new Sign();

        assertThat(key(signedIn(entry("r", 5_000_000), sign, 1_000_000, Duration.ofMinutes(10))))
                .isEqualTo("key-a");
        assertThat(key(signedIn(entry("r", 5_000_000), sign, 1_000_000, Duration.ofHours(2))))
                .isEqualTo("key-renewed");
        assertThat(key(signedIn(entry("r", 5_000_000), sign, 1_000_000, Duration.ofHours(6))))
                .isNull();
    }

    @Test
    void a_sign_in_that_cannot_be_renewed_is_a_sentence_without_its_words() throws Exception {
        var models = signedIn(entry("dead", 5_000_000), new Sign(), 6_000_000);

        assertThat(failure(models))
                .isEqualTo("The sign-in to Anthropic could not be renewed (IOException). Sign in again with /login"
                        + " anthropic.");
    }

    @Test
    void a_sign_in_that_no_hook_knows_does_not_stand_in_the_way_of_a_key() throws Exception {
        agent.authJson("{\"anthropic\": " + entry("r", 5_000_000) + "}");

        assertThat(key(agent.models(ENVIRONMENT))).isEqualTo("from-environment");
        assertThat(failure(agent.models(Map.of()))).contains("made by another program and cannot be used here");
    }

    @Test
    void signing_in_keeps_what_the_hook_yields() throws Exception {
        var models = agent.models(Map.of());
        models.register("anthropic", config(new Sign()));

        models.login("anthropic", new ProviderConfig.Prompts() {
            @Override
            public void openUrl(String url, @Nullable String instructions) {}

            @Override
            public String ask(String question) {
                return "answered";
            }

            @Override
            public void progress(String message) {}
        });

        assertThat(Objects.requireNonNull(new AuthFile(folder.resolve("auth.json")).entry("anthropic")))
                .isEqualTo(Sign.credentials("answered", 10_000_000).with("type", "oauth"));
    }
}

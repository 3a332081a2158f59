package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.ScriptedModel;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which model is asked, with which key, and how much it thinks. */
class ModelOptionsTest {
    @TempDir
    Path dir;

    /** Two providers at the scripted model's address; {@code plain} cannot think, {@code deep} not at every level. */
    private TestProgram two(Turn... turns) throws Exception {
        var pawl = TestProgram.in(dir, turns);
        var levels = JsonObject.of("minimal", null, "xhigh", null);
        var models = List.of(
                JsonObject.of("id", "deep", "reasoning", true).with("thinkingLevelMap", levels),
                JsonObject.of("id", "plain"),
                JsonObject.of("id", "id:with:colon", "reasoning", true));
        var other = JsonObject.of("baseUrl", pawl.model.baseUrl(TestProgram.API), "apiKey", "other-key")
                .with("api", TestProgram.API)
                .with("models", models);
        var all = pawl.model.modelsJson(TestProgram.API).object("providers").with("other", other);
        return pawl.user("models.json", JsonObject.of("providers", all).toString());
    }

    private static String model(TestProgram pawl, int n) {
        return pawl.request(n).string("model", "");
    }

    @Test
    void what_a_provider_says_back_of_a_secret_is_neither_shown_nor_kept() throws Exception {
        var token = "tok en/0123456789+abcdef";
        var said = "denied: " + token + "|" + URLEncoder.encode(token, StandardCharsets.UTF_8) + "|"
                + Base64.getEncoder().encodeToString(("x:" + token).getBytes(StandardCharsets.UTF_8)) + "|"
                + token.substring(0, 12) + "|Bearer key-0123456789-secret";
        try (var pawl = two(Turn.status(401).body(JsonObject.of("error", JsonObject.of("message", said))))) {
            pawl.user("models.json", """
                {"providers":{"echo":{"baseUrl":"%s","api":"%s",
                 "apiKey":"key-0123456789-secret","headers":{"X-Token":"%s"},"models":[{"id":"m"}]}}}
                """.formatted(pawl.model.baseUrl(TestProgram.API), TestProgram.API, token));
            var run = pawl.run("--model", "echo/m", "-p", "Hi");
            assertThat(run.status()).isEqualTo(1);
            var kept = new StringBuilder(run.err() + run.out());
            for (var session : pawl.sessions()) {
                kept.append(Files.readString(session));
            }
            assertThat(kept.toString())
                    .contains("denied: ")
                    .doesNotContain("0123456789")
                    .doesNotContain("tok en/0")
                    .doesNotContain("tok+en")
                    .doesNotContain(Base64.getEncoder()
                            .encodeToString("x:tok en/0123".getBytes(StandardCharsets.UTF_8))
                            .substring(4, 14));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        --model other/deep                  | deep          | medium
        --model plain                       | plain         | -
        --provider other --model deep       | deep          | medium
        --model other/deep:high             | deep          | high
        --model other/deep --thinking low   | deep          | low
        --model other/deep:high --thinking low | deep       | low
        --model other/deep --thinking xhigh | deep          | high
        --model other/deep --thinking minimal | deep        | low
        --model other/deep --thinking off   | deep          | -
        --model id:with:colon:high          | id:with:colon | high
        --models other/pla*,scripted/*      | plain         | -
        --models scripted-1:high            | scripted-1    | high
        """)
    void a_model_and_how_much_it_thinks_are_named(String options, String model, String effort) throws Exception {
        try (var pawl = two(Turn.text("ok"))) {
            var args = new java.util.ArrayList<>(List.of(options.split(" ")));
            args.addAll(List.of("-p", "Hi"));
            var run = pawl.run(args.toArray(String[]::new));
            assertThat(run.err()).isEmpty();
            assertThat(model(pawl, 1)).isEqualTo(model);
            assertThat(pawl.request(1).string("reasoning_effort")).isEqualTo(effort);
        }
    }

    @Test
    void the_settings_name_a_model_and_the_project_s_win_if_it_is_trusted() throws Exception {
        try (var pawl = two(Turn.text("a"), Turn.text("b"))
                .user("settings.json", "{\"defaultProvider\":\"other\",\"defaultModel\":\"plain\"}")
                .file(".pi/settings.json", "{\"defaultModel\":\"deep\",\"defaultThinkingLevel\":\"high\"}")) {
            pawl.run("-p", "Hi");
            assertThat(model(pawl, 1)).isEqualTo("plain");
            pawl.run("--approve", "-p", "Hi");
            assertThat(model(pawl, 2)).isEqualTo("deep");
            assertThat(pawl.request(2).string("reasoning_effort")).isEqualTo("high");
        }
    }

    @Test
    void a_session_goes_on_with_its_model_and_level() throws Exception {
        try (var pawl = two(Turn.text("a"), Turn.text("b"))) {
            pawl.run("--model", "other/deep:high", "-p", "Hi");
            pawl.run("-c", "-p", "And?");
            assertThat(model(pawl, 2)).isEqualTo("deep");
            assertThat(pawl.request(2).string("reasoning_effort")).isEqualTo("high");
        }
    }

    @Test
    void a_key_on_the_command_line_wins() throws Exception {
        try (var pawl = two(Turn.text("a"))) {
            var seen = pawl.run("--model", "other/plain", "--api-key", "my-own", "-p", "Hi");
            assertThat(seen.err())
                    .contains("--api-key can be seen by everybody")
                    .doesNotContain("my-own");
            assertThat(pawl.model.requests().getFirst().header("authorization")).isEqualTo("Bearer my-own");
            var run = pawl.run("--api-key", "my-own", "-p", "Hi");
            assertThat(run.err())
                    .contains("--api-key does not specify whose key it is")
                    .doesNotContain("my-own");
            assertThat(run.status()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --model no-such-model-anywhere           | There is no model "no-such-model-anywhere"
        --provider nobody                        | nobody
        --model anthropic/claude-nothing         | anthropic has no model "claude-nothing"
        --model anthropic/claude-opus-4-5        | There is no key for anthropic/claude-opus-4-5. Set ANTHROPIC_API_KEY
        """)
    void a_model_that_cannot_be_asked_is_named_and_nothing_is_kept(String options, String why) throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            for (var mode : new String[] {"text", "json"}) {
                var args = options.split(" ");
                var run = pawl.run(args[0], args[1], "--mode", mode, "-p", "Hi");
                assertThat(run.err()).startsWith("pawl: ").contains(why);
                assertThat(run.status()).isEqualTo(1);
            }
            assertThat(pawl.sessions()).isEmpty();
        }
    }

    @Test
    void a_pattern_that_matches_nothing_is_reported() throws Exception {
        try (var pawl = two(Turn.text("a"))) {
            var run = pawl.run("--models", "nothing-like-it*,other/plain", "-p", "Hi");
            assertThat(run.err()).contains("nothing-like-it*");
            assertThat(model(pawl, 1)).isEqualTo("plain");
        }
    }

    @Test
    void models_are_listed_with_those_that_hooks_bring() throws Exception {
        try (var pawl = two().hook("provider", """
            pi.provider("house", ProviderConfig.at("http://127.0.0.1:1/v1").withModels(
                    "openai-completions", "key", List.of(new Model("house", "tiny", "Tiny", "openai-completions",
                    "", false, List.of(), Set.of(Model.Medium.TEXT), Cost.NONE, 8000, 1000, JsonObject.empty()))));
            """)) {
            var all = pawl.run("--list-models");
            assertThat(all.out()).contains("deep", "plain", ScriptedModel.MODEL, "tiny");
            assertThat(all.status()).isZero();
            assertThat(pawl.run("--list-models", "tiny").out().lines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .startsWith("house");
            assertThat(pawl.run("--list-models", "qqqq").out()).isEqualTo("No model matches \"qqqq\".\n");
        }
    }

    @Test
    void a_model_of_a_hook_can_be_named() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("tiny says hi"))) {
            pawl.hook("provider", """
                pi.provider("house", ProviderConfig.at("%s").withModels(
                        "openai-completions", "key", List.of(new Model("house", "tiny", "Tiny", "openai-completions",
                        "", false, List.of(), Set.of(Model.Medium.TEXT), Cost.NONE, 8000, 1000, JsonObject.empty()))));
                """.formatted(pawl.model.baseUrl(TestProgram.API)));
            assertThat(pawl.run("--model", "house/tiny", "-p", "Hi").out()).isEqualTo("tiny says hi\n");
            assertThat(model(pawl, 1)).isEqualTo("tiny");
        }
    }

    @Test
    void a_file_of_models_or_keys_that_cannot_be_used_is_named_and_the_rest_is_used() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok")).user("auth.json", "{ \"anthropic\": ")) {
            var keys = pawl.run("-p", "Hi");
            assertThat(keys.err()).contains("auth.json").doesNotContain("Exception");
            assertThat(keys.out()).isEqualTo("ok\n");
            assertThat(pawl.agentDir().resolve("auth.json")).hasContent("{ \"anthropic\": ");

            pawl.user("models.json", "{ nonsense");
            Files.delete(pawl.agentDir().resolve("auth.json"));
            var models = pawl.run("-p", "Hi");
            assertThat(models.err()).contains("models.json");
            assertThat(models.err()).contains("There is no key", "--model demo/tour");
            assertThat(models.status()).isEqualTo(1);
            var named = pawl.run("--model", "scripted/scripted-1", "-p", "Hi");
            assertThat(named.err()).contains("models.json");
            assertThat(named.status()).isEqualTo(1);
            assertThat(pawl.run("--list-models").err()).contains("models.json");
        }
    }

    @Test
    void a_folder_in_place_of_a_file_is_named_too() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok"))) {
            Files.createDirectories(pawl.agentDir().resolve("auth.json"));
            var run = pawl.run("-p", "Hi");
            assertThat(run.err()).contains("auth.json").doesNotContain("\tat ");
            assertThat(run.out()).isEqualTo("ok\n");
        }
    }
}

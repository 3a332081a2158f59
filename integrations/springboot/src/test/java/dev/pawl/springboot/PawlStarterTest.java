package dev.pawl.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** A Spring Boot application with a web server and Actuator, and the starter on its class path. */
@Deep
class PawlStarterTest {
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Configuration
    static class Hooks {
        @Bean
        @Order(2)
        Hook late() {
            return pi -> pi.on(
                    HookPoints.TOOL_CALL,
                    (call, _) -> call.arguments().toString().contains("early")
                            ? call.block("late comes second")
                            : call.allow());
        }

        @Bean
        @Order(1)
        Hook early() {
            return pi -> pi.on(
                    HookPoints.TOOL_CALL,
                    (call, _) -> call.withArguments(JsonObject.of("path", "early.txt", "content", "x"))
                            .allow());
        }
    }

    @Configuration
    static class Observed {
        @Bean
        ObservationRegistry registry() {
            return TestObservationRegistry.create();
        }
    }

    @TempDir
    Path dir;

    private ConfigurableApplicationContext started(
            ScriptedModel model, Map<String, String> properties, Class<?>... beans) throws IOException {
        Files.writeString(
                Files.createDirectories(dir.resolve(".pi/agent")).resolve("models.json"),
                model.modelsJson("openai-completions").toString());
        var all = new HashMap<String, Object>(Map.of(
                "pawl.home", dir.toString(),
                "pawl.model", "scripted",
                "server.port", "0",
                "management.endpoints.web.exposure.include", "pawl,health",
                "management.endpoint.health.show-details", "always",
                "logging.level.root", "warn"));
        all.putAll(properties);
        var classes = new ArrayList<Class<?>>(List.of(Application.class));
        classes.addAll(List.of(beans));
        return new SpringApplicationBuilder(classes.toArray(Class[]::new))
                .properties(all)
                .run();
    }

    private static JsonObject get(ConfigurableApplicationContext application, String path) throws Exception {
        var address = "http://localhost:" + application.getEnvironment().getProperty("local.server.port") + "/actuator"
                + path;
        try (var http = HttpClient.newHttpClient()) {
            return JsonObject.parse(
                    http.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                            .body());
        }
    }

    private static Turn writes(Path file) {
        return Turn.calls(Script.call("write", JsonObject.of("path", file.toString(), "content", "x")));
    }

    @Test
    void beans_are_hooks_in_their_order_and_the_endpoint_says_what_they_did() throws Exception {
        try (var model = ScriptedModel.playing(writes(dir.resolve("a.txt")), Turn.text("Done."));
                var application = started(model, Map.of(), Hooks.class);
                var agent = application.getBean(PawlAgents.class).start(dir)) {
            assertThat(agent.ask("Write it")).isEqualTo("Done.");
            assertThat(dir.resolve("a.txt")).doesNotExist();
            var id = agent.session().id();
            assertThat(get(application, "/pawl").objects("sessions").getFirst().string("id"))
                    .isEqualTo(id);
            var session = get(application, "/pawl/" + id);
            assertThat(session.objects("hooks").stream().map(hook -> hook.string("hook")))
                    .containsSubsequence("early", "late");
            assertThat(session.objects("why").toString())
                    .contains("late comes second")
                    .contains("early");
            assertThat(get(application, "/health").toString()).contains("\"sessions\":1");
        }
    }

    @Test
    void health_is_down_without_a_key() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("Never."));
                var application =
                        started(model, Map.of("pawl.home", dir.resolve("nobody").toString()))) {
            var health = application.getBean(PawlHealthIndicator.class).health();
            // A key in the environment of the tests counts, as in the application.
            boolean hasModel = application.getBean(PawlAgents.class).hasModel();
            assertThat(health.getStatus().getCode()).isEqualTo(hasModel ? "UP" : "DOWN");
        }
    }

    @Test
    void settings_of_a_file_hold_and_misspelt_ones_stop_the_start_of_a_session() throws Exception {
        var settings = dir.resolve("settings.json");
        var location = Map.of("pawl.settings", settings.toUri().toString());
        Files.writeString(settings, "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"write\"]}}");
        try (var model = ScriptedModel.playing(writes(dir.resolve("a.txt")), Turn.text("No."));
                var application = started(model, location)) {
            var agents = application.getBean(PawlAgents.class);
            try (var agent = agents.start(dir)) {
                agent.ask("Write it");
                assertThat(dir.resolve("a.txt")).doesNotExist();
                assertThat(agents.open()).hasSize(1);
            }
            assertThat(agents.open()).isEmpty();
            Files.writeString(settings, "{\"permisions\": {}}");
            assertThatThrownBy(() -> agents.start(dir)).hasMessageContaining("permisions is no setting");
        }
    }

    @Test
    void requests_and_calls_are_observed_under_the_names_of_the_conventions() throws Exception {
        try (var model = ScriptedModel.playing(
                        writes(dir.resolve("a.txt")).usage(100, 10),
                        Turn.text("Done.").usage(120, 5));
                var application = started(model, Map.of(), Observed.class);
                var agent = application.getBean(PawlAgents.class).start(dir)) {
            agent.ask("Write it");
            var registry = application.getBean(TestObservationRegistry.class);
            TestObservationRegistryAssert.assertThat(registry)
                    .hasNumberOfObservationsWithNameEqualTo("gen_ai.client.operation", 2)
                    .hasObservationWithNameEqualTo("gen_ai.client.operation")
                    .that()
                    .hasBeenStopped()
                    .hasLowCardinalityKeyValue("gen_ai.operation.name", "chat")
                    .hasLowCardinalityKeyValue("gen_ai.provider.name", "scripted")
                    .hasHighCardinalityKeyValue("gen_ai.usage.input_tokens", "100")
                    .hasHighCardinalityKeyValue("gen_ai.usage.output_tokens", "10");
            TestObservationRegistryAssert.assertThat(registry)
                    .hasObservationWithNameEqualTo("gen_ai.execute_tool")
                    .that()
                    .hasBeenStopped()
                    .hasLowCardinalityKeyValue("gen_ai.tool.name", "write")
                    .hasLowCardinalityKeyValue("pawl.tool.outcome", "ok");
        }
    }
}

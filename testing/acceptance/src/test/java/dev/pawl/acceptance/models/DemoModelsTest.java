package dev.pawl.acceptance.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.base.net.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration models are there for everybody, without key and without network. */
class DemoModelsTest {
    @TempDir
    Path home;

    @Test
    void they_are_available_where_nothing_is_set_up() {
        try (var open = open(Map.of())) {
            assertThat(open.models().choices()).extracting(Model::reference).contains("demo/tour", "demo/echo");
        }
    }

    @Test
    void they_answer_like_any_other_model() throws Exception {
        try (var open = open(Map.of())) {
            assertThat(ask(open, "echo", "Hello there.").text()).isEqualTo("Hello there.");
            assertThat(ask(open, "tour", "hi").text()).contains("demonstration model", "ANTHROPIC_API_KEY");
        }
    }

    private OpenModels open(Map<String, String> environment) {
        return new OpenModels(
                ModelsSetup.of(home, environment), CallSettings.standard(), Network.of(environment), Duration.ZERO);
    }

    private static Message.Assistant ask(OpenModels open, String model, String prompt) throws InterruptedException {
        var found = open.models().find("demo", model);
        return open.models().complete(found, ModelRequest.of(List.of(Message.user(prompt, 0))));
    }
}

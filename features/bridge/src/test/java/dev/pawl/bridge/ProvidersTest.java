package dev.pawl.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.hooks.registry.Registry;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers and models that extensions bring. */
@Deep
class ProvidersTest {
    @TempDir
    Path dir;

    private static Registry registry(HookTrial trial) {
        assertThat(trial.problems()).isEmpty();
        return trial.engine().hooks().getFirst().registry();
    }

    /** A user who signs in: knows the code, and takes the second of two plans. */
    private static final class FakeUser implements ProviderConfig.Prompts {
        final List<String> seen = new ArrayList<>();

        @Override
        public void openUrl(String url, @Nullable String instructions) {
            seen.add("open " + url + " " + instructions);
        }

        @Override
        public String ask(String question) {
            seen.add("asked " + question);
            return question.contains("Plan") ? "team" : "1234";
        }

        @Override
        public void progress(String message) {
            seen.add("progress " + message);
        }
    }

    @Test
    void a_sign_in_of_an_extensions_own_asks_the_user_and_is_renewed() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.registerProvider("mine", {
                      baseUrl: "http://localhost:1", api: "openai-completions",
                      models: [{ id: "m", name: "M", reasoning: false, input: ["text"], contextWindow: 1000, maxTokens: 99,
                        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }],
                      oauth: {
                        name: "Mine (subscription)",
                        async login(callbacks) {
                          callbacks.onAuth({ url: "https://mine.test/auth", instructions: "Say yes there" });
                          callbacks.onProgress("waiting");
                          const code = await callbacks.onPrompt({ message: "Code?" });
                          callbacks.onDeviceCode({ userCode: "AB-12", verificationUri: "https://mine.test/device" });
                          const plan = await callbacks.onSelect({ message: "Plan?", options: [{ id: "solo" }, { id: "team" }] });
                          if (callbacks.signal.aborted) throw new Error("called off");
                          return { access: `a-${code}-${plan}`, refresh: "r", expires: 5 };
                        },
                        async refreshToken(credentials, signal) {
                          if (!(signal instanceof AbortSignal)) throw new Error("no signal");
                          return { ...credentials, access: credentials.access + "+", expires: 10 };
                        },
                        getApiKey: (credentials) => "key-" + credentials.access,
                      },
                    });
                    """))) {
            var login = Objects.requireNonNull(
                    Objects.requireNonNull(registry(trial).providers().get("mine"))
                            .login());
            var user = new FakeUser();
            assertThat(login.name()).isEqualTo("Mine (subscription)");
            var credentials = login.login(user);
            assertThat(credentials.string("access")).isEqualTo("a-1234-team");
            assertThat(user.seen)
                    .containsExactly(
                            "open https://mine.test/auth Say yes there",
                            "progress waiting",
                            "asked Code?",
                            "open https://mine.test/device Code: AB-12",
                            "asked Plan?\nsolo, team");
            var fresh = login.refresh(credentials);
            assertThat(fresh.integer("expires", 0)).isEqualTo(10);
            assertThat(login.apiKey(fresh)).isEqualTo("key-a-1234-team+");
        }
    }

    @Test
    void a_sign_in_that_fails_says_why() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.registerProvider("mine", { baseUrl: "http://localhost:1", api: "openai-completions", models: [],
                      oauth: {
                        name: "Mine",
                        login: async () => { throw new Error("the account is closed"); },
                        refreshToken: async (credentials) => credentials,
                        getApiKey: () => "",
                      } });
                    """))) {
            var login = Objects.requireNonNull(
                    Objects.requireNonNull(registry(trial).providers().get("mine"))
                            .login());
            assertThatThrownBy(() -> login.login(new FakeUser())).hasMessageContaining("the account is closed");
        }
    }

    private static VirtualModel.Request request(VirtualModel.Reason reason) {
        return new VirtualModel.Request(
                FakeModels.MODEL,
                ThinkingLevel.LOW,
                reason,
                null,
                null,
                JsonObject.of("turns", 1),
                List.of(Message.user("a long question", 1)));
    }

    @Test
    void what_an_extension_writes_into_a_model_counts_for_all() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.registerCommand("cap", {
                      async handler(args, ctx) {
                        for (const model of ctx.modelRegistry.getAll()) {
                          model.contextWindow = 500;
                          model.cost.input = 3;
                          model.note = "kept here";
                          if (model.note !== "kept here" || structuredClone(model).contextWindow !== 500) throw new Error("written in vain");
                        }
                        ctx.model.maxTokens = 7;
                      },
                    });
                    """))) {
            trial.run("cap", "");
            var written = registry(trial).modelOverrides().get("paper");
            assertThat(written).isNotNull();
            var fields = written.object("paper-1");
            assertThat(fields.names()).containsExactlyInAnyOrder("contextWindow", "cost", "maxTokens");
            assertThat(fields.number("contextWindow", 0)).isEqualTo(500);
            assertThat(fields.number("maxTokens", 0)).isEqualTo(7);
            assertThat(fields.object("cost").number("input", 0)).isEqualTo(3);
        }
    }

    @Test
    void a_virtual_model_is_routed_by_its_extension() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.registerVirtualModel({
                      provider: "router", id: "auto", name: "Auto", thinkingLevels: ["low", "high"], contextWindow: 5000,
                      async route(request, ctx) {
                        if (request.reason === "retry") return { model: { provider: "nobody", id: "none" } };
                        const model = ctx.modelRegistry.find("paper", "paper-1");
                        const hard = request.messages[0].content.length > 5 && !request.signal.aborted;
                        return { model, thinkingLevel: hard ? "high" : "low", state: { turns: request.state.turns + 1 } };
                      },
                    });
                    """))) {
            var virtual = registry(trial).virtualModels().all().getFirst();
            assertThat(virtual.name()).isEqualTo("Auto");
            assertThat(virtual.thinkingLevels()).containsExactly(ThinkingLevel.LOW, ThinkingLevel.HIGH);
            var route = virtual.router().route(request(VirtualModel.Reason.USER), trial.context());
            assertThat(route.model()).isEqualTo(FakeModels.MODEL);
            assertThat(route.thinkingLevel()).isEqualTo(ThinkingLevel.HIGH);
            assertThat(route.state()).isEqualTo(JsonObject.of("turns", 2));
            assertThatThrownBy(() -> virtual.router().route(request(VirtualModel.Reason.RETRY), trial.context()))
                    .hasMessageContaining("nobody/none");
        }
    }
}

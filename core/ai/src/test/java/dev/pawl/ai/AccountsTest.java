package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.accounts.oauth.Pkce;
import dev.pawl.accounts.signin.SignIn;
import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Http;
import dev.pawl.ai.http.ModelCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.base.net.Network;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in by account over real HTTP, with a browser of the test's own; what is kept is what pi keeps. */
class AccountsTest {
    private static final String CHAT = """
        data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}

        data: [DONE]

        """;

    @TempDir
    Path folder;

    private final List<Duration> waits = new ArrayList<>();
    private FakeCloud cloud;
    private Http http;

    @BeforeEach
    void open() throws IOException {
        cloud = new FakeCloud();
        http = new Http(Network.direct());
    }

    @AfterEach
    void close() throws IOException {
        http.close();
        cloud.close();
    }

    private Models models() {
        var clock = InstantSource.system();
        return new Models(
                new AgentFolder(folder).setup(Map.of()),
                new ModelCall(http, CallSettings.standard(), clock),
                Catalogue::new,
                http,
                TestAccounts.at(cloud.address(), http, clock, waits));
    }

    private JsonObject kept(String provider) throws IOException {
        return JsonObject.parse(Files.readString(folder.resolve("auth.json"))).object(provider);
    }

    private static Model model(Models models, String provider, String id) {
        return Objects.requireNonNull(models.find(provider, id));
    }

    /** A user who opens pages and answers questions; without an answer the question stays open. */
    private static final class User implements SignIn.Chooser {
        private final @Nullable String answer;
        private final int way;
        private final Consumer<String> browser;
        private final List<String> shown = new ArrayList<>();
        private final CountDownLatch opened = new CountDownLatch(1);
        private volatile String page = "";

        User(@Nullable String answer, int way, Consumer<String> browser) {
            this.answer = answer;
            this.way = way;
            this.browser = browser;
        }

        @Override
        public void openUrl(String url, @Nullable String instructions) {
            shown.add(url + " " + instructions);
            page = url;
            opened.countDown();
            Thread.ofVirtual().start(() -> browser.accept(url));
        }

        @Override
        public String ask(String question) throws InterruptedException {
            shown.add(question);
            if (question.startsWith("Domain")) {
                return answer == null ? "" : answer;
            }
            if (answer == null || question.startsWith("Waiting")) {
                Thread.sleep(Duration.ofHours(1));
            }
            opened.await();
            return Objects.requireNonNull(answer).replace("STATE", query(page).getOrDefault("state", ""));
        }

        @Override
        public void progress(String message) {
            shown.add(message);
        }

        @Override
        public int choose(String question, List<String> ways) {
            return way;
        }
    }

    private static Map<String, String> query(String address) {
        return FakeCloud.fields(Objects.requireNonNullElse(URI.create(address).getRawQuery(), ""));
    }

    private static int visit(String address) {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String token(String account) {
        var claims = JsonObject.of("https://api.openai.com/auth", JsonObject.of("chatgpt_account_id", account));
        var encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString("{}".getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString(claims.toString().getBytes(StandardCharsets.UTF_8)) + ".sig";
    }

    // OpenRouter

    @Test
    void the_browser_comes_back_from_openrouter_and_the_key_is_kept_as_pi_keeps_it() throws Exception {
        cloud.at("/api/v1/auth/keys", _ -> FakeCloud.Answer.json("{\"key\":\"sk-or-secret\"}"));
        var models = models();
        var user = new User(null, 0, page -> visit(query(page).get("callback_url") + "?code=abc"));

        models.login("openrouter", user);

        assertThat(kept("openrouter"))
                .isEqualTo(JsonObject.parse("{\"access\":\"sk-or-secret\",\"refresh\":\"\","
                        + "\"expires\":9007199254740991,\"type\":\"oauth\"}"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("auth.json"))))
                .isEqualTo("rw-------");
        var sent = cloud.last().json();
        assertThat(sent.string("code")).isEqualTo("abc");
        assertThat(Pkce.challenge(sent.string("code_verifier", "")))
                .isEqualTo(query(user.page).get("code_challenge"));
        assertThat(models.apiKey(model(models, "openrouter", "moonshotai/kimi-k2.6")))
                .isEqualTo("sk-or-secret");
        assertThat(user.shown).noneMatch(text -> text.contains("sk-or-secret"));
    }

    @Test
    void on_a_remote_machine_the_address_is_pasted() throws Exception {
        cloud.at("/api/v1/auth/keys", _ -> FakeCloud.Answer.json("{\"key\":\"sk-or-secret\"}"));

        models().login("openrouter", new User("http://127.0.0.1:1/oauth/callback/x?code=pasted%2Fcode", 0, _ -> {}));

        assertThat(cloud.last().json().string("code")).isEqualTo("pasted/code");
    }

    @Test
    void a_refused_sign_in_says_so_without_what_came_back() throws Exception {
        cloud.at("/api/v1/auth/keys", _ -> FakeCloud.Answer.json(403, "{\"error\":\"bad_code\",\"key\":\"SECRET\"}"));

        assertThatThrownBy(() -> models().login("openrouter", new User("code", 0, _ -> {})))
                .hasMessageContaining("OpenRouter")
                .hasMessageContaining("403")
                .hasMessageContaining("bad_code")
                .hasMessageNotContaining("SECRET");
        assertThat(folder.resolve("auth.json")).doesNotExist();
    }

    // ChatGPT

    private void codexTokens() {
        cloud.at(
                "/oauth/token",
                _ -> FakeCloud.Answer.json(
                        "{\"access_token\":\"" + token("acc_1") + "\",\"refresh_token\":\"r1\",\"expires_in\":3600}"));
    }

    @Test
    void chatgpt_sends_the_browser_back_and_models_are_asked_for_the_account() throws Exception {
        codexTokens();
        cloud.at("/codex/responses", _ -> FakeCloud.Answer.stream("""
            data: {"type":"response.output_item.added","item":{"type":"message","id":"m","role":"assistant","content":[]}}

            data: {"type":"response.output_text.delta","delta":"Hello"}

            data: {"type":"response.output_item.done","item":{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"Hello"}]}}

            data: {"type":"response.completed","response":{"id":"r","status":"completed"}}

            """));
        new AgentFolder(folder)
                .modelsJson("{\"providers\":{\"openai-codex\":{\"baseUrl\":\"" + cloud.address() + "\"}}}");
        var models = models();
        var statuses = new ArrayList<Integer>();
        var user = new User(null, 0, page -> {
            var back = query(page).getOrDefault("redirect_uri", "").replace("localhost", "127.0.0.1");
            statuses.add(visit(back + "?code=evil&state=guessed"));
            statuses.add(visit(back + "?code=evil"));
            statuses.add(visit(back + "?code=good&state=" + query(page).get("state")));
        });

        models.login("openai-codex", user);
        var answer = models.complete(model(models, "openai-codex", "gpt-5.5"), AgentFolder.question());

        assertThat(statuses.subList(0, 2)).containsExactly(400, 400);
        assertThat(kept("openai-codex").without("expires"))
                .isEqualTo(JsonObject.of("access", token("acc_1"), "refresh", "r1")
                        .with("accountId", "acc_1")
                        .with("type", "oauth"));
        var exchange = cloud.requests().getFirst().form();
        assertThat(exchange).containsEntry("code", "good").containsEntry("grant_type", "authorization_code");
        assertThat(Pkce.challenge(exchange.getOrDefault("code_verifier", "")))
                .isEqualTo(query(user.page).get("code_challenge"));
        assertThat(answer.errorMessage()).isNull();
        assertThat(answer.text()).isEqualTo("Hello");
        assertThat(cloud.last().headers())
                .containsEntry("chatgpt-account-id", "acc_1")
                .containsEntry("authorization", "Bearer " + token("acc_1"));
        assertThat(cloud.last().json().string("instructions")).isNotBlank();
        assertThat(cloud.last().json().has("max_output_tokens")).isFalse();
    }

    @Test
    void a_pasted_code_of_another_sign_in_is_refused() {
        codexTokens();

        assertThatThrownBy(() -> models().login("openai-codex", new User("code#other", 0, _ -> {})))
                .hasMessageContaining("another sign-in");
        assertThat(cloud.requests()).isEmpty();
    }

    @Test
    void chatgpt_takes_a_code_that_is_typed_on_any_machine() throws Exception {
        codexTokens();
        var asked = new AtomicInteger();
        cloud.at(
                        "/api/accounts/deviceauth/usercode",
                        _ -> FakeCloud.Answer.json(
                                "{\"device_auth_id\":\"d\",\"user_code\":\"AB-12\",\"interval\":\"3\"}"))
                .at(
                        "/api/accounts/deviceauth/token",
                        _ -> asked.incrementAndGet() < 3
                                ? FakeCloud.Answer.json(403, "{}")
                                : FakeCloud.Answer.json("{\"authorization_code\":\"c\",\"code_verifier\":\"v\"}"));
        var user = new User(null, 1, _ -> {});

        models().login("openai-codex", user);

        assertThat(user.shown).anyMatch(text -> text.contains("AB-12"));
        assertThat(waits).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(3), Duration.ofSeconds(3));
        assertThat(cloud.last().form()).containsEntry("code_verifier", "v");
        assertThat(kept("openai-codex").string("accountId")).isEqualTo("acc_1");
    }

    @Test
    void two_programs_renew_an_expired_sign_in_once() throws Exception {
        var renewals = new AtomicInteger();
        cloud.at("/oauth/token", request -> {
            // A token to renew with counts only once.
            boolean first = "r0".equals(request.form().get("refresh_token")) && renewals.incrementAndGet() == 1;
            return first
                    ? FakeCloud.Answer.json("{\"access_token\":\"" + token("acc_2")
                            + "\",\"refresh_token\":\"r1\",\"expires_in\":3600}")
                    : FakeCloud.Answer.json(400, "{\"error\":\"invalid_grant\"}");
        });
        new AgentFolder(folder)
                .authJson(JsonObject.of(
                                "openai-codex",
                                JsonObject.of("type", "oauth", "access", token("acc_2"))
                                        .with("refresh", "r0")
                                        .with("expires", 1)
                                        .with("accountId", "acc_2"))
                        .toString());
        var programs = new ArrayList<Process>();
        for (int i = 0; i < 2; i++) {
            programs.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            TokenUser.class.getName(),
                            folder.toString(),
                            cloud.address())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }
        var outputs = new ArrayList<BufferedReader>();
        for (var program : programs) {
            var out = new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
            assertThat(out.readLine()).isEqualTo("ready");
            outputs.add(out);
        }
        for (var program : programs) {
            program.getOutputStream().write('\n');
            program.getOutputStream().flush();
        }
        for (var out : outputs) {
            assertThat(out.readLine()).isEqualTo(token("acc_2"));
        }
        for (var program : programs) {
            assertThat(program.waitFor()).isZero();
        }

        assertThat(renewals).hasValue(1);
        assertThat(kept("openai-codex").string("refresh")).isEqualTo("r1");
    }

    @Test
    void a_sign_in_that_cannot_be_renewed_says_what_to_do_and_shows_no_token() throws Exception {
        cloud.at("/oauth/token", _ -> FakeCloud.Answer.json(400, "{\"error\":\"invalid_grant\",\"x\":\"TOPSECRET\"}"));
        new AgentFolder(folder)
                .authJson(
                        "{\"openai-codex\":{\"type\":\"oauth\",\"access\":\"TOPSECRET\",\"refresh\":\"TOPSECRET\",\"expires\":1}}");
        var models = models();

        var answer = models.complete(model(models, "openai-codex", "gpt-5.5"), AgentFolder.question());

        assertThat(answer.errorMessage())
                .contains("/login openai-codex")
                .contains("invalid_grant")
                .doesNotContain("TOPSECRET");
    }

    // GitHub Copilot

    private void github(AtomicInteger asked) {
        cloud.at("/login/device/code", _ -> FakeCloud.Answer.json("""
            {"device_code":"dev","user_code":"WDJB-MJHT","verification_uri":"https://github.com/login/device","interval":5,"expires_in":900}
            """))
                .at("/login/oauth/access_token", _ -> switch (asked.incrementAndGet()) {
                    case 1 -> FakeCloud.Answer.json("{\"error\":\"authorization_pending\"}");
                    case 2 -> FakeCloud.Answer.json("{\"error\":\"slow_down\"}");
                    default -> FakeCloud.Answer.json("{\"access_token\":\"gho_secret\"}");
                })
                .at(
                        "/copilot_internal/v2/token",
                        _ -> FakeCloud.Answer.json("{\"token\":\"tid=secret;exp=1\",\"expires_at\":4102444800}"))
                .at("/models", _ -> FakeCloud.Answer.json("""
                    {"data":[{"id":"gpt-5.4","model_picker_enabled":true},
                      {"id":"claude-sonnet-4.6","model_picker_enabled":true,"policy":{"state":"unconfigured"}},
                      {"id":"hidden","model_picker_enabled":false},
                      {"id":"no-tools","model_picker_enabled":true,"capabilities":{"supports":{"tool_calls":false}}}]}
                    """))
                .at("/models/claude-sonnet-4.6/policy", _ -> FakeCloud.Answer.json("{}"));
    }

    @Test
    void copilot_is_signed_in_to_with_a_code_and_offers_the_models_of_the_account() throws Exception {
        github(new AtomicInteger());
        cloud.at("/chat/completions", _ -> FakeCloud.Answer.stream(CHAT));
        var models = models();
        var user = new User("https://company.ghe.com/", 0, _ -> {});

        models.login("github-copilot", user);

        assertThat(user.shown).anyMatch(text -> text.contains("WDJB-MJHT"));
        assertThat(waits).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(10));
        assertThat(kept("github-copilot")).isEqualTo(JsonObject.parse("""
            {"refresh":"gho_secret","access":"tid=secret;exp=1","expires":4102444500000,
             "enterpriseUrl":"company.ghe.com","availableModelIds":["gpt-5.4","claude-sonnet-4.6"],"type":"oauth"}
            """));
        assertThat(models.available().stream()
                        .filter(model -> model.provider().equals("github-copilot"))
                        .map(Model::id))
                .containsExactlyInAnyOrder("gpt-5.4", "claude-sonnet-4.6");
        assertThat(user.shown).noneMatch(text -> text.contains("secret"));

        var chat = models.all().stream()
                .filter(model ->
                        model.provider().equals("github-copilot") && model.api().equals("openai-completions"))
                .findFirst()
                .orElseThrow();
        var answer = models.complete(chat, AgentFolder.question());

        assertThat(answer.text()).isEqualTo("Hello");
        assertThat(cloud.last().headers())
                .containsEntry("authorization", "Bearer tid=secret;exp=1")
                .containsEntry("x-initiator", "user")
                .containsKey("editor-version");
    }

    @Test
    void what_copilots_token_says_is_where_it_is_asked() {
        var account = Objects.requireNonNull(TestAccounts.at(cloud.address(), http, InstantSource.system(), waits)
                .of("github-copilot"));

        assertThat(account.address(JsonObject.of("access", "tid=1;proxy-ep=proxy.business.githubcopilot.com;exp=2")))
                .isEqualTo("https://api.business.githubcopilot.com");
        assertThat(account.address(JsonObject.of("access", "tid=1")))
                .isEqualTo("https://api.individual.githubcopilot.com");
    }

    @Test
    void a_domain_that_is_none_is_refused_before_anything_is_sent() {
        assertThatThrownBy(() -> models().login("github-copilot", new User("not a domain/@", 0, _ -> {})))
                .hasMessageContaining("no domain");
        assertThat(cloud.requests()).isEmpty();
    }

    @Test
    void copilot_receives_whether_the_user_asked_and_whether_there_are_images() {
        var answered = Message.from(
                JsonObject.parse(
                        "{\"role\":\"toolResult\",\"toolCallId\":\"t\",\"toolName\":\"read\",\"content\":[{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}],\"isError\":false,\"timestamp\":0}"));

        assertThat(Asking.copilotHeaders(List.of(Message.user("hello", 0))))
                .containsEntry("X-Initiator", "user")
                .doesNotContainKey("Copilot-Vision-Request");
        assertThat(Asking.copilotHeaders(List.of(Message.user("hello", 0), answered)))
                .containsEntry("X-Initiator", "agent")
                .containsEntry("Copilot-Vision-Request", "true");
    }

    // xAI

    @Test
    void xai_gives_tokens_for_a_code_and_new_ones_when_they_expire() throws Exception {
        cloud.at("/oauth2/device/code", _ -> FakeCloud.Answer.json("""
            {"device_code":"dev","user_code":"X-1","verification_uri":"https://x.ai/device","expires_in":600}
            """))
                .at(
                        "/oauth2/token",
                        request -> "refresh_token".equals(request.form().get("grant_type"))
                                ? FakeCloud.Answer.json("{\"access_token\":\"second\",\"expires_in\":7200}")
                                : FakeCloud.Answer.json(
                                        "{\"access_token\":\"first\",\"refresh_token\":\"r\",\"expires_in\":1}"));
        var models = models();

        models.login("xai", new User(null, 0, _ -> {}));
        assertThat(kept("xai").string("access")).isEqualTo("first");
        assertThat(waits).containsExactly(Duration.ofSeconds(5));

        assertThat(models.apiKey(model(models, "xai", "grok-4.7"))).isEqualTo("second");
        assertThat(kept("xai").string("refresh")).isEqualTo("r");
    }

    @Test
    void a_page_that_is_no_web_address_is_not_opened() {
        cloud.at("/oauth2/device/code", _ -> FakeCloud.Answer.json("""
            {"device_code":"dev","user_code":"X-1","verification_uri":"file:///etc/passwd","expires_in":600}
            """));
        var user = new User(null, 0, _ -> {});

        assertThatThrownBy(() -> models().login("xai", user)).hasMessageContaining("no web address");
        assertThat(user.page).isEmpty();
    }

    @Test
    void signing_out_forgets_the_account() throws Exception {
        cloud.at("/api/v1/auth/keys", _ -> FakeCloud.Answer.json("{\"key\":\"sk-or-secret\"}"));
        var models = models();
        models.login("openrouter", new User("code", 0, _ -> {}));

        assertThat(models.logout("openrouter")).isTrue();

        assertThat(Files.readString(folder.resolve("auth.json"))).doesNotContain("sk-or-secret");
    }
}

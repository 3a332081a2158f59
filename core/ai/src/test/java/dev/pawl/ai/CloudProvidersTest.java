package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Http;
import dev.pawl.ai.http.ModelCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.net.Network;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Azure, Vertex and Bedrock over real HTTP: where a request goes, what proves who sends it, how the answer is read. */
class CloudProvidersTest {
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    private static final String RESPONSES = """
        data: {"type":"response.created","response":{"id":"resp_1"}}

        data: {"type":"response.output_item.added","item":{"type":"message","id":"msg_1","role":"assistant","content":[]}}

        data: {"type":"response.content_part.added","part":{"type":"output_text","text":""}}

        data: {"type":"response.output_text.delta","delta":"Hello"}

        data: {"type":"response.output_item.done","item":{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"Hello"}]}}

        data: {"type":"response.completed","response":{"id":"resp_1","status":"completed","usage":{"input_tokens":3,"output_tokens":1,"total_tokens":4}}}

        """;

    private static final String GEMINI = """
        data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Hello"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":1,"totalTokenCount":4}}

        """;

    @TempDir
    Path folder;

    private FakeCloud cloud;
    private Http http;
    private AgentFolder agent;

    @BeforeEach
    void open() throws IOException {
        cloud = new FakeCloud();
        http = new Http(Network.direct());
        agent = new AgentFolder(folder);
    }

    @AfterEach
    void close() throws IOException {
        http.close();
        cloud.close();
    }

    private Models models(Map<String, String> environment) {
        var all = new HashMap<>(environment);
        all.put("HOME", folder.toString());
        all.put("PATH", System.getenv("PATH"));
        return new Models(agent.setup(all), new ModelCall(http, CallSettings.standard(), InstantSource.system()));
    }

    private static Model model(Models models, String provider, String id) {
        return Objects.requireNonNull(models.find(provider, id));
    }

    private AgentFolder at(String provider) throws IOException {
        return agent.modelsJson("{\"providers\": {\"" + provider + "\": {\"baseUrl\": \"" + cloud.address() + "\"}}}");
    }

    // Azure

    @Test
    void azure_is_asked_at_the_users_resource_by_the_name_of_the_deployment() throws Exception {
        cloud.at("/openai/v1/responses", _ -> FakeCloud.Answer.stream(RESPONSES));
        var models = models(Map.of(
                "AZURE_OPENAI_API_KEY",
                "azure-key",
                "AZURE_OPENAI_BASE_URL",
                cloud.address() + "/openai/v1/",
                "AZURE_OPENAI_DEPLOYMENT_NAME_MAP",
                "gpt-4=old, gpt-5.4=mine"));

        var answer = models.complete(model(models, "azure", "gpt-5.4"), AgentFolder.question());

        assertThat(answer.errorMessage()).isNull();
        assertThat(answer.text()).isEqualTo("Hello");
        assertThat(answer.model()).isEqualTo("gpt-5.4");
        assertThat(cloud.last().path()).isEqualTo("/openai/v1/responses?api-version=v1");
        assertThat(cloud.last().headers()).containsEntry("api-key", "azure-key").doesNotContainKey("authorization");
        assertThat(cloud.last().json().string("model")).isEqualTo("mine");
    }

    @Test
    void azure_takes_the_entry_that_pi_kept_under_its_former_name() throws Exception {
        cloud.at("/v1/responses", _ -> FakeCloud.Answer.stream(RESPONSES));
        agent.authJson("""
            {"azure-openai-responses": {"type": "api_key", "key": "kept",
              "env": {"AZURE_OPENAI_BASE_URL": "%s/v1", "AZURE_OPENAI_API_VERSION": "2026-01-01"}}}
            """.formatted(cloud.address()));
        var models = models(Map.of());

        models.complete(model(models, "azure", "gpt-5.4"), AgentFolder.question());

        assertThat(cloud.last().path()).isEqualTo("/v1/responses?api-version=2026-01-01");
        assertThat(cloud.last().headers()).containsEntry("api-key", "kept");
    }

    @Test
    void azure_without_an_address_says_which_variable_is_missing() throws Exception {
        var models = models(Map.of("AZURE_OPENAI_API_KEY", "azure-key"));

        var answer = models.complete(model(models, "azure", "gpt-5.4"), AgentFolder.question());

        assertThat(answer.errorMessage()).contains("AZURE_OPENAI_BASE_URL").doesNotContain("azure-key");
    }

    @Test
    void a_model_of_azures_foundry_is_asked_in_chat_completions() throws Exception {
        cloud.at("/models/chat/completions", _ -> FakeCloud.Answer.stream("""
            data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}

            data: [DONE]

            """));
        agent.modelsJson("""
            {"providers": {"azure": {"baseUrl": "%s/models",
              "models": [{"id": "deepseek-v4-pro", "api": "openai-completions"}]}}}
            """.formatted(cloud.address()));
        var models = models(Map.of(
                "AZURE_OPENAI_API_KEY", "azure-key", "AZURE_OPENAI_DEPLOYMENT_NAME_MAP", "deepseek-v4-pro=deep"));

        var answer = models.complete(model(models, "azure", "deepseek-v4-pro"), AgentFolder.question());

        assertThat(answer.text()).isEqualTo("Hello");
        assertThat(cloud.last().headers()).containsEntry("api-key", "azure-key");
        assertThat(cloud.last().json().string("model")).isEqualTo("deep");
    }

    // Vertex

    @Test
    void vertex_takes_a_key() throws Exception {
        at("google-vertex");
        cloud.at(
                "/v1/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent",
                _ -> FakeCloud.Answer.stream(GEMINI));
        var models = models(Map.of("GOOGLE_CLOUD_API_KEY", "cloud-key"));

        var answer = models.complete(model(models, "google-vertex", "gemini-3.1-pro-preview"), AgentFolder.question());

        assertThat(answer.text()).isEqualTo("Hello");
        assertThat(cloud.last().headers()).containsEntry("x-goog-api-key", "cloud-key");
    }

    @Test
    void vertex_signs_for_a_service_account_once_and_keeps_the_token() throws Exception {
        at("google-vertex");
        var pair = rsa();
        cloud.at("/token", _ -> FakeCloud.Answer.json("{\"access_token\":\"lent-token\",\"expires_in\":3600}"))
                .at(
                        "/v1/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent",
                        _ -> FakeCloud.Answer.stream(GEMINI));
        var file = serviceAccount(pair);
        var models = models(Map.of(
                "GOOGLE_APPLICATION_CREDENTIALS",
                file.toString(),
                "GOOGLE_CLOUD_PROJECT",
                "my-project",
                "GOOGLE_CLOUD_LOCATION",
                "europe-west4"));
        var model = model(models, "google-vertex", "gemini-3.1-pro-preview");

        models.complete(model, AgentFolder.question());
        var answer = models.complete(model, AgentFolder.question());

        assertThat(answer.text()).isEqualTo("Hello");
        assertThat(cloud.requests()).hasSize(3);
        assertThat(cloud.last().headers()).containsEntry("authorization", "Bearer lent-token");
        var form = cloud.requests().getFirst().form();
        assertThat(form).containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer");
        var parts = form.getOrDefault("assertion", "").split("\\.", -1);
        var claims = JsonObject.parse(Base64.getUrlDecoder().decode(parts[1]));
        assertThat(claims.string("iss")).isEqualTo("robot@my-project.iam.gserviceaccount.com");
        assertThat(claims.string("aud")).isEqualTo(cloud.address() + "/token");
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(pair.getPublic());
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
    }

    private static KeyPair rsa() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private Path serviceAccount(KeyPair pair) throws IOException {
        var pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        var json = JsonObject.of("type", "service_account", "private_key", pem)
                .with("private_key_id", "k1")
                .with("client_email", "robot@my-project.iam.gserviceaccount.com")
                .with("token_uri", cloud.address() + "/token");
        return Files.writeString(folder.resolve("account.json"), json.toString());
    }

    @Test
    void vertex_takes_what_gcloud_wrote_for_a_user() throws Exception {
        at("google-vertex");
        cloud.at("/token", _ -> FakeCloud.Answer.json("{\"access_token\":\"user-token\",\"expires_in\":3600}"))
                .at(
                        "/v1/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent",
                        _ -> FakeCloud.Answer.stream(GEMINI));
        Files.createDirectories(folder.resolve(".config/gcloud"));
        Files.writeString(
                folder.resolve(".config/gcloud/application_default_credentials.json"), """
                    {"type": "authorized_user", "client_id": "c", "client_secret": "s", "refresh_token": "r",
                     "token_uri": "%s/token"}
                    """.formatted(cloud.address()));
        var models = models(Map.of("GCLOUD_PROJECT", "p", "GOOGLE_CLOUD_LOCATION", "global"));

        models.complete(model(models, "google-vertex", "gemini-3.1-pro-preview"), AgentFolder.question());

        assertThat(cloud.requests().getFirst().form())
                .containsEntry("refresh_token", "r")
                .containsEntry("grant_type", "refresh_token");
        assertThat(cloud.last().headers()).containsEntry("authorization", "Bearer user-token");
    }

    @Test
    void vertex_takes_the_token_of_the_machine() throws Exception {
        at("google-vertex");
        cloud.at(
                        "/computeMetadata/v1/instance/service-accounts/default/token",
                        _ -> FakeCloud.Answer.json("{\"access_token\":\"machine-token\",\"expires_in\":3600}"))
                .at(
                        "/v1/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent",
                        _ -> FakeCloud.Answer.stream(GEMINI));
        var models = models(Map.of(
                "GCE_METADATA_HOST",
                cloud.address().substring(7),
                "GOOGLE_CLOUD_PROJECT",
                "p",
                "GOOGLE_CLOUD_LOCATION",
                "us-central1"));

        models.complete(model(models, "google-vertex", "gemini-3.1-pro-preview"), AgentFolder.question());

        assertThat(cloud.requests().getFirst().headers()).containsEntry("metadata-flavor", "Google");
        assertThat(cloud.last().headers()).containsEntry("authorization", "Bearer machine-token");
    }

    @Test
    void a_file_of_google_that_is_refused_is_named_and_not_shown() throws Exception {
        at("google-vertex");
        cloud.at("/token", _ -> FakeCloud.Answer.json(400, "{\"error\":\"invalid_grant\"}"));
        var file = Files.writeString(folder.resolve("adc.json"), """
            {"type": "authorized_user", "client_id": "c", "client_secret": "TOPSECRET1", "refresh_token": "TOPSECRET2",
             "token_uri": "%s/token"}
            """.formatted(cloud.address()));
        var models = models(Map.of(
                "GOOGLE_APPLICATION_CREDENTIALS",
                file.toString(),
                "GOOGLE_CLOUD_PROJECT",
                "p",
                "GOOGLE_CLOUD_LOCATION",
                "us-central1"));

        var answer = models.complete(model(models, "google-vertex", "gemini-3.1-pro-preview"), AgentFolder.question());

        assertThat(answer.errorMessage())
                .contains("adc.json")
                .contains("gcloud")
                .doesNotContain("TOPSECRET");
    }

    // Bedrock

    private static byte[] converse() {
        var stream = new ByteArrayOutputStream();
        stream.writeBytes(FakeCloud.frame("event", "messageStart", "{\"role\":\"assistant\"}"));
        stream.writeBytes(FakeCloud.frame(
                "event",
                "contentBlockDelta",
                "{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"text\":\"Hm.\"}}}"));
        stream.writeBytes(FakeCloud.frame(
                "event",
                "contentBlockDelta",
                "{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"signature\":\"sig\"}}}"));
        stream.writeBytes(FakeCloud.frame("event", "contentBlockStop", "{\"contentBlockIndex\":0}"));
        stream.writeBytes(FakeCloud.frame(
                "event", "contentBlockDelta", "{\"contentBlockIndex\":1,\"delta\":{\"text\":\"Hello é\"}}"));
        stream.writeBytes(FakeCloud.frame("event", "contentBlockStop", "{\"contentBlockIndex\":1}"));
        stream.writeBytes(FakeCloud.frame(
                "event",
                "contentBlockStart",
                "{\"contentBlockIndex\":2,\"start\":{\"toolUse\":{\"toolUseId\":\"t1\",\"name\":\"read\"}}}"));
        stream.writeBytes(FakeCloud.frame(
                "event",
                "contentBlockDelta",
                "{\"contentBlockIndex\":2,\"delta\":{\"toolUse\":{\"input\":\"{\\\"path\\\":\\\"a\\\"}\"}}}"));
        stream.writeBytes(FakeCloud.frame("event", "contentBlockStop", "{\"contentBlockIndex\":2}"));
        stream.writeBytes(FakeCloud.frame("event", "messageStop", "{\"stopReason\":\"tool_use\"}"));
        stream.writeBytes(FakeCloud.frame(
                "event",
                "metadata",
                "{\"usage\":{\"inputTokens\":7,\"outputTokens\":5,\"totalTokens\":12,\"cacheReadInputTokens\":2}}"));
        return stream.toByteArray();
    }

    private static FakeCloud.Answer binary(byte[] body) {
        return new FakeCloud.Answer(200, "application/vnd.amazon.eventstream", body);
    }

    private static final String CLAUDE = "us.anthropic.claude-opus-4-6-v1";
    private static final String CONVERSE = "/model/" + CLAUDE + "/converse-stream";

    @Test
    void bedrock_takes_a_bearer_token_and_its_binary_stream_is_read() throws Exception {
        at("amazon-bedrock");
        cloud.at(CONVERSE, _ -> binary(converse()));
        var models = models(Map.of("AWS_BEARER_TOKEN_BEDROCK", "bedrock-token"));
        var request = new ModelRequest(
                "Be brief.",
                List.of(Message.user("hello", 0)),
                List.of(JsonObject.of("name", "read", "description", "reads").with("parameters", JsonObject.empty())),
                ThinkingLevel.HIGH,
                null,
                JsonObject.empty());

        var answer = models.complete(model(models, "amazon-bedrock", CLAUDE), request);

        assertThat(answer.errorMessage()).isNull();
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(answer.text()).isEqualTo("Hello é");
        assertThat(answer.content().getFirst()).isInstanceOf(Content.Thinking.class);
        assertThat(answer.content().getLast()).isEqualTo(Content.ToolUse.of("t1", "read", JsonObject.of("path", "a")));
        assertThat(answer.usage().input()).isEqualTo(7);
        assertThat(cloud.last().headers()).containsEntry("authorization", "Bearer bedrock-token");
        var body = cloud.last().json();
        assertThat(body.objects("system").getFirst().string("text")).isEqualTo("Be brief.");
        assertThat(body.object("additionalModelRequestFields")
                        .object("output_config")
                        .string("effort"))
                .isEqualTo("high");
        assertThat(body.object("toolConfig")
                        .objects("tools")
                        .getFirst()
                        .object("toolSpec")
                        .string("name"))
                .isEqualTo("read");
    }

    @Test
    void bedrock_requests_are_signed_with_the_keys_of_the_environment() throws Exception {
        at("amazon-bedrock");
        cloud.at(CONVERSE, _ -> binary(converse()));
        var models = models(Map.of(
                "AWS_ACCESS_KEY_ID",
                "AKIDEXAMPLE",
                "AWS_SECRET_ACCESS_KEY",
                SECRET,
                "AWS_SESSION_TOKEN",
                "session-token",
                "AWS_REGION",
                "eu-west-1"));

        var answer = models.complete(model(models, "amazon-bedrock", CLAUDE), AgentFolder.question());

        assertThat(answer.errorMessage()).isNull();
        assertThat(cloud.last().headers().get("authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
                .contains("/eu-west-1/bedrock/aws4_request,")
                .contains("SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,")
                .doesNotContain(SECRET);
        assertThat(cloud.last().headers()).containsEntry("x-amz-security-token", "session-token");
    }

    @Test
    void bedrock_takes_a_profile_that_auth_json_names_and_its_region() throws Exception {
        at("amazon-bedrock");
        cloud.at(CONVERSE, _ -> binary(converse()));
        Files.createDirectories(folder.resolve(".aws"));
        Files.writeString(
                folder.resolve(".aws/credentials"),
                "[work]\naws_access_key_id = AKIDWORK\naws_secret_access_key = " + SECRET + "\n");
        Files.writeString(folder.resolve(".aws/config"), "[profile work]\nregion = ap-south-1\n");
        agent.authJson("{\"amazon-bedrock\": {\"type\": \"api_key\", \"env\": {\"AWS_PROFILE\": \"work\"}}}");
        var models = models(Map.of());

        models.complete(model(models, "amazon-bedrock", CLAUDE), AgentFolder.question());

        assertThat(cloud.last().headers().get("authorization"))
                .contains("AKIDWORK/")
                .contains("/ap-south-1/bedrock/");
        assertThat(models.problems()).isEmpty();
    }

    @Test
    void bedrock_takes_the_output_of_a_credential_process() throws Exception {
        at("amazon-bedrock");
        cloud.at(CONVERSE, _ -> binary(converse()));
        Files.createDirectories(folder.resolve(".aws"));
        Files.writeString(folder.resolve("keys.json"), """
            {"Version": 1,
             "AccessKeyId": "AKIDPROC", "SecretAccessKey": "%s"}
            """.formatted(SECRET));
        Files.writeString(
                folder.resolve(".aws/config"),
                "[profile work]\ncredential_process = cat " + folder.resolve("keys.json") + "\n");
        var models = models(Map.of("AWS_PROFILE", "work"));

        var answer = models.complete(model(models, "amazon-bedrock", CLAUDE), AgentFolder.question());

        assertThat(answer.errorMessage()).isNull();
        assertThat(cloud.last().headers().get("authorization")).contains("AKIDPROC/");
    }

    @Test
    void a_profile_that_is_missing_is_named() throws Exception {
        var models = models(Map.of("AWS_PROFILE", "nowhere"));

        var answer = models.complete(model(models, "amazon-bedrock", CLAUDE), AgentFolder.question());

        assertThat(answer.errorMessage()).contains("\"nowhere\"").contains(".aws");
    }

    @Test
    void bedrock_takes_the_keys_of_the_container_and_those_of_a_web_identity() throws Exception {
        at("amazon-bedrock");
        cloud.at(CONVERSE, _ -> binary(converse()))
                .at("/creds", _ -> FakeCloud.Answer.json("""
                    {"AccessKeyId":"AKIDTASK","SecretAccessKey":"x","Token":"task-token","Expiration":"2999-01-01T00:00:00Z"}
                    """))
                .at("/", _ -> new FakeCloud.Answer(200, "text/xml", """
                    <AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
                    <AccessKeyId>AKIDWEB</AccessKeyId><SecretAccessKey>x</SecretAccessKey>
                    <SessionToken>web-token</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration>
                    </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>
                    """.getBytes(StandardCharsets.UTF_8)));
        var container = models(Map.of(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                cloud.address() + "/creds",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                "allow"));
        var web = models(Map.of(
                "AWS_WEB_IDENTITY_TOKEN_FILE",
                Files.writeString(folder.resolve("token"), "jwt\n").toString(),
                "AWS_ROLE_ARN",
                "arn:aws:iam::1:role/r",
                "AWS_ENDPOINT_URL_STS",
                cloud.address()));

        container.complete(model(container, "amazon-bedrock", CLAUDE), AgentFolder.question());
        container.complete(model(container, "amazon-bedrock", CLAUDE), AgentFolder.question());
        assertThat(cloud.requests()).hasSize(3);
        assertThat(cloud.requests().getFirst().headers()).containsEntry("authorization", "allow");
        assertThat(cloud.last().headers().get("authorization")).contains("AKIDTASK/");

        web.complete(model(web, "amazon-bedrock", CLAUDE), AgentFolder.question());
        assertThat(cloud.requests().get(3).form()).containsEntry("WebIdentityToken", "jwt");
        assertThat(cloud.last().headers()).containsEntry("x-amz-security-token", "web-token");
    }

    @Test
    void an_exception_in_bedrocks_stream_is_a_failed_answer_with_what_came_before() throws Exception {
        at("amazon-bedrock");
        var stream = new ByteArrayOutputStream();
        stream.writeBytes(FakeCloud.frame(
                "event", "contentBlockDelta", "{\"contentBlockIndex\":0,\"delta\":{\"text\":\"Hel\"}}"));
        stream.writeBytes(FakeCloud.frame("exception", "throttlingException", "{\"message\":\"Too many requests\"}"));
        cloud.at(CONVERSE, _ -> binary(stream.toByteArray()));
        var models = models(Map.of("AWS_BEARER_TOKEN_BEDROCK", "bedrock-token"));

        var answer = models.complete(model(models, "amazon-bedrock", CLAUDE), AgentFolder.question());

        assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
        assertThat(answer.text()).isEqualTo("Hel");
        assertThat(answer.errorMessage()).contains("Too many requests");
    }

    @Test
    void a_binary_stream_that_is_damaged_or_cut_off_is_no_answer() throws Exception {
        at("amazon-bedrock");
        var damaged = converse();
        damaged[200] ^= 1;
        var models = models(Map.of("AWS_BEARER_TOKEN_BEDROCK", "bedrock-token"));
        var model = model(models, "amazon-bedrock", CLAUDE);

        cloud.at(CONVERSE, _ -> binary(damaged));
        assertThat(models.complete(model, AgentFolder.question()).stopReason()).isEqualTo(StopReason.ERROR);

        cloud.at(CONVERSE, _ -> binary(Arrays.copyOf(converse(), 300)));
        assertThat(models.complete(model, AgentFolder.question()).errorMessage())
                .contains("broke off");
    }

    @Test
    void what_amazon_says_back_of_a_session_token_is_not_shown() throws Exception {
        at("amazon-bedrock");
        cloud.at(
                CONVERSE,
                _ -> FakeCloud.Answer.json(
                        403, "{\"message\":\"The security token very-secret-session-token is invalid\"}"));
        var models = models(Map.of(
                "AWS_ACCESS_KEY_ID",
                "AKIDEXAMPLE",
                "AWS_SECRET_ACCESS_KEY",
                SECRET,
                "AWS_SESSION_TOKEN",
                "very-secret-session-token"));

        var answer = models.complete(model(models, "amazon-bedrock", CLAUDE), AgentFolder.question());

        assertThat(answer.errorMessage()).contains("403").doesNotContain("very-secret-session-token");
    }
}

package dev.pawl.shellhooks.ahp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of other agents: what the draft's cases accept and refuse, in words of our own. */
class AhpBackendTest {
    private static final Path PROJECT = Path.of("/project");
    private static final String REQUEST = """
        {"jsonrpc": "2.0", "id": "e1", "method": "hooks/intercept", "params": {"protocolVersion": "0.1",\
         "capabilities": {"effects": ["deny"]},\
         "event": {"id": "e1", "source": "urn:uuid:1", "type": "tool.before", "time": "2026-08-01T10:00:00Z",\
         "session": {"id": "s1", "cwd": "/project/sub"},\
         "tool": {"callId": "c1", "name": "Bash", "kind": "shell", "input": {"command": "ls secret"}}}}}\
        """;

    private final List<ToolCall> judged = new ArrayList<>();
    private final AhpBackend backend = new AhpBackend(this::refusal, PROJECT, Path.of("/home/ada"));

    private @Nullable String refusal(ToolCall call, Path cwd) {
        judged.add(call);
        if (call.arguments().toString().contains("broken")) {
            throw new IllegalStateException("broken");
        }
        return call.arguments().toString().contains("secret") ? "no secrets" : null;
    }

    private @Nullable JsonObject answer(String message) throws InterruptedException {
        return backend.answer(message.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_refusal_is_a_denial_and_everything_else_an_empty_list_AHP_DEC_001() throws Exception {
        var denied = Objects.requireNonNull(answer(REQUEST));
        assertThat(Reply.parse(denied.toString().getBytes(StandardCharsets.UTF_8))
                        .denial())
                .isEqualTo(new Denial("no secrets", null));
        var passed = Objects.requireNonNull(
                answer(REQUEST.replace("secret", "sources").replace("e1", "e2")));
        assertThat(passed.object("result").get("effects")).isEqualTo(List.of());
        assertThat(passed.get("id")).isEqualTo("e2");
    }

    @Test
    void what_asks_again_gets_the_same_answer_and_is_judged_once_AHP_CORE_004() throws Exception {
        assertThat(answer(REQUEST)).isEqualTo(answer(REQUEST));
        assertThat(judged).hasSize(1);
        assertThat(answer(REQUEST.replace("secret", "sources")))
                .satisfies(
                        answer -> assertThat(answer.object("error").get("code")).isEqualTo(-32602L));
    }

    @Test
    void a_failure_refuses() throws Exception {
        assertThat(answer(REQUEST.replace("secret", "broken")))
                .asString()
                .contains("\"deny\"", "could not judge this call");
    }

    /** Each row changes one place of a request that is valid. */
    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource(delimiter = '|', textBlock = """
        AHP-RPC-001 | {"jsonrpc": "2.0",          | [{"jsonrpc": "2.0",          | -32700
        AHP-RPC-001 | "jsonrpc": "2.0",           |                              | -32600
        AHP-RPC-001 | hooks/intercept             | hooks/ask                    | -32601
        AHP-RPC-001 | "params"                    | "param"                      | -32602
        AHP-RPC-002 | "id": "e1", "method"        | "id": "e2", "method"         | -32602
        AHP-RPC-002 | "id": "e1", "method"        | "id": 1, "method"            | -32600
        AHP-RPC-002 | hooks/intercept             | hooks/observe                | -32600
        AHP-VER-001 | "protocolVersion": "0.1",   |                              | -32001
        AHP-VER-001 | "0.1"                       | "draft"                      | -32001
        AHP-CAP-002 | "capabilities"              | "capability"                 | -32602
        AHP-CAP-002 | ["deny"]                    | ["modify"]                   | -32602
        AHP-TB-001  | tool.before                 | tool.after                   | -32002
        AHP-TB-001  | tool.before                 | turn.end                     | -32002
        AHP-TB-001  | "session"                   | "sessions"                   | -32602
        AHP-TB-001  | "callId": "c1",             |                              | -32602
        AHP-EXT-001 | "source"                    | "extensions": {"x": 1}, "source" | -32602
        """)
    void what_is_not_of_the_protocol_is_an_error(String requirement, String from, String to, long code)
            throws Exception {
        var changed = REQUEST.replace(from, to == null ? "" : to);
        assertThat(changed).as(requirement).isNotEqualTo(REQUEST);
        var answer = Objects.requireNonNull(answer(changed));
        assertThat(answer.object("error").get("code")).isEqualTo(code);
        assertThat(answer.has("result")).isFalse();
        assertThat(judged).isEmpty();
        if (code == -32001) {
            assertThat(answer.object("error").object("data").strings("supported"))
                    .containsExactly("0.1");
        }
    }

    @Test
    void fields_that_are_not_known_have_no_effect_AHP_CORE_003() throws Exception {
        assertThat(answer(REQUEST.replace("\"capabilities\"", "\"more\": 1, \"capabilities\"")))
                .asString()
                .contains("no secrets");
    }

    @Test
    void observations_are_not_answered_AHP_RPC_002() throws Exception {
        var told = REQUEST.replace("\"id\": \"e1\", \"method\"", "\"method\"");
        assertThat(answer(told.replace("hooks/intercept", "hooks/observe"))).isNull();
        assertThat(answer(told)).isNull();
        assertThat(judged).isEmpty();
    }

    /** Calls of other agents are judged as the tools that they are here. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        bash              | shell      | {"command":"ls"}                                    | bash  {"command":"ls"}
        run_shell_command | shell      | {"command":"ls"}                                    | bash  {"command":"ls"}
        terminal          | shell      | {"command":"ls"}                                    | bash  {"command":"ls"}
        Read              | file_read  | {"file_path":"/project/a"}                          | read  {"path":"/project/a"}
        open_file         | file_read  | {"filePath":"/project/a"}                           | read  {"path":"/project/a"}
        Write             | file_write | {"file_path":"a","content":"x"}                     | write {"path":"a","content":"x"}
        Edit              | file_edit  | {"file_path":"a","old_string":"x","new_string":"y"} | edit  {"edits":[{"newText":"y","oldText":"x"}],"path":"a"}
        replace           | file_edit  | {"file_path":"a","old_string":"x","new_string":"y"} | edit  {"edits":[{"newText":"y","oldText":"x"}],"path":"a"}
        patch             | file_edit  | {"path":"a","patch":"x"}                            | edit  {"path":"a","edits":[]}
        find_symbol       | search     | {"name":"x"}                                        | grep  {"pattern":"","path":"."}
        lookup            | other      | {"x":1}                                             | lookup {"x":1}
        """)
    void calls_have_the_names_and_fields_that_rules_are_about(String name, String kind, String input, String here)
            throws Exception {
        assertThat(answer(request(name, kind, input))).asString().contains("\"effects\":[]");
        var expected = here.split("\\s+", 2);
        assertThat(judged).singleElement().satisfies(call -> {
            assertThat(call.toolName()).isEqualTo(expected[0]);
            assertThat(call.arguments()).isEqualTo(JsonObject.parse(expected[1]));
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Bash  | shell      | {"script":"ls"}
        bash  | other      | {"command":"ls"}
        bash  | shell      | {"cmd":"ls"}
        Read  | file_read  | {}
        Write | file_write | {"content":"x"}
        x     | mcp        | {}
        """)
    void a_call_that_is_not_understood_is_refused(String name, String kind, String input) throws Exception {
        assertThat(answer(request(name, kind, input))).asString().contains("\"deny\"", "does not understand");
        assertThat(judged).isEmpty();
    }

    @Test
    void a_tool_of_a_server_has_the_name_that_rules_know() throws Exception {
        answer(request("x", "mcp", "{}")
                .replace("\"kind\"", "\"mcp\": {\"server\": \"git\", \"tool\": \"push\"}, \"kind\""));
        assertThat(judged)
                .singleElement()
                .satisfies(call -> assertThat(call.toolName()).isEqualTo("mcp__git__push"));
    }

    @Test
    void calls_elsewhere_are_refused_AHP_SEC_001() throws Exception {
        for (var cwd : List.of("/other", "/project/../other", "/projects")) {
            assertThat(answer(REQUEST.replace("/project/sub", cwd).replace("e1", cwd)))
                    .asString()
                    .contains("\"deny\"", "judges calls in /project");
        }
        assertThat(judged).isEmpty();
    }

    private static String request(String name, String kind, String input) {
        return REQUEST.replace("\"Bash\"", "\"" + name + "\"")
                .replace("\"shell\"", "\"" + kind + "\"")
                .replace("{\"command\": \"ls secret\"}", input);
    }

    @Test
    void each_line_has_one_answer_in_a_line_AHP_STDIO_001() throws Exception {
        var out = new ByteArrayOutputStream();
        var told = REQUEST.replace("\"id\": \"e1\", \"method\": \"hooks/intercept\"", "\"method\": \"hooks/observe\"");
        var in = REQUEST + "\n" + told + "\nrubbish\n" + REQUEST;
        AhpServer.serve(backend, new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)), out);
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(3)
                .allSatisfy(line ->
                        assertThat(JsonObject.parse(line).get("jsonrpc")).isEqualTo("2.0"));
    }

    @Test
    void posts_of_agents_are_answered_and_no_others_AHP_HTTP_001() throws Exception {
        try (var server = new AhpServer(backend, 0, "a-token");
                var client = HttpClient.newHttpClient()) {
            var told =
                    REQUEST.replace("\"id\": \"e1\", \"method\": \"hooks/intercept\"", "\"method\": \"hooks/observe\"");
            var agent = Map.of("Authorization", "Bearer a-token", "Content-Type", "application/json");
            assertThat(post(client, server, REQUEST, agent)).startsWith("200 ").contains("no secrets");
            assertThat(post(client, server, told, agent)).isEqualTo("202 ");
            assertThat(post(client, server, REQUEST, Map.of("Content-Type", "application/json")))
                    .isEqualTo("401 ");
            assertThat(post(client, server, REQUEST, Map.of("Authorization", "Bearer other")))
                    .isEqualTo("401 ");
            assertThat(post(client, server, REQUEST, Map.of("Authorization", "Bearer a-token")))
                    .isEqualTo("415 ");
            assertThat(post(
                            client,
                            server,
                            REQUEST,
                            Map.of("Origin", "https://example.com", "Content-Type", "application/json")))
                    .isEqualTo("403 ");
            var read =
                    HttpRequest.newBuilder(URI.create(server.address())).GET().build();
            assertThat(client.send(read, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(405);
            assertThat(judged).hasSize(1);
        }
    }

    private static String post(HttpClient client, AhpServer server, String text, Map<String, String> headers)
            throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.address())).POST(BodyPublishers.ofString(text));
        headers.forEach(request::header);
        var answer = client.send(request.build(), BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }
}

package dev.pawl.fleet.restate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.store.Operation;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests to a Restate server and its answers, played by the test over real HTTP. */
class IngressStoreTest {
    private record Answer(int status, String body) {}

    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private HttpServer ingress;
    private HttpServer admin;
    private IngressStore store;

    @BeforeEach
    void start() throws IOException {
        ingress = server("ingress");
        admin = server("admin");
        store = new IngressStore(address(ingress), address(admin), Network.direct());
    }

    @AfterEach
    void stop() {
        store.close();
        ingress.stop(0);
        admin.stop(0);
    }

    private HttpServer server(String name) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Answer answer;
            if (body.contains("select 1")) {
                // Any answer tells the time.
                answer = new Answer(200, "{\"rows\":[]}");
            } else {
                asked.add(name + " " + exchange.getRequestURI() + " " + body);
                answer = answers.isEmpty() ? new Answer(500, "nothing is scripted") : answers.removeFirst();
            }
            var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static URI address(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void create() throws IOException {
        answers.add(new Answer(200, "{\"document\":{\"id\":\"s1\"}}"));
        store.apply("s1", Operation.create("s1", "here", JsonObject.empty(), List.of("header")));
    }

    @Test
    void a_change_is_a_call_of_the_sessions_object_at_its_place_with_the_time() throws Exception {
        create();
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst())
                .startsWith("ingress /PawlSession.here/s1/apply {\"op\":\"create\"")
                .contains("\"content\":[\"header\"]")
                .contains("\"now\":");
        answers.add(new Answer(200, "{\"document\":{\"phase\":\"ready\"}}"));
        assertThat(store.apply("s1", Operation.send(Input.prompt("p", "go"))).string("phase"))
                .isEqualTo("ready");
        assertThat(asked.getLast()).startsWith("ingress /PawlSession.here/s1/apply {\"op\":\"send\"");
    }

    @Test
    void the_place_of_a_session_that_another_created_is_asked_once() throws Exception {
        answers.add(new Answer(200, "{\"rows\":[{\"service_name\":\"PawlSession.there\"}]}"));
        answers.add(new Answer(200, "{\"document\":{\"id\":\"s2\"}}"));
        assertThat(store.document("s2")).isEqualTo(JsonObject.of("id", "s2"));
        assertThat(asked.getFirst()).startsWith("admin /query ").contains("service_key = 's2'");
        assertThat(asked.getLast()).isEqualTo("ingress /PawlSession.there/s2/read {\"from\":-1}");

        answers.add(new Answer(200, "{\"document\":{\"id\":\"s2\"},\"lines\":[\"b\"]}"));
        assertThat(store.lines("s2", 1)).containsExactly("b");
        assertThat(asked).hasSize(3);
    }

    @Test
    void what_the_rules_refuse_is_refused_and_an_old_writer_is_told_so() throws Exception {
        create();
        answers.add(new Answer(200, "{\"refused\":\"not now\"}"));
        assertThatThrownBy(() -> store.apply("s1", Operation.claim("w", 1)))
                .isInstanceOf(Refused.class)
                .isNotInstanceOf(StaleWriter.class)
                .hasMessage("not now");
        answers.add(new Answer(200, "{\"refused\":\"another writer\",\"stale\":true}"));
        assertThatThrownBy(() -> store.apply("s1", Operation.append(1, 1, "line", null)))
                .isInstanceOf(StaleWriter.class)
                .hasMessage("another writer");
    }

    @Test
    void a_session_that_is_nowhere_is_refused() throws Exception {
        answers.add(new Answer(200, "{\"rows\":[]}"));
        assertThat(store.document("gone")).isNull();
        answers.add(new Answer(200, "{\"rows\":[]}"));
        assertThatThrownBy(() -> store.lines("gone", 0))
                .isInstanceOf(Refused.class)
                .hasMessage("there is no session gone in the fleet");
        answers.add(new Answer(200, "{\"rows\":[]}"));
        assertThatThrownBy(() -> store.apply("gone", Operation.send(Input.prompt("p", "go"))))
                .isInstanceOf(Refused.class)
                .hasMessage("there is no session gone in the fleet");
    }

    @Test
    void a_place_where_no_worker_has_been_is_named_with_what_to_do() {
        answers.add(new Answer(404, ""));
        assertThatThrownBy(
                        () -> store.apply("s1", Operation.create("s1", "moon", JsonObject.empty(), List.of("header"))))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("no worker of place moon has ever been there; start one: pawl worker --engine")
                .hasMessageEndingWith("--place moon");
    }

    @Test
    void names_that_would_be_another_address_are_sent_nowhere() {
        for (var place : List.of("", "a/b", "../x", "a b", "a?b", "x".repeat(64))) {
            assertThatThrownBy(() ->
                            store.apply("s1", Operation.create("s1", place, JsonObject.empty(), List.of("header"))))
                    .as(place)
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("cannot be the name of a place in Restate");
        }
        for (var session : List.of("a/b", "x' or '1'='1", "..")) {
            assertThatThrownBy(() -> store.document(session)).as(session).isInstanceOf(IOException.class);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void an_answer_that_is_an_error_or_no_json_names_the_address() throws Exception {
        create();
        answers.add(new Answer(503, "overloaded\n"));
        assertThatThrownBy(() -> store.lines("s1", 0))
                .isInstanceOf(IOException.class)
                .hasMessage("Restate at " + address(ingress) + "/PawlSession.here/s1/read answered 503: overloaded");
        answers.add(new Answer(200, "<html>"));
        assertThatThrownBy(() -> store.lines("s1", 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("answered something that is no JSON");
    }

    @Test
    void a_worker_is_registered_by_its_address_over_whatever_was_there() throws Exception {
        answers.add(new Answer(201, "{}"));
        store.register("http://127.0.0.1:9080/");
        assertThat(asked)
                .containsExactly(
                        "admin /deployments {\"uri\":\"http://127.0.0.1:9080/\",\"use_http_11\":true,\"force\":true}");
    }

    @Test
    void all_sessions_are_those_of_all_places() throws Exception {
        answers.add(
                new Answer(
                        200,
                        "{\"rows\":[{\"value_utf8\":\"{\\\"id\\\":\\\"a\\\"}\"},{\"value_utf8\":\"{\\\"id\\\":\\\"b\\\"}\"}]}"));
        assertThat(store.documents()).containsExactly(JsonObject.of("id", "a"), JsonObject.of("id", "b"));
        assertThat(asked.getFirst()).contains("service_name like 'PawlSession.%'");
    }
}

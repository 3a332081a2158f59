package dev.pawl.shellhooks.ahp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.ahp.Registration.Http;
import dev.pawl.shellhooks.ahp.Registration.Intercept;
import dev.pawl.shellhooks.ahp.Registration.Stdio;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The document that registers backends: what the draft's cases accept and refuse, in words of our own. */
class RegistrationTest {
    private static final String BACKEND = """
        {"id": "com.example.policy",
         "transport": {"type": "stdio", "command": "/usr/bin/guard", "args": ["serve"], "lifecycle": "persistent"},
         "subscriptions": [
           {"events": ["tool.before"], "mode": "intercept", "timeoutMs": 500, "failurePolicy": "fail-closed"},
           {"events": ["tool.after", "session.end"], "mode": "observe"}]}\
        """;

    private static String document(String... backends) {
        return "{\"protocolVersion\": \"0.1\", \"hooks\": [" + String.join(",", backends) + "]}";
    }

    private static Registration read(String document) {
        return Registration.of(JsonObject.parse(document));
    }

    @Test
    void backends_keep_their_order_AHP_REG_001() {
        var registration = read(document(BACKEND, BACKEND.replace("com.example.policy", "org.example.second")));
        assertThat(registration.backends())
                .extracting(Registration.Backend::id)
                .containsExactly("com.example.policy", "org.example.second");
        var first = registration.backends().getFirst();
        assertThat(first.transport()).isEqualTo(new Stdio("/usr/bin/guard", List.of("serve"), true, null));
        assertThat(first.interceptor()).satisfies(intercept -> {
            assertThat(intercept).isInstanceOf(Intercept.class);
            assertThat(intercept.limit()).isEqualTo(Duration.ofMillis(500));
            assertThat(intercept.required()).isTrue();
        });
        assertThat(first.shown())
                .isEqualTo("com.example.policy decides about tool.before within 500 ms, required;"
                        + " is told of tool.after, session.end: /usr/bin/guard serve");
    }

    @Test
    void a_service_has_its_token_in_a_variable_AHP_HTTP_001() {
        var service = BACKEND.replaceFirst(
                "\"transport\": \\{[^}]*}",
                "\"transport\": {\"type\": \"http\", \"url\": \"https://policy.example.com/ahp\","
                        + " \"authentication\": {\"type\": \"bearer\", \"tokenEnv\": \"POLICY_TOKEN\"}}");
        assertThat(read(document(service)).backends().getFirst().transport())
                .isInstanceOfSatisfying(Http.class, http -> {
                    assertThat(http.url()).hasToString("https://policy.example.com/ahp");
                    assertThat(http.tokenVariable()).isEqualTo("POLICY_TOKEN");
                });
        for (var here : List.of("http://127.0.0.1:8080/x", "http://localhost/x", "http://[::1]:1/x")) {
            assertThat(read(document(service.replace("https://policy.example.com/ahp", here)))
                            .backends())
                    .hasSize(1);
        }
    }

    @Test
    void extensions_with_names_of_their_owner_have_no_effect_AHP_EXT_001() {
        assertThat(read(document(BACKEND.replaceFirst("\\{", "{\"extensions\": {\"com.example.note\": 1},")))
                        .backends())
                .hasSize(1);
    }

    @Test
    void a_registration_without_backends_is_refused_AHP_REG_001() {
        assertThatThrownBy(() -> read(document())).hasMessage("hooks must be a list of objects that is not empty");
    }

    @Test
    void an_id_is_registered_once_AHP_REG_001() {
        assertThatThrownBy(() -> read(document(BACKEND, BACKEND)))
                .hasMessage("hooks[1].id names com.example.policy a second time");
    }

    /** Each row changes one place of a valid document. */
    @ParameterizedTest(name = "{0}: {2} -> {3}")
    @CsvSource(delimiter = '|', textBlock = """
        AHP-VER-001  | no version           | "protocolVersion": "0.1",                 |                                       | protocolVersion must be "0.1"
        AHP-VER-001  | another version      | "0.1"                                     | "draft"                               | protocolVersion must be "0.1"
        AHP-REG-001  | a field of nobody    | "id": "com.example.policy",               | "id": "com.example.policy", "x": 1,   | hooks[0].x is no field
        AHP-REG-001  | a simple name        | "com.example.policy"                      | "policy"                              | hooks[0].id must be a name such as
        AHP-EXT-001  | an extension's name  | "id": "com.example.policy",               | "id": "com.example.policy", "extensions": {"note": 1}, | hooks[0].extensions must be
        AHP-REG-001  | no transport         | "transport"                               | "transports"                          | hooks[0].transports is no field
        AHP-REG-001  | another transport    | "type": "stdio"                           | "type": "pipe"                        | hooks[0].transport.type must be "stdio" or "http"
        AHP-REG-001  | an address as program| "command": "/usr/bin/guard"               | "url": "https://x.example.com"        | hooks[0].transport.url is no field
        AHP-STDIO-001| no program           | "command": "/usr/bin/guard",              |                                       | hooks[0].transport.command must be a text
        AHP-STDIO-001| one text of arguments| ["serve"]                                 | "serve"                               | hooks[0].transport.args must be a list of texts
        AHP-STDIO-001| no lifecycle         | , "lifecycle": "persistent"               |                                       | hooks[0].transport.lifecycle must be "persistent" or "per_event"
        AHP-REG-002  | no events            | ["tool.before"]                           | []                                    | subscriptions[0].events must not be empty
        AHP-REG-002  | a wildcard           | ["tool.before"]                           | ["tool.*"]                            | events: "tool.*" is no event to intercept
        AHP-REG-002  | an event of later    | ["tool.after", "session.end"]             | ["turn.end"]                          | events: "turn.end" is no event to observe
        AHP-REG-002  | what cannot be asked | ["tool.before"]                           | ["tool.after"]                        | events: "tool.after" is no event to intercept
        AHP-REG-002  | an event twice       | ["tool.after", "session.end"]             | ["tool.after", "tool.after"]          | events names tool.after a second time
        AHP-REG-002  | another mode         | "mode": "observe"                         | "mode": "watch"                       | subscriptions[1].mode must be "intercept" or "observe"
        AHP-FAIL-001 | no failure policy    | , "failurePolicy": "fail-closed"          |                                       | subscriptions[0].failurePolicy must be "fail-closed" or "fail-open"
        AHP-FAIL-001 | another policy       | "fail-closed"                             | "fail"                                | subscriptions[0].failurePolicy must be "fail-closed" or "fail-open"
        AHP-FAIL-002 | no time              | "timeoutMs": 500,                         |                                       | subscriptions[0].timeoutMs must be a whole number
        AHP-FAIL-002 | no time at all       | 500                                       | 0                                     | subscriptions[0].timeoutMs must be a whole number
        AHP-FAIL-002 | a part of a time     | 500                                       | 0.5                                   | subscriptions[0].timeoutMs must be a whole number
        AHP-FAIL-001 | a watcher's policy   | "mode": "observe"                         | "mode": "observe", "failurePolicy": "fail-open" | subscriptions[1].failurePolicy is no field
        AHP-FAIL-002 | a watcher's time     | "mode": "observe"                         | "mode": "observe", "timeoutMs": 5     | subscriptions[1].timeoutMs is no field
        AHP-REG-001  | asked twice          | ["tool.after", "session.end"], "mode": "observe" | ["tool.before"], "mode": "intercept", "timeoutMs": 1, "failurePolicy": "fail-open" | subscriptions[1].events names tool.before a second time
        """)
    void what_is_not_of_the_protocol_is_refused_with_its_place(
            String requirement, String what, String from, String to, String message) {
        var changed = document(BACKEND).replace(from, to == null ? "" : to);
        assertThat(changed).as(requirement + " " + what).isNotEqualTo(document(BACKEND));
        assertThatThrownBy(() -> read(changed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "url": "http://policy.example.com/ahp"                | must begin with https
        "url": "http://127.0.0.1.example.com/ahp"             | must begin with https
        "url": "https://user:word@policy.example.com/"        | without a user
        "url": "ftp://policy.example.com/"                    | must be an address
        "url": "policy"                                       | must be an address
        "url": "https://x.example.com", "authentication": {"type": "basic", "tokenEnv": "T"}     | authentication.type must be "bearer"
        "url": "https://x.example.com", "authentication": {"type": "bearer", "token": "secret"}  | authentication.token is no field
        "url": "https://x.example.com", "authentication": {"type": "bearer", "tokenEnv": "a b"}  | the name of a variable, not the token
        """)
    void an_address_is_encrypted_and_holds_no_secret_AHP_HTTP_001(String transport, String message) {
        var service = BACKEND.replaceFirst(
                "\"transport\": \\{[^}]*}", "\"transport\": {\"type\": \"http\", " + transport + "}");
        assertThatThrownBy(() -> read(document(service))).hasMessageContaining(message);
    }
}

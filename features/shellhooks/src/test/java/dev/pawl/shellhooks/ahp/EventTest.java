package dev.pawl.shellhooks.ahp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTest {
    private static final String EVENT = """
        {"id": "e1", "source": "urn:uuid:1", "type": "tool.before", "time": "2026-08-01T10:00:00Z",\
         "session": {"id": "s1", "cwd": "/work"},\
         "tool": {"callId": "c1", "name": "bash", "kind": "shell", "input": {"command": "ls"}}}\
        """;

    private static Event read(String json) {
        var event = JsonObject.parse(json);
        return Event.read(Objects.requireNonNull(Event.Type.of(event.get("type"))), event);
    }

    @Test
    void what_is_written_is_read_again_AHP_TB_001() {
        var event = read(EVENT);
        assertThat(event.json()).isEqualTo(JsonObject.parse(EVENT));
        assertThat(read(event.json().toString())).isEqualTo(event);
    }

    @Test
    void the_request_has_the_id_of_the_event_and_offers_a_denial_AHP_CAP_002() {
        var request = read(EVENT).request();
        assertThat(request.get("jsonrpc")).isEqualTo("2.0");
        assertThat(request.get("method")).isEqualTo("hooks/intercept");
        assertThat(request.get("id"))
                .isEqualTo(request.object("params").object("event").get("id"));
        assertThat(request.object("params").get("protocolVersion")).isEqualTo("0.1");
        assertThat(request.object("params").object("capabilities").strings("effects"))
                .isEqualTo(List.of("deny"));
    }

    @Test
    void a_notification_has_no_id_AHP_RPC_002() {
        var told = read(EVENT).notification();
        assertThat(told.get("method")).isEqualTo("hooks/observe");
        assertThat(told.has("id")).isFalse();
        assertThat(told.object("params").has("capabilities")).isFalse();
    }

    @Test
    void the_agents_own_form_is_there_only_where_it_is_wanted_AHP_CORE_003() {
        var event = read(EVENT);
        assertThat(event.json().has("native")).isFalse();
        assertThat(event.withOwn(true).json().object("native").get("provider")).isEqualTo("dev.pawl");
    }

    @Test
    void extensions_and_unknown_fields_of_an_event_have_no_effect_AHP_EXT_001() {
        assertThat(read(EVENT.replace("\"source\"", "\"x\": 1, \"extensions\": {\"com.example.x\": 1}, \"source\"")))
                .isEqualTo(read(EVENT));
    }

    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource(delimiter = '|', textBlock = """
        AHP-TB-001 | "id": "e1",             |                              | id must be a text
        AHP-TB-001 | "source": "urn:uuid:1", |                              | source must be a text
        AHP-TB-001 | 2026-08-01T10:00:00Z    | yesterday                    | time must be a time
        AHP-TB-001 | {"id": "s1", "cwd": "/work"} | {"cwd": "/work"}        | session.id must be a text
        AHP-TB-001 | "tool":                 | "tools":                     | tool must be an object
        AHP-TB-001 | "callId": "c1",         |                              | tool.callId must be a text
        AHP-TB-001 | "name": "bash",         |                              | tool.name must be a text
        AHP-TB-001 | "shell"                 | "bash"                       | tool.kind "bash" is not one
        AHP-TB-001 | {"command": "ls"}       | "ls"                         | tool.input must be an object
        AHP-TB-001 | tool.before             | tool.after                   | tool.output is missing
        AHP-TB-001 | tool.before             | tool.error                   | tool.error must be an object
        AHP-EXT-001| "id": "e1",             | "id": "e1", "extensions": {"x": 1}, | extensions must be an object of names
        """)
    void what_is_missing_is_named(String requirement, String from, String to, String message) {
        var changed = EVENT.replace(from, to == null ? "" : to);
        assertThat(changed).as(requirement).isNotEqualTo(EVENT);
        assertThatThrownBy(() -> read(changed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}

package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.EventJson;
import dev.pawl.api.HookPoints;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.bridge.forms.Wire;
import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What other programs read of each event stays as it is, byte by byte: with all that an event may have, and without. */
class EventFormsTest {
    @Test
    void handlers_in_other_processes_read_the_same_fields() throws IOException {
        var wire = new Wire();
        var lines = new ArrayList<String>();
        for (var point : HookPoints.all()) {
            for (var event : FilledRecord.allOf(point.event())) {
                lines.add(wire.event(point, point.name(), event).toString());
            }
        }
        for (var kind : StreamDelta.Kind.values()) {
            for (var delta : FilledRecord.allOf(StreamDelta.class)) {
                var given = (StreamDelta) delta;
                var update = FilledRecord.update(
                        new StreamDelta(kind, given.contentIndex(), given.delta(), given.toolCall()));
                lines.add(wire.event(HookPoints.MESSAGE_UPDATE, "message_update", update)
                        .toString());
            }
        }
        check("hooks", lines);
    }

    @Test
    void clients_read_the_same_records() throws IOException {
        var lines = new ArrayList<String>();
        for (var type : AgentEvent.class.getPermittedSubclasses()) {
            for (var event : FilledRecord.allOf(type)) {
                var json = EventJson.of((AgentEvent) event);
                lines.add(type.getSimpleName() + " " + (json == null ? "is not passed on" : json));
            }
        }
        for (var kind : StreamDelta.Kind.values()) {
            for (var delta : FilledRecord.allOf(StreamDelta.class)) {
                var given = (StreamDelta) delta;
                var update = FilledRecord.update(
                        new StreamDelta(kind, given.contentIndex(), given.delta(), given.toolCall()));
                lines.add("MessageGrew " + EventJson.of(new AgentEvent.MessageGrew(update)));
            }
        }
        check("clients", lines);
    }

    private static void check(String name, List<String> lines) throws IOException {
        var file = Checkout.file("testing/acceptance/src/test/resources/dev/pawl/acceptance/events/" + name + ".txt");
        if ("write".equals(System.getProperty("goldens"))) {
            Files.createDirectories(file.getParent());
            Files.write(file, lines);
        }
        assertThat(lines).as(file + "; -Dgoldens=write writes it").containsExactlyElementsOf(Files.readAllLines(file));
    }
}

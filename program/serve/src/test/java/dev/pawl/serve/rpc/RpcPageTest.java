package dev.pawl.serve.rpc;

import static java.util.stream.Collectors.joining;

import dev.pawl.machine.Checkout;
import dev.pawl.machine.GeneratedDoc;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The page about the protocol has the table of its commands. */
class RpcPageTest {
    @Test
    void the_page_lists_the_commands_with_their_fields() throws IOException {
        var table = new StringBuilder("| command | fields | data of the answer |\n|---|---|---|\n");
        for (var command : RpcCommand.values()) {
            table.append("| `")
                    .append(command.wire())
                    .append("` | ")
                    .append(command.fields().stream().map(RpcPageTest::shown).collect(joining(", ")))
                    .append(" | ")
                    .append(command.answer())
                    .append(" |\n");
        }
        GeneratedDoc.check(
                Checkout.file("docs/rpc.md"), "commands", table.append('\n').toString());
    }

    private static String shown(Field<?> field) {
        var name = "`" + field.name() + (field.required() ? "`" : "`?");
        return field.words().isEmpty()
                ? name
                : name + " ("
                        + field.words().stream().map(word -> "`" + word + "`").collect(joining(", ")) + ")";
    }
}

package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fork for which a hook keeps the conversation, as clients of RPC see it. */
class KeptConversationTest {
    /** The model is not shown the first message, which changes nothing of what clients see. */
    private static final String KEEPER = """
        pi.on(SESSION_BEFORE_FORK, (fork, ctx) -> fork.proceedWithoutRestore());
        pi.on(CONTEXT, (context, ctx) -> context.withMessages(context.messages().stream()
            .filter(message -> !message.text().equals("first")).toList()));
        """;

    @TempDir
    Path dir;

    @Test
    void clients_are_answered_from_the_conversation_that_was_kept_and_not_from_the_file() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook("keeper", KEEPER)) {
            try (var client = new InnerRpc(pawl)) {
                client.prompt("first");
                client.prompt("second");
                var second = ask(client, "get_fork_messages", JsonObject.empty(), 1)
                        .objects("messages")
                        .getLast();
                assertThat(ask(client, "fork", JsonObject.of("entryId", second.string("entryId")), 1))
                        .isNotNull();
                assertThat(texts(client, 1)).containsExactly("first", "One.", "second", "Two.");
                client.prompt("third");
                assertThat(texts(client, 2)).containsExactly("first", "One.", "second", "Two.", "third", "Three.");
            }
            assertThat(pawl.asked(3)).noneMatch(line -> line.contains("first")).anyMatch(line -> line.contains("Two."));
        }
    }

    @Test
    void clients_are_answered_from_the_file_again_once_the_conversation_is_read_anew() throws Exception {
        try (var pawl =
                TestProgram.in(dir, Turn.text("One."), Turn.text("Two.")).hook("keeper", KEEPER + """
                    pi.command("anew", "Reads the conversation again", ctx -> {
                        ctx.session().rebuildContext();
                        return null;
                    });
                    """)) {
            try (var client = new InnerRpc(pawl)) {
                client.prompt("first");
                client.prompt("second");
                var second = ask(client, "get_fork_messages", JsonObject.empty(), 1)
                        .objects("messages")
                        .getLast();
                ask(client, "fork", JsonObject.of("entryId", second.string("entryId")), 1);
                ask(client, "prompt", JsonObject.of("message", "/anew"), 3);
                assertThat(texts(client, 1)).containsExactly("first", "One.");
            }
        }
    }

    private static List<String> texts(InnerRpc client, int time) throws Exception {
        return ask(client, "get_messages", JsonObject.empty(), time).objects("messages").stream()
                .filter(message -> !message.string("role", "").equals("system"))
                .map(KeptConversationTest::text)
                .toList();
    }

    private static String text(JsonObject message) {
        return message.get("content") instanceof String plain
                ? plain
                : message.objects("content").getFirst().string("text", "");
    }

    /** Sends a command and returns the data of its answer, which is the given one of its kind. */
    private static JsonObject ask(InnerRpc client, String command, JsonObject fields, int time) throws Exception {
        client.send(fields.with("type", command).toString());
        client.await("\"command\":\"" + command + "\"", time);
        return client.printed()
                .lines()
                .filter(line -> line.contains("\"command\":\"" + command + "\""))
                .map(JsonObject::parse)
                .skip(time - 1)
                .findFirst()
                .orElseThrow()
                .object("data");
    }
}

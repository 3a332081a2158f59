package dev.pawl.observe.page;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.SessionPaths;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;

/** Sessions of tests, entry by entry. */
public final class SessionBuilder {
    private SessionBuilder() {}

    public static Sessions sessions(Path folder) {
        return new Sessions(
                SessionPaths.in(folder),
                new SessionOptions(Durability.valueOf("TURN"), InstantSource.system(), new Random(1), _ -> {}));
    }

    public static Message assistant(Content... blocks) {
        return Message.from(JsonObject.of("role", "assistant", "provider", "p")
                .with("model", "m-1")
                .with("content", List.of(blocks).stream().map(Content::toJson).toList())
                .with("usage", JsonObject.of("input", 1200, "output", 34).with("cost", JsonObject.of("total", 0.0125)))
                .with("stopReason", "stop")
                .with("timestamp", 1));
    }

    public static Message result(String call, String tool, String text, JsonObject details, boolean failed) {
        return Message.from(JsonObject.of("role", "toolResult", "toolCallId", call)
                .with("toolName", tool)
                .with("content", List.of(Content.text(text).toJson()))
                .with("details", details)
                .with("isError", failed)
                .with("timestamp", 1));
    }

    /** A conversation with two branches: Markdown, code, thinking, calls, a diff, a picture. */
    static Session conversation(Path folder) throws Exception {
        var session = sessions(folder).begin(folder, null);
        session.append(Message.user("What is in *this* folder?", 1));
        session.append(assistant(
                new Content.Thinking("I should look first.", null, false, JsonObject.empty()),
                Content.text("""
                    Let me **look**.

                    1. one
                    2. two
                       - inner

                    ```java
                    class A { int x = 1; } // end
                    ```

                    | a | b |
                    |---|---|
                    | 1 | 2 |

                    [site](https://example.com/x)\
                    """),
                Content.ToolUse.of("c1", "bash", JsonObject.of("command", "echo hello"))));
        var fork = session.append(result("c1", "bash", "hello", JsonObject.empty(), false));
        session.append(assistant(Content.ToolUse.of(
                "c2",
                "edit",
                JsonObject.of("path", "a.txt", "edits", List.of(JsonObject.of("oldText", "x", "newText", "y"))))));
        session.append(result("c2", "edit", "done", JsonObject.of("diff", "-1 old line\n+1 new line\n 2 same"), false));
        session.append(Message.user("The first way", 1));
        session.append(assistant(Content.text("Answer on the first branch.")));
        session.moveTo(fork.id());
        session.append(Message.user("The second way", 1));
        session.append(assistant(
                Content.text("Answer on the second branch."),
                Content.image(
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
                        "image/png")));
        session.rename("My <session>");
        return session;
    }
}

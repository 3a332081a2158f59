package dev.pawl.session.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.session.SessionFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session as a page to look at. */
class SessionPageTest {
    @TempDir
    Path folder;

    private static Message assistant(Content... blocks) {
        return Message.from(JsonObject.of("role", "assistant", "provider", "p")
                .with("model", "m-1")
                .with("content", List.of(blocks).stream().map(Content::toJson).toList())
                .with("stopReason", "stop")
                .with("timestamp", 1));
    }

    @Test
    void the_page_shows_what_was_said_and_called_and_answered() throws Exception {
        try (var session = SessionFolder.sessions(folder).begin(folder, null)) {
            session.append(Message.user("What is here?", 1));
            session.append(assistant(
                    Content.text("Let me look."), Content.ToolUse.of("1", "read", JsonObject.of("path", "a.txt"))));
            session.append(Message.from(JsonObject.of("role", "toolResult", "toolCallId", "1")
                    .with("toolName", "read")
                    .with("content", List.of(Content.text("one line").toJson()))
                    .with("isError", false)
                    .with("timestamp", 1)));
            session.appendMessage("note", Body.of(Content.text("from a hook")), true, null);
            session.appendMessage("note", Body.of(Content.text("not to be shown")), false, null);
            session.rename("My <session>");
            var target = folder.resolve("out.html");
            Files.writeString(target, "before");
            SessionPage.write(session, target);

            assertThat(target)
                    .content()
                    .startsWith("<!doctype html>")
                    .endsWith("</html>\n")
                    .contains("<title>My &lt;session&gt;</title>")
                    .containsSubsequence("What is here?", "Let me look.", "read", "a.txt", "one line", "from a hook")
                    .doesNotContain("not to be shown", "before");
        }
    }

    @Test
    void nothing_that_was_said_does_anything() throws Exception {
        try (var session = SessionFolder.sessions(folder).begin(folder, null)) {
            var evil = "</pre><script>alert('x')</script><img src=\"http://example.com/a\">\u0007";
            session.append(Message.user(evil, 1));
            session.append(assistant(
                    Content.text(evil),
                    Content.ToolUse.of("1", evil, JsonObject.of(evil, evil)),
                    Content.image("aGk=\"><script>", "image/png"),
                    Content.image("aGk=", "image/svg+xml"),
                    Content.image("aGk=", "image/png")));
            session.rename("name " + evil);
            var page = SessionPage.of(session);
            assertThat(page)
                    .doesNotContain("<script", "<img src=\"http", "svg+xml;base64", "\u0007")
                    .contains("default-src 'none'", "src=\"data:image/png;base64,aGk=\"");
        }
    }

    @Test
    void a_session_in_which_nothing_was_said_makes_no_page() throws Exception {
        try (var session = SessionFolder.sessions(folder).begin(folder, null)) {
            var target = folder.resolve("out.html");
            assertThatThrownBy(() -> SessionPage.write(session, target)).hasMessageContaining("nothing to export yet");
            assertThat(target).doesNotExist();
            assertThat(SessionPage.fileName(session))
                    .startsWith("pawl-session-")
                    .endsWith(".html");
        }
    }
}

package dev.pawl.agent.request;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestAgent;
import dev.pawl.agent.TestTools;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockedImagesTest {
    /** One red dot. */
    private static final Content.Image DOT = Content.image(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4" + "z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
            "image/png");

    @TempDir
    Path dir;

    private TestAgent.Builder agent(boolean block) {
        return TestAgent.in(dir)
                .settings(JsonObject.of("images", JsonObject.of("blockImages", block)))
                .model(Turn.calls(call("look", text("now"))), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named(
                        "look",
                        (_, _) -> new ToolOutput(
                                List.of(Content.text("two of them:"), DOT, DOT, Content.text("that is all")),
                                null,
                                null,
                                null,
                                false,
                                false))));
    }

    private static Prompt picture() {
        return Prompt.of("What is this?").withImages(List.of(DOT));
    }

    @Test
    void a_note_is_sent_in_place_of_images_and_the_session_keeps_them() throws Exception {
        try (var it = agent(true).start()) {
            it.agent.prompt(picture());
            assertThat(it.request(1).toString()).doesNotContain("image_url");
            assertThat(it.sentMessages(1)).containsExactly("user: What is this?\n" + ModelGateway.NOTE);
            assertThat(it.request(2).toString()).doesNotContain("image_url").doesNotContain("base64");
            assertThat(it.sentMessages(2))
                    .last()
                    .asString()
                    .isEqualTo("tool: two of them:\n" + ModelGateway.NOTE + "\nthat is all");
            assertThat(((Message.User) it.storedMessages().getFirst()).content().blocks())
                    .hasAtLeastOneElementOfType(Content.Image.class);
            assertThat(((Message.ToolResult) it.storedMessages().get(2)).content())
                    .hasAtLeastOneElementOfType(Content.Image.class);
        }
    }

    @Test
    void images_are_sent_unless_they_are_blocked() throws Exception {
        try (var it = agent(false).start()) {
            it.agent.prompt(picture());
            assertThat(it.request(1).toString()).contains("image_url").doesNotContain(ModelGateway.NOTE);
        }
    }

    @Test
    void images_that_hooks_put_into_the_context_are_held_back_too() throws Exception {
        try (var it = agent(true)
                .hook(pi -> pi.on(
                        dev.pawl.api.HookPoints.CONTEXT,
                        (context, _) -> context.withMessages(
                                List.of(new Message.User(dev.pawl.api.message.Body.of(DOT), 1, JsonObject.empty())))))
                .start()) {
            it.prompt("Hi");
            assertThat(it.sentMessages(1)).containsExactly("user: " + ModelGateway.NOTE);
        }
    }
}

package dev.pawl.agent;

import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.RESOURCES_DISCOVER;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTest {
    private static final Content.Image DOT = new Content.Image(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            "image/png",
            JsonObject.empty());

    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    @Test
    void handlers_change_the_text_one_after_another_and_images_stay_if_no_handler_names_others() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Yes."))
                .hook(pi -> pi.on(INPUT, (input, _) -> input.transform(input.text() + "b")))
                .hook(pi -> pi.on(INPUT, (input, _) -> input.transform(input.text() + "c")))
                .start()) {
            it.agent.prompt(Prompt.of("a").withImages(List.of(DOT)));
            assertThat(it.storedMessages().getFirst().text()).isEqualTo("abc");
            assertThat(it.request(1).toString()).contains(DOT.data());
        }
    }

    @Test
    void a_handler_can_take_the_images_away() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Yes."))
                .hook(pi -> pi.on(INPUT, (input, _) -> input.transform(input.text(), List.of())))
                .start()) {
            it.agent.prompt(Prompt.of("a").withImages(List.of(DOT)));
            assertThat(it.request(1).toString()).doesNotContain(DOT.data());
        }
    }

    @Test
    void the_first_handler_to_deal_with_it_ends_it_and_no_run_starts() throws Exception {
        var accepted = new ArrayList<Disposition>();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(INPUT, (input, _) -> input.handled()))
                .hook(pi -> pi.on(INPUT, (input, _) -> {
                    recorded.add("second");
                    return input.proceed();
                }))
                .start()) {
            assertThat(it.agent.prompt(Prompt.of("ping"), accepted::add)).isEqualTo(Disposition.HANDLED);
            assertThat(accepted).containsExactly(Disposition.HANDLED);
            assertThat(recorded).isEmpty();
            assertThat(it.requests()).isZero();
            assertThat(it.happened()).isEmpty();
            assertThat(it.agent.session().file()).doesNotExist();
        }
    }

    @Test
    void a_bare_string_is_no_answer_it_is_reported_and_passed_over() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Yes."))
                .hook(pi -> pi.onNamed("input", (_, _) -> "something else"))
                .start()) {
            it.prompt("a");
            assertThat(it.sentMessages(1)).containsExactly("user: a");
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.event()).isEqualTo("input");
                assertThat(error.error()).contains("String");
            });
        }
    }

    @Test
    void a_handler_that_fails_is_passed_over() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Yes."))
                .hook(pi -> pi.on(INPUT, (_, _) -> {
                    throw new IllegalStateException("boom");
                }))
                .hook(pi -> pi.on(INPUT, (input, _) -> input.transform(input.text() + "!")))
                .start()) {
            it.prompt("a");
            assertThat(it.sentMessages(1)).containsExactly("user: a!");
            assertThat(it.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("boom"));
        }
    }

    @Test
    void it_says_where_the_text_comes_from_and_how_it_will_be_queued() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.text("One."),
                        Turn.text("Two."),
                        Turn.text("Three."),
                        Turn.calls(call("hold", JsonObject.empty())))
                .hook(hold.tool("hold"))
                .hook(pi -> {
                    pi.on(INPUT, (input, _) -> {
                        recorded.add(input.source() + " " + input.streamingBehavior() + " " + input.text());
                        return input.proceed();
                    });
                    pi.command("send", "Says something", ctx -> {
                        ctx.messages().sendUser("from a hook");
                        return Outcome.nothing();
                    });
                })
                .start()) {
            it.prompt("typed");
            it.agent.prompt(Prompt.of("remote").from(Input.Source.RPC).queuedAs(Delivery.As.STEER));
            it.prompt("/send");
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("turn left"), Delivery.As.STEER);
            it.agent.queue(Prompt.of("then stop").from(Input.Source.RPC), Delivery.As.FOLLOW_UP);
            hold.open();
            run.await();
            assertThat(recorded)
                    .containsExactly(
                            "INTERACTIVE null typed",
                            "RPC null remote",
                            "EXTENSION null from a hook",
                            "INTERACTIVE null work",
                            "INTERACTIVE STEER turn left",
                            "RPC FOLLOW_UP then stop");
        }
    }

    @Test
    void skills_and_templates_are_put_in_after_hooks_saw_what_was_typed() throws Exception {
        template("work/.pi/prompts/tmpl.md", "Do $1 twice.");
        skill("work/.pi/skills/paint/SKILL.md", "paint", "How to paint", "Use a brush.");
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> pi.on(INPUT, (input, _) -> {
                    recorded.add(input.text());
                    return input.text().equals("short") ? input.transform("/tmpl it") : input.proceed();
                }))
                .start()) {
            it.prompt("/tmpl x");
            it.prompt("/skill:paint the wall");
            it.prompt("short");
            assertThat(recorded).containsExactly("/tmpl x", "/skill:paint the wall", "short");
            assertThat(it.sentMessages(1)).last().isEqualTo("user: Do x twice.");
            assertThat(it.sentMessages(2))
                    .last()
                    .asString()
                    .contains("<skill name=\"paint\"", "Use a brush.", "</skill>\n\nthe wall")
                    .doesNotContain("description:");
            assertThat(it.sentMessages(3)).last().isEqualTo("user: Do it twice.");
        }
    }

    @Test
    void an_unknown_skill_stays_as_it_was_typed() throws Exception {
        try (var it = TestAgent.in(dir).model(Turn.text("What?")).start()) {
            it.prompt("/skill:nothing at all");
            assertThat(it.sentMessages(1)).containsExactly("user: /skill:nothing at all");
        }
    }

    @Test
    void hooks_messages_are_taken_word_for_word_unless_they_ask_to_be_expanded() throws Exception {
        template("work/.pi/prompts/tmpl.md", "Do $1 twice.");
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> {
                    pi.command("plain", "", ctx -> {
                        ctx.messages().sendUser("/tmpl x");
                        return Outcome.nothing();
                    });
                    pi.command("expanding", "", ctx -> {
                        ctx.messages().sendUser(Body.of("/tmpl x"), Delivery.DEFAULT.expanding());
                        return Outcome.nothing();
                    });
                })
                .start()) {
            it.prompt("/plain");
            it.prompt("/expanding");
            assertThat(it.storedMessages())
                    .filteredOn(Message.User.class::isInstance)
                    .extracting(Message::text)
                    .containsExactly("/tmpl x", "Do x twice.");
        }
    }

    @Test
    void hooks_contribute_skills_and_templates_when_a_session_starts() throws Exception {
        skill("elsewhere/skills/dance/SKILL.md", "dance", "How to dance", "One, two, three.");
        template("elsewhere/prompts/waltz.md", "Dance a waltz with $1.");
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(RESOURCES_DISCOVER, (event, _) -> event.withSkills(dir.resolve("elsewhere/skills"))))
                .hook(pi -> {
                    pi.on(RESOURCES_DISCOVER, (event, _) -> event.withPrompts(dir.resolve("elsewhere/prompts")));
                    pi.on(SESSION_START, (_, _) -> recorded.add("started"));
                })
                .start()) {
            assertThat(it.agent.context().tools().commands())
                    .extracting(command -> command.name())
                    .contains("waltz", "skill:dance");
            it.prompt("/waltz me");
            it.prompt("/skill:dance");
            assertThat(it.systemPrompt(1)).contains("<name>dance</name>");
            assertThat(it.sentMessages(1)).containsExactly("user: Dance a waltz with me.");
            assertThat(it.sentMessages(2)).last().asString().contains("One, two, three.");
        }
    }

    private void template(String file, String text) throws Exception {
        write(file, text);
    }

    private void skill(String file, String name, String description, String text) throws Exception {
        write(file, "---\nname: " + name + "\ndescription: " + description + "\n---\n" + text + "\n");
    }

    private void write(String file, String text) throws Exception {
        var path = dir.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}

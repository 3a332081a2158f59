package dev.pawl.agent.session;

import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.PendingPrompt;
import dev.pawl.agent.TestAgent;
import dev.pawl.agent.Waypoint;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.agent.setup.PromptListener;
import dev.pawl.api.Command;
import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.FakeUi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** A command that remembers with what it was called. */
    private Hook listening(String name, String as) {
        return pi -> pi.command(name, "Remembers", ctx -> {
            recorded.add(as + " [" + ctx.argsRaw() + "] " + ctx.args());
            return Outcome.nothing();
        });
    }

    @Test
    void everything_behind_the_first_space_is_the_arguments_and_input_hooks_are_not_asked() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(listening("cmd", "cmd"))
                .hook(pi -> pi.on(INPUT, (input, _) -> {
                    recorded.add("input");
                    return input.proceed();
                }))
                .start()) {
            assertThat(it.agent.prompt(Prompt.of("/cmd  x y"))).isEqualTo(Disposition.HANDLED);
            assertThat(it.agent.prompt(Prompt.of("/cmd"))).isEqualTo(Disposition.HANDLED);
            assertThat(it.agent.prompt(Prompt.of("/cmd "))).isEqualTo(Disposition.HANDLED);
            assertThat(recorded).containsExactly("cmd [ x y] [x, y]", "cmd [] []", "cmd [] []");
            assertThat(it.requests()).isZero();
        }
    }

    @Test
    void a_command_holds_up_no_other_while_its_dialog_is_open() throws Exception {
        var dialog = new Waypoint();
        var ui = new NoUi() {
            @Override
            public boolean confirm(String title, String message, DialogOptions options) throws InterruptedException {
                dialog.pass();
                return true;
            }
        };
        try (var it = TestAgent.in(dir)
                .ui(ui, Mode.RPC)
                .hook(pi -> pi.command("ask", "Asks", ctx -> {
                    recorded.add("said " + ctx.ui().confirm("Sure?", ""));
                    return Outcome.nothing();
                }))
                .start()) {
            var begun = new CountDownLatch(1);
            var asks = new FutureTask<>(() -> it.agent.prompt(Prompt.of("/ask"), new PromptListener() {
                @Override
                public void accepted(Disposition disposition) {}

                @Override
                public void begun() {
                    begun.countDown();
                }
            }));
            Thread.ofVirtual().start(asks);
            dialog.awaitReached();
            assertThat(begun.getCount()).isZero();
            dialog.open();
            assertThat(asks.get(Patience.SECONDS, SECONDS)).isEqualTo(Disposition.HANDLED);
            assertThat(recorded).containsExactly("said true");
        }
    }

    @Test
    void arguments_are_split_as_a_shell_would_and_quoted_nothing_is_kept() throws Exception {
        var split = new ArrayList<List<String>>();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.command("pop", "", ctx -> {
                    split.add(ctx.args());
                    recorded.add(ctx.argsRaw());
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/pop \"a b\" '' c");
            assertThat(split).containsExactly(List.of("a b", "", "c"));
            assertThat(recorded).containsExactly("\"a b\" '' c");
        }
    }

    @Test
    void a_name_that_several_hooks_chose_is_numbered_and_the_bare_name_runs_the_first() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(listening("cmd", "first"))
                .hook(listening("cmd", "second"))
                .hook(listening("other", "other"))
                .start()) {
            it.prompt("/cmd a");
            it.prompt("/cmd:1 b");
            it.prompt("/cmd:2 c");
            it.prompt("/other d");
            assertThat(recorded).containsExactly("first [a] [a]", "first [b] [b]", "second [c] [c]", "other [d] [d]");
            assertThat(it.agent.context().tools().commands())
                    .filteredOn(command -> command.kind() == CommandInfo.Kind.EXTENSION)
                    .extracting(CommandInfo::name)
                    .containsExactly("cmd:1", "cmd:2", "other");
        }
    }

    @Test
    void a_command_that_fails_is_reported_by_its_name_and_counts_as_dealt_with() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.command("bad", "", _ -> {
                    throw new IllegalStateException("boom");
                }))
                .start()) {
            assertThat(it.agent.prompt(Prompt.of("/bad x"))).isEqualTo(Disposition.HANDLED);
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.hookPath()).isEqualTo("command:bad");
                assertThat(error.event()).isEqualTo("command");
                assertThat(error.error()).isEqualTo("boom");
            });
            assertThat(it.requests()).isZero();
        }
    }

    @Test
    void a_text_that_calls_no_command_goes_to_the_model() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(listening("cmd", "cmd"))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("/unknown x");
            it.agent.prompt(Prompt.of("/cmd x").verbatim());
            assertThat(recorded).isEmpty();
            assertThat(it.sentMessages(2)).contains("user: /unknown x", "user: /cmd x");
        }
    }

    @Test
    void a_prompt_that_a_command_comes_to_is_sent_to_the_model_with_its_attachments() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> {
                    pi.command("ask", "", ctx -> Outcome.prompt("What about " + ctx.argsRaw() + "?"));
                    pi.command("show", "", _ -> Outcome.prompt("Look:", Content.text("a piece"), DOT));
                })
                .start()) {
            it.prompt("/ask it");
            it.prompt("/show");
            assertThat(it.sentMessages(1)).containsExactly("user: What about it?");
            assertThat(it.sentMessages(2)).last().asString().startsWith("user: Look:\na piece");
            assertThat(it.request(2).toString()).contains(DOT.data());
        }
    }

    private static final Content.Image DOT = new Content.Image(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            "image/png",
            JsonObject.empty());

    @Test
    void a_status_is_shown_and_nothing_is_sent() throws Exception {
        var ui = new FakeUi();
        try (var it = TestAgent.in(dir)
                .ui(ui, Mode.RPC)
                .hook(pi -> {
                    pi.command("status", "", _ -> Outcome.status("all well"));
                    pi.command("quiet", "", _ -> Outcome.nothing());
                })
                .start()) {
            it.prompt("/status");
            it.prompt("/quiet");
            assertThat(ui.shown()).containsExactly("notify info: all well");
            assertThat(it.requests()).isZero();
            assertThat(it.happened()).isEmpty();
        }
    }

    @Test
    void a_command_runs_at_once_while_the_model_works_and_its_prompt_steers() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("hold", JsonObject.empty())), Turn.text("Done."))
                .hook(hold.tool("hold"))
                .hook(pi -> pi.command("hurry", "", ctx -> {
                    recorded.add("idle " + ctx.session().isIdle());
                    return Outcome.prompt("Faster!");
                }))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.prompt(Prompt.of("/hurry"));
            assertThat(recorded).containsExactly("idle false");
            it.until(() -> it.agent.queued() == 1);
            hold.open();
            run.await();
            assertThat(it.sentMessages(2)).containsExactly("user: work", "assistant: ", "tool: held", "user: Faster!");
        }
    }

    @Test
    void a_command_cannot_be_queued() throws Exception {
        try (var it = TestAgent.in(dir).hook(listening("cmd", "cmd")).start()) {
            assertThatThrownBy(() -> it.agent.queue(Prompt.of("/cmd x"), Delivery.As.STEER))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("/cmd x");
            assertThatThrownBy(() -> it.agent.queue(Prompt.of("/cmd x"), Delivery.As.FOLLOW_UP))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(recorded).isEmpty();
        }
    }

    @Test
    void a_command_may_wait_for_the_run_that_it_starts() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Four."))
                .hook(pi -> pi.command("ask", "", ctx -> {
                    ctx.messages().sendUser("Two and two?");
                    ctx.waitForIdle();
                    return Outcome.status(ctx.messages().list().getLast().text());
                }))
                .ui(new FakeUi(), Mode.RPC)
                .start()) {
            it.agent.prompt(Prompt.of("/ask"));
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("Two and two?", "Four.");
        }
    }

    @Test
    void a_command_called_by_a_hooks_message_may_wait_until_the_agent_is_idle() throws Exception {
        var done = new Waypoint();
        done.open();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.command("outer", "", ctx -> {
                        ctx.messages().sendUser(Body.of("/inner now"), Delivery.DEFAULT.expanding());
                        return Outcome.nothing();
                    });
                    pi.command("inner", "", ctx -> {
                        ctx.waitForIdle();
                        recorded.add(ctx.argsRaw());
                        done.pass();
                        return Outcome.nothing();
                    });
                })
                .start()) {
            it.agent.prompt(Prompt.of("/outer"));
            done.awaitReached();
            assertThat(recorded).containsExactly("now");
        }
    }

    @Test
    void suggestions_for_arguments_come_from_the_command_and_one_that_fails_has_none() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.command(new Command(
                            "deploy",
                            "",
                            _ -> Outcome.nothing(),
                            prefix -> List.of(Command.Completion.of(prefix + "duction"))));
                    pi.command(new Command("broken", "", _ -> Outcome.nothing(), _ -> {
                        throw new IllegalStateException("boom");
                    }));
                    pi.command("plain", "", _ -> Outcome.nothing());
                })
                .start()) {
            assertThat(it.agent.completeCommand("deploy", "pro"))
                    .extracting(Command.Completion::value)
                    .containsExactly("production");
            assertThat(it.agent.completeCommand("broken", "pro")).isEmpty();
            assertThat(it.agent.completeCommand("plain", "pro")).isEmpty();
            assertThat(it.agent.completeCommand("unknown", "pro")).isEmpty();
        }
    }

    @Test
    void a_command_that_is_registered_later_can_be_called_at_once() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.command("teach", "", ctx -> {
                    pi.command("taught", "", _ -> Outcome.status("x"));
                    recorded.addAll(ctx.tools().commands().stream()
                            .map(CommandInfo::name)
                            .toList());
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/teach");
            assertThat(recorded).containsExactly("teach", "taught");
            assertThat(it.agent.prompt(Prompt.of("/taught"))).isEqualTo(Disposition.HANDLED);
        }
    }
}

package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.tool.CallLedger;
import dev.pawl.agent.tool.CallResult;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.session.ledger.Ledger;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session without a program has calls without results, and how it is used before they are found out. */
class InterruptedCallsTest {
    @TempDir
    Path dir;

    private Path session;
    private final AtomicInteger runs = new AtomicInteger();

    @BeforeEach
    void place() throws Exception {
        session = Files.createDirectory(dir.resolve("killed")).resolve("session.jsonl");
    }

    private Hook tools() {
        return pi -> {
            pi.tool(TestTools.named("act", (arguments, _) -> {
                runs.incrementAndGet();
                return ToolOutput.text("did " + arguments.string("text"));
            }));
            pi.tool(TestTools.named("look", (arguments, _) -> ToolOutput.text("saw " + arguments.string("text")))
                    .with(tool -> tool.annotations(new ToolTraits.Annotations(true, false, true, false))));
        };
    }

    /** Leaves the session as it is when a program is killed after the answer or, with {@code result}, the first result. */
    private void killedBehind(Turn answer, boolean result, boolean ledger) throws Exception {
        try (var it = TestAgent.in(dir.resolve("first"))
                .model(answer, Turn.text("Done."))
                .hook(tools())
                .tools("act", "look")
                .start()) {
            var file = Objects.requireNonNull(it.agent.session().file());
            it.agent.subscribe(event -> {
                if (event instanceof AgentEvent.MessageEnded(var message)
                        && (result
                                ? message instanceof Message.ToolResult
                                : message instanceof Message.Assistant said
                                        && !said.toolCalls().isEmpty())
                        && !Files.exists(session)) {
                    copy(file, ledger);
                }
            });
            it.prompt("Go");
        }
        runs.set(0);
    }

    private void copy(Path file, boolean ledger) {
        try {
            Files.copy(file, session);
            if (ledger) {
                Files.copy(
                        Ledger.folderOf(file).resolve("ledger"),
                        Files.createDirectory(Ledger.folderOf(session)).resolve("ledger"));
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private TestAgent next(Hook... more) throws Exception {
        var builder = TestAgent.in(dir.resolve("next"))
                .model(Script.of().endingWith(Turn.text("Done.")))
                .hook(tools())
                .tools("act", "look")
                .resume(session);
        for (var hook : more) {
            builder.hook(hook);
        }
        return builder.start();
    }

    private static List<String> results(TestAgent it) throws Exception {
        return it.storedMessages().stream()
                .filter(Message.ToolResult.class::isInstance)
                .map(Message::text)
                .toList();
    }

    private static Turn acts() {
        return Turn.calls(call("act", TestTools.text("one")), call("look", TestTools.text("two")));
    }

    @Test
    void calls_that_had_not_begun_are_reported_by_the_next_program() throws Exception {
        killedBehind(acts(), false, true);
        try (var it = next()) {
            assertThat(it.notices).singleElement().asString().contains("/recover");
            it.agent.recover();
            assertThat(results(it)).containsExactly("did one", "saw two");
        }
    }

    @Test
    void calls_of_another_program_are_not_made_again_and_nothing_is_claimed_about_them() throws Exception {
        killedBehind(acts(), false, false);
        try (var it = next()) {
            it.agent.recover();
            assertThat(results(it)).containsExactly(CallLedger.UNKNOWN, "saw two");
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void nor_are_they_when_a_message_follows() throws Exception {
        killedBehind(acts(), false, false);
        try (var it = next()) {
            it.prompt("And now?");
            assertThat(results(it)).containsExactly(CallLedger.UNKNOWN, "saw two");
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void calls_of_an_answer_that_was_cut_off_are_not_made() throws Exception {
        killedBehind(acts().stopReason("length"), false, true);
        try (var it = next()) {
            it.agent.recover();
            assertThat(results(it)).containsExactly(CallResult.CUT_OFF, CallResult.CUT_OFF);
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void what_the_user_ran_and_hooks_reported_meanwhile_does_not_hide_them() throws Exception {
        killedBehind(acts(), false, true);
        Hook reports =
                pi -> pi.on(HookPoints.SESSION_START, (_, ctx) -> ctx.messages().send(HookMessage.of("note", "Hello")));
        try (var it = next(reports)) {
            it.agent.bash("echo here", false);
            it.agent.recover();
            assertThat(results(it)).containsExactly("did one", "saw two");
            assertThat(it.sentMessages(1).subList(1, 4))
                    .satisfiesExactly(
                            asked -> assertThat(asked).startsWith("assistant"),
                            one -> assertThat(one).isEqualTo("tool: did one"),
                            two -> assertThat(two).isEqualTo("tool: saw two"));
            assertThat(it.sentMessages(1).toString()).contains("Hello", "echo here");
        }
    }

    @Test
    void calls_with_a_result_on_another_branch_are_not_said_to_be_interrupted() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(acts()).endingWith(Turn.text("Done.")))
                .hook(tools())
                .tools("act", "look")
                .start()) {
            it.prompt("Go");
            var asking = it.entries().stream()
                    .filter(entry -> entry instanceof Entry.MessageEntry message
                            && message.message() instanceof Message.Assistant answer
                            && !answer.toolCalls().isEmpty())
                    .findFirst()
                    .orElseThrow();
            it.agent.navigateTree(asking.id(), CommandContext.Navigation.plain());
            it.prompt("Again");
            assertThat(results(it)).isEmpty();
            assertThat(it.sentMessages(3)).contains("tool: No result provided");
            assertThat(runs).hasValue(1);
        }
    }
}

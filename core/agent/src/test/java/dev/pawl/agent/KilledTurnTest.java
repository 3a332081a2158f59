package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.tool.CallLedger;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Property;
import dev.pawl.session.ledger.Ledger;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program is killed in a turn with tool calls: its files are cut at every byte that it wrote, and another program goes on.
 * Every call has one result, and none has its effect twice.
 */
class KilledTurnTest {
    private static final String REASON = "not this one";

    private static final String UNKNOWN =
            "The program was ended while this call ran, and what came of it is not known: it may have done all of its"
                    + " work, a part of it, or nothing. Look at what is there before you make the call again.";

    @TempDir
    Path dir;

    private final List<State> states = new ArrayList<>();
    private int killed;

    /** What is on the disk at one moment: the session, its ledger (empty if there is none), and what tools did. */
    private record State(byte[] session, byte[] ledger, String effects) {
        @Override
        public String toString() {
            return "SESSION\n" + tail(session) + "\nLEDGER\n" + new String(ledger, UTF_8) + "\nEFFECTS\n" + effects;
        }

        private static String tail(byte[] session) {
            var text = new String(session, UTF_8);
            return text.substring(Math.max(0, text.indexOf("\"role\":\"user\"")));
        }
    }

    /** A tool that is neither read-only nor idempotent, and a gate that refuses one call of it. */
    private static Hook acting(Path effects, Runnable seen) {
        return pi -> {
            pi.tool(TestTools.named("act", (arguments, _) -> {
                seen.run();
                append(effects, arguments.string("text", "") + "\n");
                seen.run();
                return ToolOutput.text("did " + arguments.string("text"));
            }));
            pi.on(HookPoints.TOOL_CALL, (call, _) -> {
                seen.run();
                return call.arguments().string("text", "").equals("second") ? call.block(REASON) : call.allow();
            });
            pi.on(HookPoints.TOOL_AUTHORIZE, (call, _) -> {
                seen.run();
                return call.allow();
            });
            pi.on(HookPoints.TOOL_RESULT, (result, _) -> {
                seen.run();
                return result;
            });
            pi.on(HookPoints.MESSAGE_END, (message, _) -> {
                seen.run();
                return message;
            });
        };
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records what the disk has at every moment at which a hook or a listener looks. */
    @BeforeEach
    void record() throws Exception {
        var effects = dir.resolve("recorded");
        var file = new Path[1];
        Runnable look = () -> {
            var session = file[0];
            if (session != null) {
                look(session, effects);
            }
        };
        var calls = Turn.calls(
                call("act", TestTools.text("first")),
                call("act", TestTools.text("second")),
                call("act", TestTools.text("third")));
        try (var it = TestAgent.in(dir.resolve("recording"))
                .model(calls, Turn.text("Done."))
                .hook(acting(effects, look))
                .tools("act")
                .start()) {
            file[0] = Objects.requireNonNull(it.agent.session().file());
            it.agent.subscribe(_ -> look.run());
            it.prompt("Go");
        }
        assertThat(Files.readAllLines(effects)).containsExactlyInAnyOrder("first", "third");
    }

    private synchronized void look(Path session, Path effects) {
        try {
            var state = new State(
                    bytes(session),
                    bytes(Ledger.folderOf(session).resolve("ledger")),
                    new String(bytes(effects), UTF_8));
            if (states.isEmpty() || !states.getLast().toString().equals(state.toString())) {
                states.add(state);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    }

    /** Every state that a kill can leave from the answer on: each time one of the files is longer by a byte. */
    private List<State> killed() {
        var all = new ArrayList<State>();
        for (int i = 1; i < states.size(); i++) {
            var before = states.get(i - 1);
            var after = states.get(i);
            if (before.session().length == 0) {
                continue; // There is nothing to go on with.
            }
            // A result is in the ledger before it is in the session; the ledger is emptied when the session has all.
            for (int end = before.ledger().length; end < after.ledger().length; end++) {
                all.add(new State(before.session(), Arrays.copyOf(after.ledger(), end), before.effects()));
            }
            var ledger = after.ledger().length > before.ledger().length ? after.ledger() : before.ledger();
            for (int end = before.session().length; end < after.session().length; end++) {
                all.add(new State(Arrays.copyOf(after.session(), end), ledger, before.effects()));
            }
            all.add(after);
        }
        return all;
    }

    private static boolean isAtLineEnd(byte[] file) {
        return file.length == 0 || file[file.length - 1] == '\n';
    }

    private List<State> killedAtLineEnds() {
        var states = killed().stream()
                .filter(state -> isAtLineEnd(state.session()) && isAtLineEnd(state.ledger()))
                .toList();
        assertThat(states).hasSizeGreaterThan(15);
        return states;
    }

    @Test
    void after_a_kill_at_the_end_of_a_line_a_message_finds_every_call_answered_once() throws Exception {
        for (var state : killedAtLineEnds()) {
            goOn(state, false);
        }
    }

    @Test
    void after_a_kill_at_the_end_of_a_line_a_run_that_goes_on_makes_every_call_once() throws Exception {
        for (var state : killedAtLineEnds()) {
            goOn(state, true);
        }
    }

    @Test
    @Deep
    void after_a_kill_at_any_byte_every_call_has_one_result_and_one_effect_at_most() {
        var states = killed();
        Property.holds(300, draw -> goOn(draw.of(states), draw.bool()));
    }

    /** Goes on with what a kill left, by a message or by {@code recover}, and compares with what was promised. */
    private void goOn(State state, boolean recovers) throws Exception {
        var place = Files.createDirectory(dir.resolve("killed" + killed++));
        var session = place.resolve("session.jsonl");
        var effects = place.resolve("effects");
        Files.write(session, state.session());
        if (state.ledger().length > 0) {
            var folder = Files.createDirectory(Ledger.folderOf(session));
            Files.write(folder.resolve("ledger"), state.ledger());
        }
        append(effects, state.effects());
        try (var it = TestAgent.in(place)
                .model(Script.of().endingWith(Turn.text("Done.")))
                .hook(acting(effects, () -> {}))
                .tools("act")
                .resume(session)
                .start()) {
            var before = it.agent.messages();
            if (!recovers) {
                it.prompt("And now?");
            } else {
                it.agent.recover();
            }
            var expected = expected(state, before, recovers);
            assertThat(results(it.storedMessages())).as("%s", state).isEqualTo(expected);
            if (it.requests() > 0) {
                assertThat(it.sentMessages(it.requests()).stream().filter(sent -> sent.startsWith("tool:")))
                        .as("%s", state)
                        .hasSize(expected.size());
            }
            // Calls of one answer run beside each other.
            assertThat(Files.readAllLines(effects))
                    .as("%s", state)
                    .containsExactlyInAnyOrderElementsOf(effects(state, expected));
            assertThat(Ledger.folderOf(session)).doesNotExist();
        }
    }

    /** The texts of the results, in the order of the calls; a call without one, or with two, shows. */
    private static List<String> results(List<Message> messages) {
        var results = new ArrayList<String>();
        for (var message : messages) {
            if (message instanceof Message.Assistant answer) {
                for (var call : answer.toolCalls()) {
                    var of = messages.stream()
                            .filter(each -> each instanceof Message.ToolResult result
                                    && result.toolCallId().equals(call.id()))
                            .map(result -> ((Message.ToolResult) result).text())
                            .toList();
                    results.add(call.arguments().string("text") + ": " + String.join(" AND ", of));
                }
            }
        }
        return results;
    }

    /** What docs/recovery.md promises for each call of the answer that the session has. */
    private static List<String> expected(State state, List<Message> before, boolean recovers) {
        var steps = steps(state.ledger());
        var results = new ArrayList<String>();
        for (var message : before) {
            if (message instanceof Message.Assistant answer) {
                for (var call : answer.toolCalls()) {
                    var text = call.arguments().string("text", "");
                    boolean known = steps.contains(call.id() + " result")
                            || before.stream()
                                    .anyMatch(each -> each instanceof Message.ToolResult result
                                            && result.toolCallId().equals(call.id()));
                    boolean decided = steps.contains(call.id() + " decided");
                    if (text.equals("second")) {
                        results.add(text + ": " + (known || decided || recovers ? REASON : CallLedger.NOT_RUN));
                    } else if (known) {
                        results.add(text + ": did " + text);
                    } else if (steps.contains(call.id() + " begun")) {
                        results.add(text + ": " + UNKNOWN);
                    } else {
                        results.add(text + ": " + (recovers ? "did " + text : CallLedger.NOT_RUN));
                    }
                }
            }
        }
        return results;
    }

    /** The steps that were written to their end. */
    private static Set<String> steps(byte[] ledger) {
        var text = new String(ledger, UTF_8);
        var steps = new HashSet<String>();
        text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(JsonObject::parse)
                .forEach(line -> steps.add(line.string("call") + " " + line.string("step")));
        return steps;
    }

    /** What was done before the kill, and what was done for the first time behind it. */
    private static List<String> effects(State state, List<String> results) {
        var done = new ArrayList<>(state.effects().lines().toList());
        for (var result : results) {
            var text = result.substring(0, result.indexOf(':'));
            if (result.equals(text + ": did " + text) && !done.contains(text)) {
                done.add(text);
            }
        }
        return done;
    }
}

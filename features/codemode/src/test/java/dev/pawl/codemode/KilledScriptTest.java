package dev.pawl.codemode;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestAgent;
import dev.pawl.agent.TestTools;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolTraits.Annotations;
import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Property;
import dev.pawl.session.ledger.Ledger;
import dev.pawl.testkit.model.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program is killed while a script makes twenty calls: its files are cut at what it had written, and another program goes on.
 * No call that ended is made again, and the script comes to the same end.
 */
class KilledScriptTest {
    /** Calls in a row, side by side, with what was random, the time, and what a tool had read before it was changed. */
    private static final String CODE = """
        const act = (text) => tools.act({ text: String(text) }).catch((e) => e.message.slice(0, 24));
        const done = [await tools.look({ text: '' })];
        for (let i = 1; i <= 7; i++) done.push(await act('row' + i));
        const first = [];
        done.push(...await Promise.all([1, 2, 3, 4].map((i) => act('side' + i).then((end) => (first.push(i), end)))));
        for (const i of first) done.push(await act('after' + i));
        done.push(await act('random' + Math.random()), await act('time' + Date.now()));
        store('seen', (load('seen') ?? 0) + 1);
        done.push(await tools.look({ text: '' }), await act('last'));
        return done;
        """;

    private static final int CALLS = 20;
    private static final String UNKNOWN = "The program was ended wh";
    private static final Pattern CHANGING = Pattern.compile("(time|random)[\\d.e-]+");

    @TempDir
    Path dir;

    private final List<State> states = new ArrayList<>();
    private String undisturbed = "";
    private int killed;

    /** What is on the disk at one moment: the session, its ledger (empty if there is none), and what tools did. */
    private record State(byte[] session, byte[] ledger, String effects) {
        @Override
        public String toString() {
            return "LEDGER\n" + new String(ledger, UTF_8) + "\nEFFECTS\n" + effects;
        }
    }

    private static Hook tools(Path effects, Runnable seen) {
        return pi -> {
            pi.tool(TestTools.named("act", (arguments, _) -> {
                seen.run();
                append(effects, arguments.string("text", "") + "\n");
                seen.run();
                return ToolOutput.text("did " + arguments.string("text"));
            }));
            pi.tool(TestTools.named(
                            "look",
                            (_, _) -> ToolOutput.text("sees " + lines(effects).size()))
                    .with(tool -> tool.annotations(new Annotations(true, false, true, false))));
            pi.on(HookPoints.TOOL_CALL, (call, _) -> {
                seen.run();
                return call.allow();
            });
            pi.on(HookPoints.TOOL_RESULT, (result, _) -> {
                seen.run();
                return result;
            });
            pi.on(HookPoints.TOOL_EXECUTION_END, (_, _) -> seen.run());
        };
    }

    private static synchronized void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TestAgent.Builder agent(Path place, Path effects, Runnable seen) {
        return TestAgent.in(place)
                .hook(pi -> pi.tool(ScriptTest.tool(Limits.STANDARD, dir)))
                .hook(tools(effects, seen))
                .tools("codemode", "act", "look");
    }

    private static String output(TestAgent it) {
        var content = it.results().getFirst().content();
        return CHANGING.matcher(Content.text(content.subList(1, content.size())))
                .replaceAll("$1");
    }

    /** Records what the disk has at every moment at which a hook or a tool looks. */
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
        try (var it = agent(dir.resolve("recording"), effects, look)
                .model(Turn.calls(call("codemode", JsonObject.of("code", CODE)).withId("call_1")), Turn.text("Done."))
                .start()) {
            file[0] = Objects.requireNonNull(it.agent.session().file());
            it.prompt("Go");
            undisturbed = output(it);
        }
        assertThat(lines(effects)).hasSize(CALLS - 2);
        assertThat(undisturbed).contains("sees 0", "sees " + (CALLS - 3)).doesNotContain(UNKNOWN);
    }

    private synchronized void look(Path session, Path effects) {
        try {
            var state = new State(
                    bytes(session),
                    bytes(Ledger.folderOf(session).resolve("ledger")),
                    new String(bytes(effects), UTF_8));
            if (state.ledger().length > 0) {
                states.add(state);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    }

    /** What a kill can leave between two moments: each time the ledger is longer by a line. */
    private List<State> killed() {
        var all = new ArrayList<State>();
        for (int i = 1; i < states.size(); i++) {
            var before = states.get(i - 1);
            var after = states.get(i);
            for (int end = before.ledger().length; end < after.ledger().length; end++) {
                if (end == 0 || after.ledger()[end - 1] == '\n') {
                    all.add(new State(after.session(), Arrays.copyOf(after.ledger(), end), before.effects()));
                }
            }
            all.add(after);
        }
        return all;
    }

    @Test
    void a_script_that_was_killed_between_any_two_calls_goes_on_and_ends_the_same() throws Exception {
        var all = killed();
        assertThat(all).hasSizeGreaterThan(3 * CALLS);
        for (int i = 0; i < all.size(); i += 12) {
            goOn(all.get(i));
        }
    }

    @Test
    @Deep
    void a_script_that_was_killed_at_any_moment_repeats_no_call_that_ended() {
        var all = killed();
        Property.holds(all.size(), draw -> goOn(draw.of(all)));
    }

    private void goOn(State state) throws Exception {
        var place = Files.createDirectory(dir.resolve("killed" + killed++));
        var session = place.resolve("session.jsonl");
        var effects = place.resolve("effects");
        Files.write(session, state.session());
        var folder = Files.createDirectory(Ledger.folderOf(session));
        Files.write(folder.resolve("ledger"), state.ledger());
        append(effects, state.effects());
        try (var it = agent(place, effects, () -> {})
                .model(Script.of().endingWith(Turn.text("Done.")))
                .resume(session)
                .start()) {
            it.agent.recover();
            var done = lines(effects);
            assertThat(done).as("%s", state).doesNotHaveDuplicates();
            var results = it.results();
            assertThat(results).as("%s", state).hasSize(1);
            assertThat(output(it).replaceFirst(UNKNOWN, "")).as("%s", state).satisfies(output -> {
                for (var text : done) {
                    var masked = CHANGING.matcher(text).replaceAll("$1");
                    assertThat(output.contains("did " + masked) || output(it).contains(UNKNOWN))
                            .as("%s", masked)
                            .isTrue();
                }
            });
            if (!output(it).contains(UNKNOWN)) {
                assertThat(done).hasSize(CALLS - 2);
                assertThat(sorted(output(it))).isEqualTo(sorted(undisturbed));
            }
            assertThat(it.agent.session().branch().stream()
                            .filter(Store::isEntry)
                            .map(entry -> ((Entry.Custom) entry).data()))
                    .containsExactly(JsonObject.of("set", JsonObject.of("seen", 1), "delete", List.of()));
            assertThat(Ledger.folderOf(session)).doesNotExist();
        }
    }

    /** Calls side by side may end in another order if the kill was before the script had learned it. */
    private static List<String> sorted(String output) {
        return Arrays.stream(output.split(",")).sorted().toList();
    }
}

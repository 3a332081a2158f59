package dev.pawl.agent;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.api.value.ToolTraits.Exposure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolExposureTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static Tool exposed(Exposure exposure) {
        var name = exposure.name().toLowerCase(java.util.Locale.ROOT);
        return TestTools.echo(name).with(tool -> tool.exposure(exposure));
    }

    private static void all(Host pi) {
        for (var exposure : Exposure.values()) {
            pi.tool(exposed(exposure));
        }
    }

    private static List<String> declared(TestAgent it, int request) {
        return it.request(request).objects("tools").stream()
                .map(tool -> tool.object("function").string("name", ""))
                .toList();
    }

    private static String description(TestAgent it, int request, String name) {
        return it.request(request).objects("tools").stream()
                .map(tool -> tool.object("function"))
                .filter(tool -> name.equals(tool.string("name")))
                .map(tool -> tool.string("description", ""))
                .findFirst()
                .orElse("not declared");
    }

    private static String called(ToolContext ctx, String name) throws InterruptedException {
        var result = ctx.executeTool(name, text("x"));
        return name + ": " + Content.text(result.output().content());
    }

    @Test
    void direct_and_model_only_tools_are_declared_at_once_and_the_others_are_not() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.text("One."))
                .hook(ToolExposureTest::all)
                .start()) {
            it.prompt("Hi");
            assertThat(declared(it, 1)).containsExactly("read", "direct", "model_only");
            assertThat(it.agent.context().tools().active()).containsExactly("read", "direct", "model_only");
            assertThat(it.agent.context().tools().all())
                    .extracting(ToolInfo::name)
                    .contains("codemode", "deferred", "model_only", "grep")
                    .doesNotContain("hidden");
        }
    }

    @Test
    void a_direct_tool_that_does_not_want_to_is_not_active_at_first() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.tool(exposed(Exposure.DIRECT).with(tool -> tool.activeByDefault(false))))
                .start()) {
            it.prompt("Hi");
            it.agent.context().tools().setActive(List.of("direct", "read"));
            it.prompt("Hi");
            assertThat(declared(it, 1)).containsExactly("read");
            assertThat(declared(it, 2)).containsExactly("read", "direct");
        }
    }

    @Test
    void tools_call_what_is_direct_and_active_codemode_or_deferred_and_nothing_else() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.calls(call("caller", text("go"))), Turn.text("Done."))
                .hook(pi -> {
                    all(pi);
                    pi.tool(TestTools.echo("sleeping").with(tool -> tool.activeByDefault(false)));
                    pi.tool(TestTools.named("caller", (_, ctx) -> {
                        ctx.callableTools().forEach(tool -> recorded.add(tool.name()));
                        var said = new ArrayList<String>();
                        for (var name : List.of("direct", "codemode", "deferred", "model_only", "hidden", "sleeping")) {
                            said.add(called(ctx, name));
                        }
                        return ToolOutput.text(String.join("\n", said));
                    }));
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).isEqualTo("direct: direct says x"),
                            line -> assertThat(line).isEqualTo("codemode: codemode says x"),
                            line -> assertThat(line).isEqualTo("deferred: deferred says x"),
                            line -> assertThat(line).contains("cannot be called by other tools"),
                            line -> assertThat(line).startsWith("hidden: Tool hidden not found"),
                            line -> assertThat(line).contains("cannot be called by other tools"));
            assertThat(recorded).containsExactlyInAnyOrder("read", "direct", "codemode", "deferred", "caller");
        }
    }

    @Test
    void a_codemode_tool_that_is_activated_is_declared_and_the_model_may_call_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(
                        Turn.calls(call("codemode", text("a"))),
                        Turn.calls(call("codemode", text("b"))),
                        Turn.text("Done."))
                .hook(ToolExposureTest::all)
                .start()) {
            it.agent.context().tools().setActive(List.of("codemode"));
            it.prompt("Go");
            assertThat(declared(it, 1)).containsExactly("codemode");
            assertThat(it.results()).extracting(Message::text).startsWith("codemode says a");
        }
    }

    @Test
    void the_model_cannot_call_what_was_not_declared() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("codemode", text("a")), call("hidden", text("b"))), Turn.text("Done."))
                .hook(ToolExposureTest::all)
                .start()) {
            it.prompt("Go");
            assertThat(it.results())
                    .allSatisfy(result -> assertThat(result.text()).contains("not found"));
        }
    }

    @Test
    void unknown_names_are_ignored() throws Exception {
        try (var it = TestAgent.in(dir).hook(ToolExposureTest::all).start()) {
            var ctx = it.agent.context();
            ctx.tools().setActive(List.of("grep", "nobody", "bash", "hidden", "read", "grep"));
            assertThat(ctx.tools().active()).containsExactly("read", "bash", "grep");
        }
    }

    @Test
    void a_tool_is_taken_back_by_hiding_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("extra"));
                    pi.command("hide", "Takes the tool back", _ -> {
                        pi.tool(TestTools.echo("extra").with(tool -> tool.exposure(Exposure.HIDDEN)));
                        return Outcome.nothing();
                    });
                })
                .start()) {
            it.prompt("Hi");
            it.prompt("/hide");
            it.prompt("Hi");
            assertThat(declared(it, 1)).containsExactly("read", "extra");
            assertThat(declared(it, 2)).containsExactly("read");
        }
    }

    @Test
    void a_tool_registered_in_the_middle_of_a_run_is_declared_with_the_next_request() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.calls(call("learn", text("x"))), Turn.calls(call("learnt", text("y"))), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named("learn", (_, _) -> {
                    pi.tool(TestTools.echo("learnt"));
                    return ToolOutput.text("ok");
                })))
                .start()) {
            it.prompt("Go");
            assertThat(declared(it, 1)).containsExactly("read", "learn");
            assertThat(declared(it, 2)).containsExactly("read", "learn", "learnt");
            assertThat(it.results()).extracting(Message::text).containsExactly("ok", "learnt says y");
        }
    }

    // Taking a built-in tool's place

    @Test
    void a_tool_with_the_name_of_a_built_in_one_takes_its_place_but_not_its_words() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("bash", text("hi"))), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named("bash", (arguments, _) -> ToolOutput.text("no shell here"))))
                .start()) {
            it.prompt("Go");
            assertThat(it.results()).extracting(Message::text).containsExactly("no shell here");
            assertThat(description(it, 1, "bash")).isEqualTo("The tool bash");
            assertThat(it.systemPrompt(1)).contains("- read:").doesNotContain("- bash:");
            assertThat(it.notices).isEmpty();
        }
    }

    @Test
    void taking_the_place_of_a_tool_that_is_not_active_activates_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.text("One."))
                .hook(pi -> pi.tool(TestTools.echo("grep")))
                .start()) {
            it.prompt("Hi");
            assertThat(declared(it, 1)).containsExactly("read", "grep");
        }
    }

    @Test
    void of_two_hooks_with_a_tool_of_one_name_the_first_one_has_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("same", text("x"))), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named("same", (_, _) -> ToolOutput.text("first"))))
                .hook(pi -> pi.tool(TestTools.named("same", (_, _) -> ToolOutput.text("second"))))
                .start()) {
            it.prompt("Go");
            assertThat(it.results()).extracting(Message::text).containsExactly("first");
        }
    }

    @Test
    void after_a_reload_what_was_active_stays_so_and_what_hooks_bring_is_added() throws Exception {
        var generation = new AtomicReference<>("old");
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.tool(TestTools.echo("always"));
                    pi.tool(TestTools.echo("off"));
                    pi.tool(TestTools.echo(generation.getAndSet("new")));
                })
                .start()) {
            it.agent.context().tools().setActive(List.of("read", "grep", "always", "old"));
            it.agent.reload();
            assertThat(it.agent.context().tools().active()).containsExactly("read", "always", "grep", "off", "new");
        }
    }

    // Tools that describe themselves by what is beside them

    @Test
    void a_tool_may_describe_itself_and_others_by_what_is_declared_together_and_hide_some() throws Exception {
        ToolTraits.Loadout loadout = (declared, _) -> {
            recorded.add(String.join(" ", declared.stream().map(ToolInfo::name).toList()));
            var changes = new HashMap<String, @Nullable String>();
            changes.put("guide", "Knows " + declared.size() + " tools");
            changes.put("read", "Reads, as the guide says");
            changes.put("secret", null);
            changes.put("nobody", "Is not there");
            return changes;
        };
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.calls(call("secret", text("psst"))), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("guide").with(tool -> tool.loadout(loadout)));
                    pi.tool(TestTools.echo("secret"));
                })
                .start()) {
            it.prompt("Hi");
            assertThat(recorded.getFirst()).isEqualTo("read guide secret");
            assertThat(declared(it, 1)).containsExactly("read", "guide");
            assertThat(description(it, 1, "guide")).isEqualTo("Knows 3 tools");
            assertThat(description(it, 1, "read")).isEqualTo("Reads, as the guide says");
            // Hidden is the declaration; the tool is as active as before.
            assertThat(it.results()).extracting(Message::text).containsExactly("secret says psst");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // Hooks are compiled without it.
    void a_tool_that_fails_to_describe_itself_is_declared_as_it_is_and_reported() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("read")
                .model(Turn.text("One."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("broken")
                            .with(tool -> tool.loadout((_, _) -> {
                                throw new StackOverflowError();
                            })));
                    pi.tool(TestTools.echo("empty").with(tool -> tool.loadout((_, _) -> null)));
                    pi.tool(TestTools.echo("fine").with(tool -> tool.loadout((_, _) -> Map.of("fine", "Changed"))));
                })
                .start()) {
            it.prompt("Hi");
            assertThat(declared(it, 1)).containsExactly("read", "broken", "empty", "fine");
            assertThat(description(it, 1, "fine")).isEqualTo("Changed");
            assertThat(it.errors()).isNotEmpty().allSatisfy(error -> {
                assertThat(error.hookPath()).isEqualTo("hook1");
                assertThat(error.event()).isEqualTo("prepare_loadout");
            });
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("One.");
        }
    }
}

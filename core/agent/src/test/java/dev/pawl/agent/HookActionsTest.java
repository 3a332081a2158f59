package dev.pawl.agent;

import static dev.pawl.agent.DoCommand.doing;
import static dev.pawl.api.HookPoints.SESSION_INFO_CHANGED;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookActionsTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** A command {@code /do} that does one thing. */
    private TestAgent did(DoCommand.Work what) throws Exception {
        var it = TestAgent.in(dir).hook(doing(what)).model(Turn.text("One.")).start();
        it.prompt("Hi");
        it.prompt("/do");
        assertThat(it.errors()).isEmpty();
        return it;
    }

    @Test
    void a_session_gets_a_name_of_one_line_and_loses_it_again() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(SESSION_INFO_CHANGED, (event, _) -> recorded.add("name " + event.name())))
                .hook(pi -> pi.command("name", "", ctx -> {
                    ctx.session().rename(ctx.argsRaw().equals("none") ? " " : "  two\r\n\nlines ");
                    recorded.add("set " + ctx.session().name());
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/name");
            it.until(() -> recorded.size() == 2);
            it.prompt("/name none");
            it.until(() -> recorded.size() == 4);
            assertThat(recorded).contains("set two lines", "name two lines", "set null", "name null");
            assertThat(it.of(AgentEvent.NameChanged.class))
                    .containsExactly(new AgentEvent.NameChanged("two lines"), new AgentEvent.NameChanged(null));
        }
    }

    @Test
    void state_of_a_hook_is_kept_and_never_sent() throws Exception {
        try (var it = did(ctx -> ctx.session().append("mine", JsonObject.of("secret", 42)))) {
            assertThat(it.entries()).last().isInstanceOfSatisfying(Entry.Custom.class, entry -> {
                assertThat(entry.customType()).isEqualTo("mine");
                assertThat(entry.data()).isEqualTo(JsonObject.of("secret", 42));
            });
            assertThat(it.of(AgentEvent.EntryAppended.class)).hasSize(1);
            it.prompt("more");
            assertThat(it.request(2).toString()).doesNotContain("secret");
        }
    }

    @Test
    void an_entry_of_a_hooks_own_needs_a_type_that_is_not_the_programs() throws Exception {
        try (var it = did(ctx -> {
            assertThatThrownBy(() -> ctx.session().save(JsonObject.of("x", 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("entry must have a type");
            for (var type : List.of("message", "compaction", "custom", "label", "session", "model_change")) {
                assertThatThrownBy(() -> ctx.session().save(JsonObject.of("type", type)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(type);
            }
            recorded.add(ctx.session()
                    .save(JsonObject.of("type", "mine", "id", "forged"))
                    .id());
        })) {
            assertThat(recorded).hasSize(1).doesNotContain("forged");
            assertThat(it.entries()).last().isInstanceOf(Entry.Other.class);
        }
    }

    @Test
    void entries_are_named_for_the_user_and_only_those_there_are() throws Exception {
        try (var it = did(ctx -> {
            var leaf = Objects.requireNonNull(ctx.session().leafId());
            ctx.session().label(leaf, "good");
            recorded.add(String.valueOf(ctx.session().label(leaf)));
            ctx.session().label(leaf, "");
            recorded.add(String.valueOf(ctx.session().label(leaf)));
            assertThatThrownBy(() -> ctx.session().label("nowhere0", "x")).isInstanceOf(IllegalArgumentException.class);
        })) {
            assertThat(recorded).containsExactly("good", "null");
            assertThat(it.agent.messages()).hasSize(3);
        }
    }

    @Test
    void active_tools_keep_their_place_whatever_order_is_asked_for() throws Exception {
        var hidden = Tool.of("hidden", "", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text(""))
                .with(tool -> tool.exposure(ToolTraits.Exposure.HIDDEN));
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.tool(hidden))
                .hook(doing(ctx -> {
                    ctx.tools().setActive(List.of("ls", "write", "nonsense", "hidden", "read", "ls"));
                    recorded.addAll(ctx.tools().active());
                }))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("/do");
            assertThat(recorded).containsExactly("read", "write", "ls");
            it.prompt("Hi");
            assertThat(it.request(1).objects("tools"))
                    .extracting(tool -> tool.object("function").string("name"))
                    .containsExactly("read", "write", "ls");
            assertThat(it.agent.context().tools().all())
                    .extracting(ToolInfo::name)
                    .contains("bash", "grep")
                    .doesNotContain("hidden");
        }
    }

    @Test
    void commands_come_first_then_templates_then_skills() throws Exception {
        var project = Files.createDirectories(dir.resolve("work/.pi"));
        Files.createDirectories(project.resolve("prompts"));
        Files.writeString(project.resolve("prompts/greet.md"), "---\ndescription: Greets\n---\nHello.");
        Files.createDirectories(project.resolve("skills/paint"));
        Files.writeString(project.resolve("skills/paint/SKILL.md"), "---\ndescription: Paints\n---\nBrush.");
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.tools()
                        .commands()
                        .forEach(command ->
                                recorded.add(command.kind() + " " + command.name() + " " + command.description()))))
                .start()) {
            it.prompt("/do");
            assertThat(recorded).containsExactly("EXTENSION do ", "PROMPT greet Greets", "SKILL skill:paint Paints");
            assertThat(it.agent.context().tools().commands())
                    .extracting(CommandInfo::source)
                    .doesNotContainNull();
        }
    }

    @Test
    void settings_are_those_that_count() throws Exception {
        try (var it = TestAgent.in(dir)
                .settings(JsonObject.of("steeringMode", "all", "mine", JsonObject.of("x", 1)))
                .hook(doing(ctx -> recorded.add(ctx.project().settings().string("steeringMode") + " "
                        + ctx.project().settings().object("mine"))))
                .start()) {
            it.prompt("/do");
            assertThat(recorded).containsExactly("all {\"x\":1}");
        }
    }

    @Test
    void a_hook_can_ask_the_program_to_end() throws Exception {
        try (var it = did(ctx -> ctx.project().shutdown())) {
            assertThat(it.notices).containsExactly("shutdown");
        }
    }
}

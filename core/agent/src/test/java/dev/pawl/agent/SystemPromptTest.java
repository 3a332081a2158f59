package dev.pawl.agent;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemPromptTest {
    @TempDir
    Path dir;

    private void write(String file, String text) throws Exception {
        var path = dir.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void skill(String name, String more, String text) throws Exception {
        write(
                "work/.pi/skills/" + name + "/SKILL.md",
                "---\nname: " + name + "\ndescription: How to " + name + " <well>\n" + more + "---\n" + text + "\n");
    }

    private static Tool tool(String name, String... guidelines) {
        return Tool.of(name, "Does it", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text("done"))
                .with(traits -> traits.promptGuidelines(List.of(guidelines)));
    }

    private static List<Message.SystemPrompt> kept(TestAgent it) throws Exception {
        return it.entries().stream()
                .filter(entry ->
                        entry instanceof Entry.MessageEntry said && said.message() instanceof Message.SystemPrompt)
                .map(entry -> (Message.SystemPrompt) ((Entry.MessageEntry) entry).message())
                .toList();
    }

    /** The names of the sections of a prompt in their order. */
    private static List<String> sections(String prompt) {
        var names = new ArrayList<String>();
        for (var line : prompt.lines().toList()) {
            if (line.startsWith("<") && line.endsWith(">") && !line.startsWith("</") && !line.contains(" ")) {
                names.add(line.substring(1, line.length() - 1));
            }
        }
        return names;
    }

    @Test
    void its_sections_stand_in_their_order_behind_the_preamble() throws Exception {
        write("work/AGENTS.md", "Speak Latin.");
        write("work/.pi/APPEND_SYSTEM.md", "And be kind.");
        skill("paint", "", "Use a brush.");
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) ->
                                event.withOptions(event.systemPromptOptions().withSection("team", "We are three."))))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            var prompt = it.systemPrompt(1);
            assertThat(prompt).startsWith("You are ");
            assertThat(sections(prompt))
                    .containsExactly(
                            "tools",
                            "rules",
                            "docs",
                            "addendum",
                            "project_context",
                            "skills",
                            "available_skills",
                            "cwd",
                            "team");
            assertThat(prompt)
                    .contains("\n\n<addendum>\nAnd be kind.\n</addendum>\n\n")
                    .contains("<project_instructions path=\"" + dir.resolve("work/AGENTS.md") + "\">\nSpeak Latin.\n"
                            + "</project_instructions>")
                    .contains("<cwd>\n" + dir.resolve("work") + "\n</cwd>");
        }
    }

    @Test
    void a_prompt_of_the_projects_own_leaves_out_tools_rules_and_docs() throws Exception {
        write("work/.pi/SYSTEM.md", "You are a poet.");
        write("work/AGENTS.md", "Speak Latin.");
        try (var it = TestAgent.in(dir).model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1)).startsWith("You are a poet.\n\n<project_context>");
            assertThat(sections(it.systemPrompt(1))).containsExactly("project_context", "cwd");
            assertThat(it.request(1).objects("tools")).hasSize(4);
        }
    }

    @Test
    void tools_are_listed_by_their_snippets_and_those_without_one_are_not() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.tool(tool("plain"));
                    pi.tool(tool("told").with(traits -> traits.promptSnippet("Does it\n   twice")));
                })
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1))
                    .contains("- told: Does it twice\n", "- read: ")
                    .doesNotContain("- plain");
            assertThat(it.request(1).objects("tools")).hasSize(6);
        }
    }

    @Test
    void without_tools_the_list_says_so() throws Exception {
        try (var it = TestAgent.in(dir).tools().model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1)).contains("<tools>\n(none)");
        }
    }

    @Test
    void rules_come_from_tools_in_their_order_and_each_of_them_once() throws Exception {
        try (var it = TestAgent.in(dir)
                .tools("bash")
                .hook(pi -> {
                    pi.tool(tool("one", "  Mind the gap.", "Hurry slowly."));
                    pi.tool(tool("two", "Hurry slowly.", "", "Look twice."));
                    pi.on(
                            BEFORE_AGENT_START,
                            (event, _) -> event.withOptions(event.systemPromptOptions()
                                    .withGuideline("Mind the gap.")
                                    .withGuideline("Rest.")));
                })
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            var prompt = it.systemPrompt(1);
            var rules = prompt.substring(prompt.indexOf("<rules>"), prompt.indexOf("</rules>"))
                    .lines()
                    .skip(1)
                    .toList();
            assertThat(rules.getFirst()).contains("ls", "rg", "find");
            assertThat(rules).containsSubsequence("- Mind the gap.", "- Hurry slowly.", "- Look twice.", "- Rest.");
            assertThat(rules).doesNotHaveDuplicates().allMatch(rule -> rule.startsWith("- ") && rule.length() > 2);
            assertThat(rules.getLast()).contains("paths");
        }
    }

    @Test
    void the_shell_is_recommended_for_looking_around_only_where_no_tool_does_it() throws Exception {
        try (var it =
                TestAgent.in(dir).tools("bash", "grep").model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1)).doesNotContain("Look around with shell commands");
        }
    }

    @Test
    void skills_are_listed_for_the_model_unless_they_say_no_or_it_cannot_read_them() throws Exception {
        skill("paint", "", "Use a brush.");
        skill("hidden", "disable-model-invocation: true\n", "Shh.");
        try (var it = TestAgent.in(dir).tools("read").model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1))
                    .contains("<skill><name>paint</name><description>How to paint &lt;well&gt;</description><location>"
                            + dir.resolve("work/.pi/skills/paint/SKILL.md") + "</location></skill>")
                    .doesNotContain("hidden")
                    .doesNotContain("Use a brush.");
        }
        try (var it = TestAgent.in(dir).tools("write").model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1)).doesNotContain("<skills>");
        }
    }

    @Test
    void instructions_come_from_the_user_and_then_from_the_root_down() throws Exception {
        write("home/.pi/agent/AGENTS.md", "Mine.");
        write("AGENTS.md", "\uFEFFAbove.");
        write("work/CLAUDE.md", "Not read.");
        write("work/AGENTS.override.md", "Here.");
        try (var it = TestAgent.in(dir).model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1))
                    .containsSubsequence("Mine.", "\">\nAbove.", "Here.")
                    .doesNotContain("Not read.");
        }
    }

    @Test
    void the_first_run_keeps_all_of_it_and_later_ones_what_changed() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.command("tools", "", ctx -> {
                    ctx.tools().setActive(ctx.args());
                    return Outcome.nothing();
                }))
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .start()) {
            it.prompt("first").prompt("second");
            assertThat(kept(it)).singleElement().satisfies(prompt -> {
                assertThat(prompt.sections()).containsOnlyKeys("preamble", "tools", "rules", "docs", "cwd");
                assertThat(prompt.toolsAdded()).hasSize(4);
            });
            it.prompt("/tools read bash ls");
            it.prompt("third");
            assertThat(kept(it)).hasSize(2).last().satisfies(change -> {
                assertThat(change.sections()).containsOnlyKeys("tools", "rules");
                assertThat(change.toolsAdded())
                        .extracting(tool -> tool.string("name"))
                        .containsExactly("ls");
                assertThat(change.toolsRemoved()).containsExactlyInAnyOrder("edit", "write");
            });
            assertThat(it.systemPrompt(3)).contains("- ls:").doesNotContain("- edit:");
            assertThat(it.request(3).objects("tools")).hasSize(3);
        }
    }

    @Test
    void a_tool_that_comes_up_during_a_run_is_reported_before_the_next_request() throws Exception {
        var brought = new AtomicBoolean();
        write("work/a.txt", "content of a");
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, _) -> {
                    if (!brought.getAndSet(true)) {
                        pi.tool(tool("late"));
                    }
                    return event;
                }))
                .model(Turn.calls(call("read", JsonObject.of("path", "a.txt"))), Turn.text("Done."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.request(1).objects("tools")).hasSize(4);
            assertThat(it.request(2).objects("tools"))
                    .extracting(tool -> tool.object("function").string("name"))
                    .contains("late");
            assertThat(kept(it).getLast().toolsAdded())
                    .extracting(tool -> tool.string("name"))
                    .containsExactly("late");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Team", "my team", "1st", "", "a>b"})
    void a_section_needs_a_name_that_can_stand_in_a_prompt(String name) throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) ->
                                event.withOptions(event.systemPromptOptions().withSection(name, "text of it"))))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1)).doesNotContain("text of it");
            assertThat(it.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("\"" + name + "\""));
        }
    }

    @Test
    void nothing_in_it_depends_on_the_day() throws Exception {
        try (var it = TestAgent.in(dir).model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1))
                    .doesNotContain(LocalDate.now(ZoneOffset.UTC).toString())
                    .doesNotContainIgnoringCase("today");
        }
    }

    @Test
    void the_prompt_can_be_looked_at_in_parts_and_as_a_whole() throws Exception {
        var seen = new ArrayList<String>();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.command("look", "", ctx -> {
                    seen.add(String.join(
                            " ", ctx.systemPromptOptions().sections().keySet()));
                    seen.add(String.join(" ", ctx.systemPromptOptions().selectedTools()));
                    seen.add(ctx.messages().systemPrompt());
                    return Outcome.nothing();
                }))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("/look").prompt("Hi");
            assertThat(seen).startsWith("preamble tools rules docs cwd", "read bash edit write");
            assertThat(seen.getLast())
                    .isEqualTo(it.systemPrompt(1))
                    .isEqualTo(it.agent.context().messages().systemPrompt());
        }
    }
}

package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_REQUEST;
import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.PROJECT_TRUST;
import static dev.pawl.api.HookPoints.RESOURCES_DISCOVER;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_SWITCH;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.ProjectTrust;
import dev.pawl.api.event.ResourcesDiscover;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Delivery;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The short examples: each loads by itself, is in the table, and does what it describes. */
class MoreExamplesTest {
    private static final Path FOLDER = Path.of("more");

    @TempDir
    Path dir;

    static List<Path> examples() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private HookTrial trial(String name) throws InterruptedException {
        return HookTrial.inWithFiles(dir, FOLDER.resolve(name + ".java").toAbsolutePath());
    }

    private static String text(ToolOutput output) {
        return ((Content.Text) output.content().getFirst()).text();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_is_one_file_that_loads_by_itself_and_stands_in_the_table(Path example) throws Exception {
        try (var trial = HookTrial.ofFiles(example)) {
            assertThat(trial.problems()).isEmpty();
            assertThat(trial.engine().hooks()).hasSize(1);
        }
        assertThat(FOLDER.resolve("README.md")).content().contains("](" + example.getFileName() + ")");
    }

    @Test
    void every_row_of_the_table_has_a_file_that_is_there_or_a_reason() throws Exception {
        var rows = Files.readString(FOLDER.resolve("README.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
        assertThat(rows).hasSize(78).allSatisfy(row -> {
            var cells = row.split("\\|", -1);
            var file = Pattern.compile("\\]\\(([^)]+)\\)").matcher(cells[2]);
            if (file.find()) {
                assertThat(FOLDER.resolve(file.group(1))).exists();
            } else {
                assertThat(cells[3].strip()).isNotEmpty();
            }
        });
    }

    @Test
    void tools_answer() throws Exception {
        try (var trial = trial("hello")) {
            assertThat(text(trial.call("hello", "{\"name\": \"Ada\"}"))).isEqualTo("Hello, Ada!");
        }
        try (var trial = trial("structured-output")) {
            var output = trial.call("structured_output", "{\"headline\": \"Done\", \"actions\": [\"rest\"]}");
            assertThat(text(output)).isEqualTo("Done");
            assertThat(output.terminate()).isTrue();
        }
        try (var trial = trial("truncated-tool")) {
            assertThat(text(trial.call("count", "{\"to\": 3}"))).isEqualTo("1\n2\n3");
            assertThat(text(trial.call("count", "{\"to\": 200}"))).contains("[cut after 50 of 200 lines;");
        }
        try (var trial = trial("dynamic-tools")) {
            assertThat(trial.run("add-tool", "greet good day")).isEqualTo(Outcome.status("Added the tool greet"));
            assertThat(text(trial.call("greet", "{}"))).isEqualTo("good day");
        }
        try (var trial = trial("shutdown-command")) {
            assertThat(trial.call("finish_and_exit", "{}").terminate()).isTrue();
            trial.run("leave", "");
            assertThat(trial.context().done()).contains("shutdown");
        }
    }

    @Test
    void a_tool_that_is_wrapped_refuses_secrets_and_reads_the_rest() throws Exception {
        var project = Files.createDirectories(dir.resolve("project"));
        Files.writeString(project.resolve("a.txt"), "hello");
        Files.writeString(project.resolve(".env"), "KEY=1");
        try (var it = ExampleAgent.with(dir, "more/tool-override.java")
                .model(
                        Turn.calls(call(
                                "read",
                                JsonObject.of("path", project.resolve(".env").toString()))),
                        Turn.calls(call(
                                "read",
                                JsonObject.of("path", project.resolve("a.txt").toString()))),
                        Turn.text("Read."))
                .start()) {
            it.submit("Read both");

            assertThat(it.lastAsked(2))
                    .contains("holds secrets and is not read")
                    .doesNotContain("KEY=1");
            assertThat(it.lastAsked(3)).contains("hello");
        }
    }

    @Test
    void commands_act_on_the_session() throws Exception {
        try (var trial = trial("session-name")) {
            assertThat(trial.run("session-name", "")).isEqualTo(Outcome.status("The session has no name"));
            assertThat(trial.run("session-name", "cleaning")).isEqualTo(Outcome.status("Session: cleaning"));
        }
        try (var trial = trial("bookmark")) {
            assertThat(trial.run("bookmark", "here")).isEqualTo(Outcome.status("There is no entry yet"));
            trial.session().user("one");
            assertThat(trial.run("bookmark", "here")).isEqualTo(Outcome.status("Labelled here"));
        }
        try (var trial = trial("entry-renderer")) {
            trial.run("note", "remember");
            assertThat(trial.session().entries().toString()).contains("remember");
        }
        try (var trial = trial("tools")) {
            assertThat(trial.run("tool", "nonsense")).isEqualTo(Outcome.status("There is no tool \"nonsense\""));
            var was = trial.context().tools().active().contains("grep");
            assertThat(trial.run("tool", "grep")).isEqualTo(Outcome.status(was ? "grep is off" : "grep is on"));
            assertThat(trial.context().tools().active().contains("grep")).isNotEqualTo(was);
        }
        try (var trial = trial("timed-confirm")) {
            trial.ui().answer(true).answer(false);
            assertThat(trial.run("timed", "")).isEqualTo(Outcome.status("Yes"));
            assertThat(trial.run("timed", "")).isEqualTo(Outcome.status("No"));
        }
        try (var trial = trial("commands")) {
            assertThat(trial.run("commands", "zzz")).isEqualTo(Outcome.status("No command contains \"zzz\""));
        }
        for (var sends : List.of("message-renderer mark", "send-user-message ask", "reload-runtime reload-runtime")) {
            var words = sends.split(" ", 2);
            try (var trial = trial(words[0])) {
                trial.run(words[1], "hello");
                assertThat(trial.context().done()).as(sends).isNotEmpty();
            }
        }
    }

    @Test
    void gates_and_chains_change_what_they_say() throws Exception {
        try (var trial = trial("inline-bash")) {
            var passed = (Decision.Pass<Input, Input.Handled>) trial.fire(INPUT, Input.of("it is !{echo noon} now"));
            assertThat(passed.event().text()).isEqualTo("it is noon now");
        }
        try (var trial = trial("input-transform-streaming")) {
            var working = Input.of("go on", List.of(), Input.Source.INTERACTIVE, Delivery.As.STEER);
            assertThat(trial.fire(INPUT, working)).isEqualTo(Decision.pass(working));
        }
        try (var trial = trial("confirm-destructive")) {
            trial.session().user("one");
            trial.ui().answer(false).answer(true);
            var change = new SessionBeforeSwitch(SessionBeforeSwitch.Reason.NEW, null);
            assertThat(trial.fire(SESSION_BEFORE_SWITCH, change)).isInstanceOf(Decision.Stop.class);
            assertThat(trial.fire(SESSION_BEFORE_SWITCH, change)).isInstanceOf(Decision.Pass.class);
        }
        try (var trial = trial("project-trust")) {
            var project = new ProjectTrust(dir.resolve("work"));
            assertThat(trial.fire(PROJECT_TRUST, project)).isInstanceOf(Decision.Pass.class);
            trial.flag("trust-below", dir.toString());
            assertThat(trial.fire(PROJECT_TRUST, project)).isInstanceOf(Decision.Stop.class);
        }
        try (var trial = trial("prompt-customizer")) {
            assertThat(trial.fire(BEFORE_AGENT_START, BeforeAgentStart.of("hi", "Be kind."))
                            .systemPrompt())
                    .contains("before you read files");
        }
        try (var trial = trial("dynamic-resources")) {
            trial.flag("resources", "mine");
            var found = trial.fire(RESOURCES_DISCOVER, ResourcesDiscover.of(dir, ResourcesDiscover.Reason.STARTUP));
            assertThat(found.promptPaths()).containsExactly(dir.resolve("mine/prompts"));
        }
        try (var trial = trial("provider-payload")) {
            trial.fire(BEFORE_PROVIDER_REQUEST, new BeforeProviderRequest(JsonObject.of("model", "m")));
            assertThat(trial.ui().statuses().get("payload")).endsWith("characters: model");
        }
    }

    @Test
    void the_screen_shows_what_they_put_there() throws Exception {
        var start = new SessionStart(SessionStart.Reason.STARTUP, null);
        try (var trial = trial("widget-placement")) {
            trial.fire(SESSION_START, start);
            assertThat(trial.ui().widgets()).containsKeys("above", "below");
        }
        try (var trial = trial("custom-header")) {
            trial.fire(SESSION_START, start);
            assertThat(trial.ui().header()).isNotEmpty();
        }
        try (var trial = trial("system-prompt-header")) {
            trial.fire(AGENT_START, new AgentStart());
            assertThat(trial.ui().widgets().get("system-prompt").getFirst()).startsWith("system prompt: ");
        }
        try (var trial = trial("event-bus")) {
            trial.fire(SESSION_START, start);
            trial.run("announce", "lunch");
            assertThat(trial.ui().shown().toString()).contains("From another hook: lunch");
        }
    }
}

package dev.pawl.agent;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.MODEL_SELECT;
import static dev.pawl.api.HookPoints.THINKING_LEVEL_SELECT;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext.NewSession;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelChangeTest {
    private static final JsonObject PLAIN = JsonObject.of("id", "plain-1", "reasoning", false);
    private static final JsonObject OTHER = JsonObject.of("id", "other-1", "reasoning", true);

    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder agent() {
        return TestAgent.in(dir).anotherModel(PLAIN).anotherModel(OTHER).hook(pi -> {
            pi.on(MODEL_SELECT, (event, _) -> recorded.add(describe(event)));
            pi.on(THINKING_LEVEL_SELECT, (event, _) -> recorded.add(event.previousLevel() + "→" + event.level()));
        });
    }

    private static String describe(ModelSelect event) {
        var before = event.previousModel();
        return event.source() + " " + (before == null ? null : before.id()) + "→"
                + event.model().id();
    }

    private static Model model(TestAgent it, String id) {
        return Objects.requireNonNull(it.agent.context().models().find("scripted", id));
    }

    private static List<String> changes(TestAgent it) {
        return it.agent.session().branch().stream()
                .filter(entry -> entry instanceof Entry.ModelChange || entry instanceof Entry.ThinkingLevelChange)
                .map(entry -> entry instanceof Entry.ModelChange change
                        ? change.modelId()
                        : ((Entry.ThinkingLevelChange) entry).thinkingLevel().wire())
                .toList();
    }

    @Test
    void another_model_is_used_kept_and_reported() throws Exception {
        try (var it = agent().model(Turn.text("One."), Turn.text("Two.")).start()) {
            it.prompt("first");
            assertThat(it.agent.setModel(model(it, "other-1"))).isTrue();
            it.prompt("second");
            assertThat(it.request(1).string("model")).isEqualTo("scripted-1");
            assertThat(it.request(2).string("model")).isEqualTo("other-1");
            assertThat(changes(it)).containsExactly("scripted-1", "off", "other-1");
            assertThat(recorded).containsExactly("SET scripted-1→other-1");
        }
    }

    @Test
    void the_same_model_once_more_is_no_change() throws Exception {
        try (var it = agent().start()) {
            assertThat(it.agent.setModel(model(it, "scripted-1"))).isTrue();
            it.agent.setThinkingLevel(ThinkingLevel.OFF);
            assertThat(recorded).isEmpty();
            assertThat(changes(it)).containsExactly("scripted-1", "off");
        }
    }

    @Test
    void a_model_without_a_key_is_refused() throws Exception {
        try (var it = agent().start()) {
            var known = model(it, "other-1");
            var keyless = new Model(
                    "nobody",
                    "x",
                    "x",
                    known.api(),
                    known.baseUrl(),
                    false,
                    List.of(),
                    known.input(),
                    known.cost(),
                    1000,
                    100,
                    JsonObject.empty());
            assertThat(it.agent.setModel(keyless)).isFalse();
            assertThat(it.agent.model()).isEqualTo(model(it, "scripted-1"));
            assertThat(recorded).isEmpty();
        }
    }

    @Test
    void a_level_is_kept_and_reported_when_it_changes_and_only_then() throws Exception {
        try (var it = agent().start()) {
            it.agent.setThinkingLevel(ThinkingLevel.HIGH);
            it.agent.setThinkingLevel(ThinkingLevel.HIGH);
            it.until(() -> !recorded.isEmpty());
            assertThat(recorded).containsExactly("OFF→HIGH");
            assertThat(changes(it)).containsExactly("scripted-1", "off", "high");
            assertThat(it.of(AgentEvent.ThinkingLevelChanged.class)).hasSize(1);
        }
    }

    @Test
    void a_level_that_the_model_does_not_have_becomes_the_nearest() throws Exception {
        try (var it = agent().start()) {
            it.agent.setThinkingLevel(ThinkingLevel.XHIGH);
            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.HIGH);
        }
    }

    @Test
    void a_model_that_cannot_think_changes_the_level_too() throws Exception {
        try (var it = agent().start()) {
            it.agent.setThinkingLevel(ThinkingLevel.HIGH);
            it.until(() -> !recorded.isEmpty());
            recorded.clear();
            it.agent.setModel(model(it, "plain-1"));
            it.until(() -> recorded.size() == 2);
            assertThat(recorded).containsExactlyInAnyOrder("HIGH→OFF", "SET scripted-1→plain-1");
            assertThat(changes(it)).containsExactly("scripted-1", "off", "high", "plain-1", "off");
            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.OFF);
        }
    }

    @Test
    void the_settings_say_how_long_a_model_thinks_that_is_switched_to() throws Exception {
        try (var it = agent().settings(JsonObject.of(
                        "modelThinkingLevels",
                        JsonObject.of("scripted/other-1", "low"),
                        "defaultThinkingLevel",
                        "high"))
                .start()) {
            it.agent.setModel(model(it, "other-1"));
            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.LOW);
            it.agent.setModel(model(it, "scripted-1"));
            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.HIGH);
        }
    }

    @Test
    void without_a_short_list_all_models_that_can_be_asked_are_gone_through() throws Exception {
        try (var it = agent().start()) {
            var ids = new ArrayList<String>();
            for (int i = 0; i < 4; i++) {
                ids.add(Objects.requireNonNull(it.agent.cycleModel(1)).id());
            }
            assertThat(ids).containsExactly("plain-1", "other-1", "scripted-1", "plain-1");
        }
    }

    @Test
    void models_are_gone_through_in_a_circle() throws Exception {
        try (var it = agent().shortList("scripted-1", "plain-1", "other-1").start()) {
            var ids = new ArrayList<String>();
            for (int i = 0; i < 3; i++) {
                ids.add(Objects.requireNonNull(it.agent.cycleModel(1)).id());
            }
            assertThat(ids).containsExactly("plain-1", "other-1", "scripted-1");
            assertThat(Objects.requireNonNull(it.agent.cycleModel(-1)).id()).isEqualTo("other-1");
            assertThat(recorded)
                    .containsExactly(
                            "CYCLE scripted-1→plain-1",
                            "CYCLE plain-1→other-1",
                            "CYCLE other-1→scripted-1",
                            "CYCLE scripted-1→other-1");
        }
    }

    @Test
    void only_models_of_the_short_list_are_gone_through_if_there_is_one() throws Exception {
        try (var it = agent().shortList("scripted-1", "other-1").start()) {
            assertThat(Objects.requireNonNull(it.agent.cycleModel(1)).id()).isEqualTo("other-1");
            assertThat(Objects.requireNonNull(it.agent.cycleModel(1)).id()).isEqualTo("scripted-1");
        }
        try (var it = agent().shortList("scripted-1").start()) {
            assertThat(it.agent.cycleModel(1)).isNull();
        }
    }

    @Test
    void levels_are_gone_through_in_a_circle_too() throws Exception {
        try (var it = agent().start()) {
            var levels = new ArrayList<ThinkingLevel>();
            for (int i = 0; i < 5; i++) {
                levels.add(it.agent.cycleThinkingLevel());
            }
            assertThat(levels)
                    .containsExactly(
                            ThinkingLevel.MINIMAL,
                            ThinkingLevel.LOW,
                            ThinkingLevel.MEDIUM,
                            ThinkingLevel.HIGH,
                            ThinkingLevel.OFF);
            it.agent.setModel(model(it, "plain-1"));
            assertThat(it.agent.cycleThinkingLevel()).isNull();
        }
    }

    @Test
    void a_hook_sees_the_model_it_just_set_and_the_request_goes_to_it() throws Exception {
        try (var it = agent().hook(pi -> pi.on(BEFORE_AGENT_START, (event, ctx) -> {
                    ctx.models().select(Objects.requireNonNull(ctx.models().find("scripted", "other-1")));
                    ctx.models().setThinkingLevel(ThinkingLevel.LOW);
                    recorded.add(Objects.requireNonNull(ctx.models().current()).id() + " "
                            + ctx.models().thinkingLevel());
                    return event;
                }))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).contains("other-1 LOW");
            assertThat(it.request(1).string("model")).isEqualTo("other-1");
        }
    }

    @Test
    void a_session_that_is_opened_again_has_the_model_and_level_it_was_left_with() throws Exception {
        try (var it = agent().model(Turn.text("One."), Turn.text("Two.")).start()) {
            it.agent.setModel(model(it, "other-1"));
            it.agent.setThinkingLevel(ThinkingLevel.LOW);
            it.prompt("first");
            var file = Objects.requireNonNull(it.agent.session().file());
            it.agent.newSession(NewSession.plain());
            assertThat(it.agent.model()).isEqualTo(model(it, "scripted-1"));
            it.until(() -> recorded.size() == 2);
            recorded.clear();
            it.agent.switchSession(file);
            assertThat(it.agent.model()).isEqualTo(model(it, "other-1"));
            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.LOW);
            assertThat(recorded).isEmpty();
            it.prompt("second");
            assertThat(it.request(2).string("model")).isEqualTo("other-1");
            assertThat(changes(it)).containsExactly("scripted-1", "off", "other-1", "low");
        }
    }

    @Test
    void a_session_without_a_message_is_given_the_model_and_level_it_is_opened_with() throws Exception {
        try (var it = agent().start()) {
            var file = dir.resolve("empty.jsonl");
            Files.writeString(
                    file,
                    JsonObject.of("type", "session", "version", 3)
                                    .with("id", "01a")
                                    .with("timestamp", "2026-01-01T00:00:00.000Z")
                                    .with("cwd", dir.resolve("work").toString())
                            + "\n"
                            + JsonObject.of("type", "custom", "id", "a1")
                                    .with("parentId", null)
                                    .with("timestamp", "2026-01-01T00:00:00.000Z")
                                    .with("customType", "mark")
                            + "\n");
            it.agent.switchSession(file);
            assertThat(changes(it)).containsExactly("scripted-1", "off");
            it.agent.reload();
            assertThat(changes(it)).containsExactly("scripted-1", "off");
        }
    }

    @Test
    void the_later_of_a_choice_and_an_answer_determines_the_model_and_without_a_word_the_usual_level_holds()
            throws Exception {
        try (var it = agent().start()) {
            Path answered;
            try (var session = it.sessions.begin(dir.resolve("work"), null)) {
                session.changeModel("scripted", "plain-1");
                session.append(Message.user("Hi", 1));
                session.append(new Message.Assistant(
                        List.of(),
                        TestAgent.API,
                        "scripted",
                        "other-1",
                        Usage.NONE,
                        StopReason.STOP,
                        null,
                        2,
                        JsonObject.empty()));
                answered = Objects.requireNonNull(session.file());
            }
            it.agent.switchSession(answered);
            assertThat(Objects.requireNonNull(it.agent.model()).id()).isEqualTo("other-1");
            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.MEDIUM);
            it.agent.setModel(model(it, "plain-1"));
            it.agent.newSession(NewSession.plain());
            it.agent.switchSession(answered);
            assertThat(Objects.requireNonNull(it.agent.model()).id()).isEqualTo("plain-1");
        }
    }

    @Test
    void hooks_can_change_both_in_a_command() throws Exception {
        try (var it = agent().hook(pi -> pi.command("switch", "", ctx -> {
                    ctx.models().select(Objects.requireNonNull(ctx.models().find("scripted", "other-1")));
                    ctx.models().setThinkingLevel(ThinkingLevel.MEDIUM);
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/switch");
            assertThat(changes(it)).containsExactly("scripted-1", "off", "other-1", "medium");
        }
    }
}

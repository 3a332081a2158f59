package dev.pawl.agent;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext.Navigation;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Going back with a summary, made by a hook from entries of its own. */
class StackingTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** {@code /pop n words}: everything from the entry at place n on becomes the words. */
    private final Hook popping = pi -> {
        pi.entry("stack_pop", Pop.class);
        pi.on(CONTEXT, (event, _) -> popped(event));
        pi.command("pop", "", ctx -> {
            var entry = ctx.session()
                    .save(new Pop(
                            Integer.parseInt(ctx.args().getFirst()),
                            String.join(" ", ctx.args().subList(1, ctx.args().size()))));
            ctx.session().rebuildContext();
            recorded.add(entry.type() + " "
                    + ctx.messages().list().stream()
                            .filter(message -> !(message instanceof Message.SystemPrompt))
                            .map(Message::text)
                            .toList());
            return Outcome.nothing();
        });
    };

    record Pop(int backToIndex, String summary) {}

    private static ModelContext popped(ModelContext event) {
        var shown = new ArrayList<ContextMessage>(event.contextMessages());
        boolean changed = false;
        for (int i = 0; i < event.entries().size(); i++) {
            if (event.entries().get(i) instanceof Entry.Other other
                    && other.type().equals("stack_pop")) {
                int from = other.fields().integer("backToIndex", 0);
                int to = i;
                shown.removeIf(message ->
                        message.entryIndex() != null && message.entryIndex() >= from && message.entryIndex() < to);
                int at = 0;
                while (at < shown.size()
                        && Objects.requireNonNullElse(shown.get(at).entryIndex(), 0) < from) {
                    at++;
                }
                shown.add(
                        at,
                        new ContextMessage(
                                Message.user("[Summary]\n\n" + other.fields().string("summary"), 0), null));
                changed = true;
            }
        }
        return changed ? event.withContextMessages(shown) : event;
    }

    private static int placeOf(TestAgent it, String text) {
        var entries = it.agent.session().indexed();
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Entry.MessageEntry said
                    && said.message().text().equals(text)) {
                return i;
            }
        }
        throw new AssertionError("nobody said " + text);
    }

    private TestAgent.Builder talking() {
        return TestAgent.in(dir).model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."), Turn.text("Four."));
    }

    @Test
    void after_the_entry_is_kept_and_the_context_built_anew_the_next_request_is_as_the_hook_wants_it()
            throws Exception {
        try (var it = talking().hook(popping).start()) {
            it.prompt("first").prompt("second").prompt("third");
            int back = placeOf(it, "second");
            it.prompt("/pop " + back + " tried two things");
            assertThat(recorded).containsExactly("stack_pop [first, One., [Summary]\n\ntried two things]");
            it.prompt("now");
            assertThat(it.sentMessages(4))
                    .containsExactly(
                            "user: first", "assistant: One.", "user: [Summary]\n\ntried two things", "user: now");
            assertThat(it.storedMessages()).extracting(Message::text).contains("second", "Two.", "third", "Three.");
            var line = Files.readAllLines(
                            Objects.requireNonNull(it.agent.session().file()))
                    .stream()
                    .filter(text -> text.contains("stack_pop"))
                    .map(JsonObject::parse)
                    .findFirst()
                    .orElseThrow();
            assertThat(line.string("type")).isEqualTo("stack_pop");
            assertThat(line.integer("backToIndex", -1)).isEqualTo(back);
            assertThat(line.string("id")).isNotEmpty();
            assertThat(line.string("parentId")).isNotEmpty();
            assertThat(line.string("timestamp")).endsWith("Z");
            assertThat(it.of(AgentEvent.EntryAppended.class)).hasSize(1);
        }
    }

    @Test
    void what_was_popped_on_one_branch_is_there_on_another() throws Exception {
        try (var it = talking().hook(popping).start()) {
            it.prompt("first").prompt("second");
            var answer = Objects.requireNonNull(it.agent.session().leafId());
            it.prompt("/pop " + placeOf(it, "second") + " forget it");
            it.prompt("third");
            assertThat(it.sentMessages(3)).hasSize(4).doesNotContain("user: second");
            it.agent.navigateTree(answer, Navigation.plain());
            it.prompt("other");
            assertThat(it.sentMessages(4))
                    .containsExactly(
                            "user: first", "assistant: One.", "user: second", "assistant: Two.", "user: other");
        }
    }

    @Test
    void without_the_hook_everything_is_there_again_and_the_entry_is_reported() throws Exception {
        Path file;
        try (var it = talking().hook(popping).start()) {
            it.prompt("first").prompt("second");
            it.prompt("/pop " + placeOf(it, "second") + " forget it");
            it.prompt("third");
            file = Objects.requireNonNull(it.agent.session().file());
        }
        try (var it = TestAgent.in(dir).model(Turn.text("Back.")).start()) {
            it.agent.switchSession(file);
            assertThat(it.notices).singleElement().asString().contains("stack_pop");
            it.prompt("again");
            assertThat(it.sentMessages(1))
                    .contains("user: second", "assistant: Two.", "user: third")
                    .hasSize(7);
        }
    }
}

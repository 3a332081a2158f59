package dev.pawl.examples;

import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.SESSION_TREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.PlainTheme;
import dev.pawl.testkit.FakeRow;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TodoTest {
    private static final JsonObject MILK = JsonObject.of(
            "items", List.of(JsonObject.of("id", 1, "text", "buy milk").with("done", false)));

    private static final FakeRow ROW = FakeRow.of(JsonObject.of("action", "list"));

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("todo.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    /** Calls the tool as the model would. */
    private String todo(String arguments) throws Exception {
        return Content.text(trial.call("todo", arguments).content());
    }

    private String todos() throws Exception {
        return ((Outcome.Status) trial.run("todos", "")).text();
    }

    @Test
    void the_model_receives_what_it_may_say() {
        var tool = trial.brought().tools().get("todo");

        assertThat(tool.parameters()).isEqualTo(JsonObject.parse("""
            {"type": "object", "required": ["action"], "properties": {
                "action": {"type": "string", "enum": ["list", "add", "done"]},
                "text": {"type": "string", "description": "what is to be done, for add"},
                "id": {"type": "integer", "description": "the number of the item, for done"}}}\
            """));
        assertThat(tool.traits().isSequential()).isTrue();
    }

    @Test
    void what_is_added_is_on_the_list() throws Exception {
        todo("{\"action\": \"add\", \"text\": \"buy milk\"}");

        assertThat(todo("{\"action\": \"add\", \"text\": \"feed the cat\"}"))
                .isEqualTo("[ ] 1 buy milk\n[ ] 2 feed the cat");
        assertThat(todos()).isEqualTo("[ ] 1 buy milk\n[ ] 2 feed the cat");
    }

    @Test
    void what_is_done_is_ticked() throws Exception {
        todo("{\"action\": \"add\", \"text\": \"buy milk\"}");

        assertThat(todo("{\"action\": \"done\", \"id\": 1}")).isEqualTo("[x] 1 buy milk");
    }

    @Test
    void an_empty_list_says_so() throws Exception {
        assertThat(todo("{\"action\": \"list\"}")).isEqualTo("Nothing to do");
        assertThat(trial.session().entries()).isEmpty();
    }

    @Test
    void a_call_that_makes_no_sense_is_an_error_the_model_can_read() throws Exception {
        assertThatThrownBy(() -> todo("{\"action\": \"add\"}")).hasMessage("add needs a text");
        assertThatThrownBy(() -> todo("{\"action\": \"done\", \"id\": 7}"))
                .hasMessage("done needs the id of an item: 1 to 0, not 7");
        assertThat(todos()).isEqualTo("Nothing to do");
    }

    @Test
    void every_change_is_kept_in_the_session() throws Exception {
        todo("{\"action\": \"add\", \"text\": \"buy milk\"}");

        assertThat(trial.session().entries().getLast().toJson().without("id", "parentId", "timestamp"))
                .isEqualTo(JsonObject.of("type", "custom", "customType", "todo").with("data", MILK));
    }

    @Test
    void a_session_that_is_loaded_brings_its_list() throws Exception {
        trial.session().append("todo", MILK);

        trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.RESUME, null));

        assertThat(todos()).isEqualTo("[ ] 1 buy milk");
    }

    @Test
    void another_place_in_the_tree_has_its_own_list() throws Exception {
        todo("{\"action\": \"add\", \"text\": \"feed the cat\"}");
        trial.session().append("todo", MILK);

        trial.fire(SESSION_TREE, new SessionTree("e2", "e1", null, null));

        assertThat(todos()).isEqualTo("[ ] 1 buy milk");
    }

    @Test
    void entries_of_others_are_none_of_its_business() throws Exception {
        trial.session().append("somebody-elses", JsonObject.of("items", 7));

        trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.RESUME, null));

        assertThat(todos()).isEqualTo("Nothing to do");
        assertThat(trial.errors()).isEmpty();
    }

    private ToolRenderer renderer() {
        return trial.brought().tools().get("todo").renderer();
    }

    private ToolOutput sixItems() throws Exception {
        for (int i = 1; i < 6; i++) {
            todo("{\"action\": \"add\", \"text\": \"item " + i + "\"}");
        }
        todo("{\"action\": \"done\", \"id\": 1}");
        return trial.call("todo", "{\"action\": \"add\", \"text\": \"a very long item\"}");
    }

    @Test
    void a_call_is_drawn_in_one_line() {
        var call = renderer().call(JsonObject.of("action", "add", "text", "buy milk"), new PlainTheme(), ROW);

        assertThat(call.render(40)).containsExactly("todo add buy milk");
        assertThat(call.render(10)).containsExactly("todo add …");
    }

    @Test
    void the_list_is_drawn_folded_or_whole_and_fits_the_screen() throws Exception {
        var output = sixItems();

        assertThat(renderer().result(output, new PlainTheme(), ROW).render(40))
                .containsExactly("✓ item 1", "○ item 2", "○ item 3", "○ item 4", "○ item 5", "1 more");
        assertThat(renderer().result(output, new PlainTheme(), ROW.unfolded()).render(10))
                .hasSize(6)
                .endsWith("○ a very …");
    }

    @Test
    void what_has_no_list_is_left_to_the_ordinary_drawing() throws Exception {
        assertThat(renderer().result(sixItems(), new PlainTheme(), ROW.failed()))
                .isNull();
        assertThat(renderer().result(ToolOutput.text("?"), new PlainTheme(), ROW))
                .isNull();
    }
}

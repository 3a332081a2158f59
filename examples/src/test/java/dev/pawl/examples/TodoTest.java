package dev.pawl.examples;

import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.SESSION_TREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.HookContext;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.testkit.HookTrial;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TodoTest {
    private static final JsonObject MILK = JsonObject.of(
            "items", List.of(JsonObject.of("id", 1, "text", "buy milk").with("done", false)));

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
        var output = trial.brought().tools().get("todo").executor().execute(JsonObject.parse(arguments), toolContext());
        return Content.text(output.content());
    }

    /** The trial's context, as far as a tool needs it that calls no other tools. */
    private ToolContext toolContext() {
        HookContext context = trial.context();
        return (ToolContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ToolContext.class}, (_, method, arguments) -> {
                    try {
                        return method.invoke(context, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private String todos() throws Exception {
        return ((Outcome.Status) trial.run("todos", "")).text();
    }

    @Test
    void the_model_is_told_what_it_may_say() {
        var tool = trial.brought().tools().get("todo");

        assertThat(tool.parameters()).isEqualTo(JsonObject.parse("""
            {"type": "object", "required": ["action"], "properties": {
                "action": {"type": "string", "enum": ["list", "add", "done"]},
                "text": {"type": "string", "description": "what is to be done, for add"},
                "id": {"type": "integer", "description": "the number of the item, for done"}}}\
            """));
        assertThat(tool.sequential()).isTrue();
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
}

package dev.pawl.shellhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import dev.pawl.machine.GeneratedDoc;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.dialect.EventForm;
import dev.pawl.shellhooks.dialect.Moment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of events in the documentation is that of the dialects; {@code -Dgoldens=write} rewrites it. */
class EventsPageTest {
    private static final Path DOCS = Checkout.file("docs/foreign-hooks.md");

    private static final Map<Moment, String> HOW = Map.ofEntries(
            Map.entry(Moment.PRE_TOOL, "`tool_call`"),
            Map.entry(Moment.POST_TOOL, "`tool_result` of a call that worked"),
            Map.entry(Moment.POST_TOOL_FAILURE, "`tool_result` of a call that failed"),
            Map.entry(Moment.ANY_RESULT, "`tool_result`"),
            Map.entry(Moment.POST_TOOL_BATCH, "`turn_end` with tool calls"),
            Map.entry(Moment.PERMISSION_REQUEST, "when a rule or a hook asks"),
            Map.entry(Moment.PERMISSION_DENIED, "`tool_execution_end` of a call that a gate refused"),
            Map.entry(Moment.EXPANSION, "`input` that calls a template or a skill"),
            Map.entry(Moment.EXPANDED, "`before_agent_start`"),
            Map.entry(Moment.PROMPT, "`input`"),
            Map.entry(Moment.SESSION_START, "`session_start`, `session_compact`"),
            Map.entry(Moment.SESSION_END, "`session_shutdown`"),
            Map.entry(Moment.STOP, "`session_stop`"),
            Map.entry(Moment.STOP_FAILURE, "`agent_end` with an error"),
            Map.entry(Moment.SUBAGENT_START, "`subagent_start`"),
            Map.entry(Moment.SUBAGENT_STOP, "`subagent_stop`"),
            Map.entry(Moment.PRE_COMPACT, "`session_before_compact`"),
            Map.entry(Moment.POST_COMPACT, "`session_compact`"),
            Map.entry(Moment.NOTIFICATION, "`ui_prompt_start`, `agent_settled`"),
            Map.entry(Moment.ELICITATION, "when a tool server asks the user"),
            Map.entry(Moment.ELICITATION_RESULT, "before a tool server gets the user's answer"),
            Map.entry(Moment.PRE_MODEL_SWITCH, "`before_model_select`"),
            Map.entry(Moment.POST_MODEL_SWITCH, "`model_select`"),
            Map.entry(Moment.RESPONSE, "`message_end`"),
            Map.entry(Moment.THOUGHT, "`message_end`"),
            Map.entry(Moment.BEFORE_MODEL, "`context_with_system`, `request_authorize`"),
            Map.entry(Moment.AFTER_MODEL, "`message_end`"),
            Map.entry(Moment.TOOL_SELECTION, "`context_with_system`"),
            Map.entry(Moment.FILE_CHANGED, "`turn_start`, `agent_end`: the files that the matcher names are looked at"),
            Map.entry(Moment.CONFIG_CHANGE, "`turn_start`, `agent_end`: the files with settings are looked at"),
            Map.entry(Moment.INSTRUCTIONS, "`before_agent_start` with a context file that is new"),
            Map.entry(Moment.TASK_CREATED, "`tool_result` of a tool that keeps a todo list"),
            Map.entry(Moment.TASK_COMPLETED, "`tool_result` of a tool that keeps a todo list"));

    @Test
    void the_page_lists_every_event_of_every_dialect() throws Exception {
        GeneratedDoc.check(DOCS, "events", table());
    }

    private static String table() {
        var table = new StringBuilder("| agent | event | runs at | a block |\n|---|---|---|---|\n");
        for (var dialect : Dialects.all()) {
            for (var event : dialect.events().values()) {
                table.append(
                        "| %s | `%s` | %s | %s |\n".formatted(dialect.agent(), event.name(), how(event), block(event)));
            }
            dialect.never().forEach((name, why) -> {
                assertThat(why).as(name).isNotEmpty();
                table.append("| %s | `%s` | never | %s |\n".formatted(dialect.agent(), name, why));
            });
        }
        return table.toString();
    }

    private static String how(EventForm event) {
        var moment = event.moment();
        var tools = event.tools();
        return HOW.get(moment) + (tools.isEmpty() ? "" : " of " + tools.replace(" ", ", "));
    }

    private static String block(EventForm event) {
        return switch (event.blocking()) {
            case BLOCKS -> event.moment().isStop() ? "goes on working" : "blocks";
            case REPORTED_TO_MODEL -> "is reported to the model";
            case REPLACES_RESULT -> "takes the place of the result";
            case REPORTED_TO_USER -> "is reported to the user";
            case IGNORED -> "does nothing";
        };
    }
}

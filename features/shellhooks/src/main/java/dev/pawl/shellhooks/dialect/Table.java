package dev.pawl.shellhooks.dialect;

import dev.pawl.base.ServerToolName;
import dev.pawl.shellhooks.dialect.Dialect.Answers;
import dev.pawl.shellhooks.dialect.Dialect.Handlers;
import dev.pawl.shellhooks.dialect.Dialect.Layout;
import dev.pawl.shellhooks.dialect.Dialect.Place;
import dev.pawl.shellhooks.dialect.Dialect.Root;
import dev.pawl.shellhooks.dialect.Dialect.Rule;
import dev.pawl.shellhooks.dialect.Dialect.Times;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import dev.pawl.shellhooks.dialect.EventForm.Blocking;
import dev.pawl.shellhooks.dialect.EventForm.Limit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a dialect, line by line. Fields of events are names in one text: those of facts, with underscores or in camel case, and
 * {@code name=FACT} for any other name.
 */
final class Table {
    /** Names of fields that are not simply that of the fact. */
    private static final Map<String, Fact> OTHER_NAMES = Map.ofEntries(
            Map.entry("transcript_path", Fact.TRANSCRIPT),
            Map.entry("hook_event_name", Fact.EVENT),
            Map.entry("duration_ms", Fact.DURATION),
            Map.entry("custom_instructions", Fact.INSTRUCTIONS),
            Map.entry("compact_summary", Fact.SUMMARY),
            Map.entry("stop_hook_active", Fact.STOP_ACTIVE),
            Map.entry("last_assistant_message", Fact.LAST_MESSAGE),
            Map.entry("agent_transcript_path", Fact.AGENT_TRANSCRIPT),
            Map.entry("conversation_id", Fact.SESSION_ID),
            Map.entry("generation_id", Fact.TURN_ID),
            Map.entry("project_dir", Fact.PROJECT_DIR),
            Map.entry("tool_args", Fact.TOOL_INPUT),
            Map.entry("tool_call_id", Fact.TOOL_USE_ID),
            Map.entry("agent_name", Fact.AGENT_TYPE),
            Map.entry("subagent_id", Fact.AGENT_ID),
            Map.entry("subagent_type", Fact.AGENT_TYPE),
            Map.entry("error_message", Fact.ERROR));

    private final String name;
    private final String agent;
    private final Layout layout;
    private final List<Place> places = new ArrayList<>();
    private final Map<String, EventForm> events = new LinkedHashMap<>();
    private final Map<String, String> never = new LinkedHashMap<>();
    private final Map<String, Object> base = new LinkedHashMap<>();
    private final Map<String, ToolForm> tools = new LinkedHashMap<>();
    private final Map<String, Set<Moment>> types = new LinkedHashMap<>();
    private final Map<Rule, Set<Moment>> moments = new EnumMap<>(Rule.class);
    private Map<String, Object> environment = Map.of();
    private Set<String> unsupported = Set.of();
    private List<String> command = List.of("command");
    private List<String> timeout = List.of("timeout");
    private Times times = new Times(1_000, 60_000, 30_000, 8);
    private Set<Trait> traits = Set.of();
    private String serverTool = ServerToolName.FORMAT;
    private @Nullable Answers answers;
    private @Nullable Dialect other;
    private @Nullable EventForm last;

    Table(String name, String agent, Layout layout) {
        this.name = name;
        this.agent = agent;
        this.layout = layout;
    }

    Dialect dialect() {
        return new Dialect(
                name,
                agent,
                List.copyOf(places),
                other,
                Collections.unmodifiableMap(events),
                Collections.unmodifiableMap(never),
                Collections.unmodifiableMap(base),
                environment,
                Collections.unmodifiableMap(tools),
                serverTool,
                Objects.requireNonNull(answers),
                new Handlers(layout, command, timeout, Collections.unmodifiableMap(types), unsupported),
                times,
                traits,
                Collections.unmodifiableMap(moments));
    }

    /** Files below a root; their hooks run in the order of the calls. */
    Table files(Root below, String... paths) {
        for (var path : paths) {
            places.add(new Place(below, path));
        }
        return this;
    }

    /** Has the events of another dialect. */
    Table eventsOf(Dialect dialect) {
        events.putAll(dialect.events());
        never.putAll(dialect.never());
        base.putAll(dialect.base());
        return this;
    }

    /** Has the tools and the answers of another dialect. */
    Table toolsOf(Dialect dialect) {
        tools.putAll(dialect.tools());
        return answers(dialect.answers());
    }

    /** Events that this dialect does not know are those of another one. */
    Table otherwise(Dialect dialect) {
        other = dialect;
        return this;
    }

    /** The fields of all events. */
    Table base(String fields) {
        base.putAll(fields(fields));
        return this;
    }

    /** A field of all events that is always the same. */
    Table base(String field, String value) {
        base.put(field, value);
        return this;
    }

    Table environment(Map<String, Object> variables) {
        environment = variables;
        return this;
    }

    Table answers(Answers paths) {
        answers = paths;
        return this;
    }

    Table times(Times limits) {
        times = limits;
        return this;
    }

    Table traits(Trait... own) {
        traits = Set.of(own);
        return this;
    }

    Table at(Rule rule, Moment... own) {
        moments.put(rule, Set.of(own));
        return this;
    }

    /** Types of handlers that run at all moments. */
    Table types(String... names) {
        for (var type : names) {
            types.put(type, Moment.ALL);
        }
        return this;
    }

    /** A type of handlers that runs at some moments. */
    Table type(String type, Set<Moment> runsAt) {
        types.put(type, runsAt);
        return this;
    }

    /** Types of handlers that are not run here. */
    Table unsupported(String... names) {
        unsupported = Set.of(names);
        return this;
    }

    /** The names of the fields with the command and with the time limit. */
    Table handlers(List<String> commands, List<String> timeouts) {
        command = commands;
        timeout = timeouts;
        return this;
    }

    Table serverTool(String format) {
        serverTool = format;
        return this;
    }

    /** A tool: Pawl's name, the dialect's names, and its fields, those with another name as {@code pawl=dialect}. */
    Table tool(String own, String names, String fields) {
        var renamed = new LinkedHashMap<String, String>();
        for (var field : fields.split(" ", -1)) {
            int equals = field.indexOf('=');
            renamed.put(
                    equals < 0 ? field : field.substring(0, equals), equals < 0 ? field : field.substring(equals + 1));
        }
        tools.put(
                own, new ToolForm(own, List.of(names.split(" ", -1)), Collections.unmodifiableMap(renamed), Map.of()));
        return this;
    }

    /** A tool has a field that is always the same. */
    Table adding(String tool, String field, Object value) {
        tools.computeIfPresent(tool, (_, form) -> form.adding(field, value));
        return this;
    }

    /** Matchers know some tools by another name, too. */
    Table also(String alias, String... own) {
        for (var tool : own) {
            tools.computeIfPresent(tool, (_, form) -> form.also(alias));
        }
        return this;
    }

    Table event(String event, Moment moment, @Nullable Fact matched, Blocking blocking, String fields) {
        return put(new EventForm(event, moment, "", matched, fields(fields), blocking, false, Limit.OF_DIALECT));
    }

    /** The event before it has a field that is always the same. */
    Table always(String field, Object value) {
        var fields = new LinkedHashMap<>(last().fields());
        fields.put(field, value);
        return put(last().withFields(Collections.unmodifiableMap(fields)));
    }

    /** The event before it has words of its own for some values of a field. */
    Table saying(String field, Map<String, String> words) {
        return last().fields().get(field) instanceof Fact fact
                ? always(field, new EventForm.Worded(fact, words))
                : this;
    }

    /** The event before it is about some of Pawl's tools only. */
    Table only(String ownTools) {
        return put(last().withTools(ownTools));
    }

    /** Text of hooks of the event before it is for the model. */
    Table plain() {
        return put(last().withPlainContext());
    }

    /** The event before it has its own time limit. */
    Table within(long millis) {
        return within(millis, Long.MAX_VALUE, null);
    }

    /**
     * The event before it has its own time limit.
     *
     * @param most the longest one that files may name
     * @param variable if all hooks together have it, the variable of the environment that may name another one; null otherwise
     */
    Table within(long millis, long most, @Nullable String variable) {
        return put(last().within(new Limit(millis, most, variable)));
    }

    /** Events that never happen here. */
    Table never(String why, String... names) {
        for (var event : names) {
            never.put(event, why);
        }
        return this;
    }

    private EventForm last() {
        return Objects.requireNonNull(last);
    }

    private Table put(EventForm form) {
        events.put(form.name(), form);
        last = form;
        return this;
    }

    private static Map<String, Object> fields(String names) {
        var map = new LinkedHashMap<String, Object>();
        for (var name : names.split(" ", -1)) {
            int equals = name.indexOf('=');
            map.put(
                    equals < 0 ? name : name.substring(0, equals),
                    equals < 0 ? fact(name) : Fact.valueOf(name.substring(equals + 1)));
        }
        return Collections.unmodifiableMap(map);
    }

    private static Fact fact(String field) {
        var plain = field.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
        var other = OTHER_NAMES.get(plain);
        return other == null ? Fact.valueOf(plain.toUpperCase(Locale.ROOT)) : other;
    }
}

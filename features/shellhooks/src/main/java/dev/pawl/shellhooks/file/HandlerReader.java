package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialect.Rule;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import dev.pawl.shellhooks.dialect.EventForm;
import dev.pawl.shellhooks.dialect.Moment;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one hook of a file. */
final class HandlerReader {
    private static final Set<String> KNOWN = Set.of(
            "event",
            "type",
            "command",
            "args",
            "shell",
            "async",
            "asyncRewake",
            "timeout",
            "statusMessage",
            "once",
            "onFailure",
            "if",
            "url",
            "headers",
            "allowedEnvVars",
            "prompt",
            "model",
            "continueOnBlock",
            "server",
            "tool",
            "input",
            "commandWindows",
            "additionalContextLimit",
            "matcher",
            "name",
            "description",
            "env",
            "cwd",
            "bash",
            "powershell",
            "exec",
            "timeoutSec",
            "loop_limit",
            "failClosed",
            "comment",
            "rewakeMessage",
            "rewakeSummary");

    private static final int CHARACTERS_PER_TOKEN = 4;

    /** A field that does not fit. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;
        private final String field;

        Wrong(String field, String what) {
            super(what);
            this.field = field;
        }

        String field() {
            return field;
        }
    }

    private final Dialect dialect;
    private final EventForm form;
    private final JsonObject json;
    private final Path root;

    private HandlerReader(Dialect dialect, EventForm form, JsonObject json, Path root) {
        this.dialect = dialect;
        this.form = form;
        this.json = json;
        this.root = root;
    }

    static HandlerReader of(Dialect dialect, EventForm form, JsonObject json, Path root) {
        return new HandlerReader(dialect, form, json, root);
    }

    /** Returns the fields that no hook has. */
    List<String> unknown() {
        return json.names().stream().filter(name -> !KNOWN.contains(name)).toList();
    }

    String type() throws Wrong {
        var names = dialect.handlers();
        var type = json.get("type");
        if (type == null && names.layout() != Dialect.Layout.GROUPS) {
            return json.has("url")
                    ? "http"
                    : json.has("prompt") ? "prompt" : json.has("server") ? "mcp_tool" : "command";
        }
        if (!(type instanceof String known)
                || known.equals("https")
                || !(names.types().containsKey(known)
                        || names.unsupported().contains(known)
                        || (known.equals("http") && encrypted()))) {
            var types = names.types().keySet().stream()
                    .map(each -> each.equals("https") ? "http" : each)
                    .sorted()
                    .toList();
            throw new Wrong("type", "must be one of " + String.join(", ", types));
        }
        return known;
    }

    private boolean encrypted() {
        return dialect.handlers().types().containsKey("https");
    }

    /** Returns whether it is written for a shell that only Windows has. */
    boolean isForWindows() {
        return "powershell".equals(json.get("shell"))
                || (json.has("powershell")
                        && dialect.handlers().command().stream().noneMatch(json::has));
    }

    Handler handler() throws Wrong {
        return switch (type()) {
            case "http" -> http();
            case "prompt" -> new Handler.Prompt(text("prompt"), optional("model"), endsRun());
            case "agent" -> new Handler.Agent(text("prompt"), optional("model"));
            case "mcp_tool" -> new Handler.McpTool(text("server"), text("tool"), input());
            default -> command();
        };
    }

    /** Returns whether a model that refuses ends the run. */
    private boolean endsRun() throws Wrong {
        boolean goesOn = flag("continueOnBlock");
        return !goesOn && dialect.has(Rule.REFUSALS_END, form.moment());
    }

    private Handler command() throws Wrong {
        var shell = optional("shell");
        if (shell != null && !shell.equals("bash") && !shell.equals("sh")) {
            throw new Wrong("shell", "must be bash; " + shell + " is not run here");
        }
        var arguments = json.has("args") ? texts("args") : null;
        if (json.has("exec")) {
            return command(text("exec"), arguments == null ? List.of() : arguments);
        }
        for (var name : dialect.handlers().command()) {
            if (json.has(name)) {
                return command(text(name), arguments);
            }
        }
        throw new Wrong(dialect.handlers().command().getFirst(), "is missing: it is what the hook runs");
    }

    private Handler command(String command, @Nullable List<String> arguments) throws Wrong {
        boolean wakes = flag("asyncRewake");
        return new Handler.Command(command, arguments, wakes || flag("async"), wakes, map("env"), optional("cwd"));
    }

    private Handler http() throws Wrong {
        var url = text("url");
        try {
            var uri = new URI(url);
            if (uri.getHost() == null || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                throw new Wrong("url", "must be an address that begins with http:// or https://");
            }
            boolean local = Set.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost());
            boolean gate = form.moment() == Moment.PRE_TOOL || form.moment() == Moment.PERMISSION_REQUEST;
            if (encrypted() && "http".equals(uri.getScheme()) && (gate || !local)) {
                throw new Wrong(
                        "url",
                        "must begin with https:// at " + form.name() + ": files of " + dialect.agent()
                                + " allow nothing else there");
            }
        } catch (java.net.URISyntaxException e) {
            throw new Wrong("url", "is no address: " + e.getMessage());
        }
        return new Handler.Http(
                url,
                map("headers"),
                json.has("allowedEnvVars") ? Set.copyOf(texts("allowedEnvVars")) : Set.of(),
                encrypted() && url.startsWith("http:"));
    }

    private JsonObject input() throws Wrong {
        var written = json.get("input");
        if (written != null && !(written instanceof JsonObject)) {
            throw new Wrong("input", "must be an object");
        }
        return json.object("input");
    }

    @Nullable
    Condition condition() throws Wrong {
        var rule = optional("if");
        if (rule == null) {
            return null;
        }
        var condition = Condition.of(rule, root);
        if (condition == null) {
            throw new Wrong("if", "must be one rule such as Bash(git *)");
        }
        return condition;
    }

    Duration timeout() throws Wrong {
        var times = dialect.times();
        for (var name : dialect.handlers().timeout()) {
            var value = json.get(name);
            if (value == null) {
                continue;
            }
            if (!(value instanceof Number number) || !(number.doubleValue() > 0)) {
                throw new Wrong(name, "must be a number above 0");
            }
            if (dialect.has(Trait.WHOLE_TIMES) && number.doubleValue() != Math.rint(number.doubleValue())) {
                throw new Wrong(name, "must be a whole number");
            }
            double millis = Math.min(number.doubleValue() * times.unitMillis(), 86_400_000.0);
            return Duration.ofMillis(
                    Math.max(1, Math.min((long) millis, form.limit().most())));
        }
        if (form.limit().millis() > 0) {
            return Duration.ofMillis(form.limit().millis());
        }
        return Duration.ofMillis(
                switch (type()) {
                    case "prompt" -> times.promptMillis();
                    case "agent" -> 2 * times.promptMillis();
                    default -> times.commandMillis();
                });
    }

    /** How often in a row it may send an agent back to work; files of Cursor have a field for it, in which null means no limit. */
    int loops() throws Wrong {
        if (!json.names().contains("loop_limit")) {
            return dialect.times().loops();
        }
        var value = json.get("loop_limit");
        if (value == null) {
            return 0;
        }
        if (!(value instanceof Number number)
                || number.doubleValue() < 1
                || number.doubleValue() != Math.rint(number.doubleValue())) {
            throw new Wrong("loop_limit", "must be a whole number above 0, or null for no limit");
        }
        return number.intValue();
    }

    /** Returns whether it runs only once in a session; that counts at the head of a skill or an agent. */
    boolean once() throws Wrong {
        return flag("once");
    }

    /** Returns what is shown while it runs; null for nothing. */
    @Nullable
    String status() throws Wrong {
        return optional("statusMessage");
    }

    /** How many characters of it the model reads. Files of Codex have a field for it, in tokens, in which 0 means no limit. */
    int contextLimit() throws Wrong {
        var value = json.get("additionalContextLimit");
        if (value == null) {
            return ShellHook.Limits.CONTEXT;
        }
        if (!(value instanceof Number number)
                || number.doubleValue() < 0
                || number.doubleValue() != Math.rint(number.doubleValue())) {
            throw new Wrong("additionalContextLimit", "must be a whole number of tokens, or 0 for no limit");
        }
        return number.doubleValue() == 0
                ? Integer.MAX_VALUE
                : (int) Math.min(Integer.MAX_VALUE, number.doubleValue() * CHARACTERS_PER_TOKEN);
    }

    boolean blocksOnFailure() throws Wrong {
        var word = optional("onFailure");
        if (word != null && !word.equals("block") && !word.equals("continue")) {
            throw new Wrong("onFailure", "must be block or continue");
        }
        return word == null
                ? flag("failClosed") || dialect.has(Rule.FAILURES_BLOCK, form.moment())
                : word.equals("block");
    }

    private String text(String name) throws Wrong {
        if (json.get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new Wrong(name, json.has(name) ? "must be a text that is not empty" : "is missing");
    }

    private @Nullable String optional(String name) throws Wrong {
        return json.get(name) == null ? null : text(name);
    }

    private boolean flag(String name) throws Wrong {
        var value = json.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw new Wrong(name, "must be true or false");
        }
        return Boolean.TRUE.equals(value);
    }

    private List<String> texts(String name) throws Wrong {
        if (!(json.get(name) instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
            throw new Wrong(name, "must be a list of texts");
        }
        return list.stream().map(String.class::cast).toList();
    }

    private Map<String, String> map(String name) throws Wrong {
        var value = json.get(name);
        if (value == null) {
            return Map.of();
        }
        if (!(value instanceof JsonObject object)) {
            throw new Wrong(name, "must be an object of texts");
        }
        var map = new LinkedHashMap<String, String>();
        for (var entry : object.asMap().entrySet()) {
            if (!(entry.getValue() instanceof String text)) {
                throw new Wrong(name + "." + entry.getKey(), "must be a text");
            }
            map.put(entry.getKey(), text);
        }
        return Collections.unmodifiableMap(map);
    }
}

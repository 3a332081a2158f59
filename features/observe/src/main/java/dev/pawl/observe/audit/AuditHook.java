package dev.pawl.observe.audit;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.SessionView;
import dev.pawl.base.FailureText;
import dev.pawl.base.RegularFile;
import dev.pawl.base.Words;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes into the audit file which tool calls are about to run, and what hooks decided about calls that they blocked or changed.
 *
 * <p>It comes after all other hooks, so that a call that reaches it is allowed. A call whose line cannot be written does not run.
 */
public final class AuditHook implements Hook, TraceSink {
    /** The name of the hook. */
    public static final String PATH = "builtin:audit";

    private static final Set<String> GATES =
            Set.of("tool_call", "tool_authorize", "user_bash", "before_provider_request");
    private static final int LONGEST_NOTE = 2_000;
    private static final int LARGEST = 8 << 20;

    private final AuditLog log;
    private final String user;
    private final Consumer<String> problems;

    public AuditHook(AuditLog log, String user, Consumer<String> problems) {
        this.log = log;
        this.user = user;
        this.problems = problems;
    }

    @Override
    public void install(Host host) {
        host.on(HookPoints.TOOL_AUTHORIZE, (shown, ctx) -> {
            var fields = new LinkedHashMap<String, @Nullable Object>();
            fields.put("type", "allowed");
            fields.put("time", Instant.now().toString());
            fields.put("user", user);
            fields.put("session", ctx.session().id());
            fields.put("call", shown.call().toolCallId());
            fields.put("tool", shown.call().toolName());
            // The input after all changes by hooks; the text itself is in the session.
            var command = shown.command();
            fields.put("input", AuditLine.sha256(shown.call().arguments().toString()));
            fields.put("command", command == null ? null : AuditLine.sha256(command));
            fields.put("cwd", shown.cwd().toString());
            try {
                log.append(JsonObject.from(fields));
                return shown.allow();
            } catch (IOException e) {
                return shown.block("The call was not run, because it cannot be written into the audit file "
                        + log.file() + ": " + FailureText.of(e));
            }
        });
    }

    /** Records what the other hooks of a session decide. */
    @Override
    public void begin(SessionView session, Engine engine) {
        var versions = new LinkedHashMap<String, String>();
        engine.hooks().forEach(hook -> versions.put(hook.path(), version(hook.path())));
        var id = session.id();
        engine.traces().listen(trace -> write(id, trace, versions));
    }

    private void write(String session, Trace trace, Map<String, String> versions) {
        if (trace.isRemark() || !GATES.contains(trace.point())) {
            return;
        }
        var steps = trace.steps().stream()
                .filter(step -> !step.hook().equals(PATH) && (step.effect() != Effect.PASSED || step.note() != null))
                .map(step -> step(step, versions.getOrDefault(step.hook(), "")))
                .toList();
        if (steps.isEmpty()) {
            return;
        }
        try {
            log.append(record(session, trace, steps));
        } catch (IOException e) {
            problems.accept("a decision of hooks cannot be written into the audit file " + log.file() + ": "
                    + FailureText.of(e) + ". Calls of tools are blocked until it can.");
        }
    }

    private JsonObject record(String session, Trace trace, List<JsonObject> steps) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("type", "decided");
        fields.put("time", trace.time().toString());
        fields.put("user", user);
        fields.put("session", session);
        fields.put("point", trace.point());
        fields.put("call", trace.toolCallId());
        fields.put("steps", steps);
        return JsonObject.from(fields);
    }

    private static JsonObject step(Trace.Step step, String version) {
        var note = step.note();
        return JsonObject.of("hook", step.hook(), "version", version)
                .with("effect", step.effect().name().toLowerCase(Locale.ROOT))
                .with("note", note == null ? null : Words.excerpt(note, LONGEST_NOTE));
    }

    /** The hash of a hook's file; empty if the hook is not a file. */
    private static String version(String path) {
        try {
            var file = Path.of(path);
            return Files.isRegularFile(file)
                    ? AuditLine.sha256(new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8))
                    : "";
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}

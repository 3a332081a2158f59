package dev.pawl.agent;

import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext.NewSession;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.SessionModels;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.testkit.model.Script.Turn;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After another session took over, no method of any part of any context answers, also of parts that were kept. */
class StaleContextTest {
    @TempDir
    Path dir;

    private final Map<String, HookContext> contexts = new LinkedHashMap<>();
    private final Map<String, Object> kept = new LinkedHashMap<>();

    @Test
    void every_part_that_was_kept_refuses_every_call_after_another_session_took_over() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(this::keeping)
                .model(Turn.calls(call("keep", JsonObject.empty())), Turn.text("Kept."))
                .start()) {
            it.prompt("Keep one");
            it.prompt("/keep");
            keep("the program", it.agent.context());
            it.prompt("/leave");
            assertThat(it.errors()).isEmpty();
        }
        assertThat(contexts).containsOnlyKeys("handler", "tool", "host", "command", "the program", "callback");
        assertThat(kept).hasSize(contexts.size() * 6);
        var answering = new ArrayList<String>();
        for (var part : HookContext.class.getMethods()) {
            for (var context : contexts.entrySet()) {
                answering.addAll(answering(context.getKey(), part.getReturnType(), part.invoke(context.getValue())));
                answering.addAll(answering(
                        context.getKey(), part.getReturnType(), kept.get(context.getKey() + " " + part.getName())));
            }
        }
        assertThat(answering).isEmpty();
    }

    private void keeping(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> keep("handler", ctx));
        pi.tool(Tool.of("keep", "Keeps its context", JsonObject.of("type", "object"), (_, ctx) -> {
            keep("tool", ctx);
            return ToolOutput.text("kept");
        }));
        pi.command("keep", "", ctx -> {
            keep("host", pi.context());
            keep("command", ctx);
            return Outcome.nothing();
        });
        pi.command("leave", "", ctx -> {
            ctx.newSession(new NewSession(null, _ -> {}, next -> {
                keep("callback", next);
                next.newSession(NewSession.plain());
            }));
            return Outcome.nothing();
        });
    }

    /** Keeps the first context of a kind, and its six parts. */
    private void keep(String kind, HookContext ctx) throws Exception {
        if (contexts.putIfAbsent(kind, ctx) == null) {
            for (var part : HookContext.class.getMethods()) {
                kept.put(kind + " " + part.getName(), part.invoke(ctx));
            }
        }
    }

    /** Returns the methods of a part that do not throw a {@link StaleContextException}. */
    private static List<String> answering(String kind, Class<?> type, Object part) throws Exception {
        var answering = new ArrayList<String>();
        for (var method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            try {
                var answer = method.invoke(part, arguments(method));
                // A part may be obtained from a part that was kept; what it answers is what counts.
                if (!(answer instanceof SessionModels models) || !refuses(models)) {
                    answering.add(kind + ": " + method);
                }
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof StaleContextException)) {
                    answering.add(kind + ": " + method + " throws " + e.getCause());
                }
            }
        }
        return answering;
    }

    private static boolean refuses(SessionModels models) {
        try {
            models.all();
            return false;
        } catch (StaleContextException e) {
            return true;
        }
    }

    private static @Nullable Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type == String.class ? "x" : type == boolean.class ? (Object) true : null)
                .toArray();
    }
}

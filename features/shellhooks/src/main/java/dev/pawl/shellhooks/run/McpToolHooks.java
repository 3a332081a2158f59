package dev.pawl.shellhooks.run;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.ServerToolName;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.file.Handler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs hooks that are tools of a connected server: the text of the tool is read like the output of a command. */
final class McpToolHooks {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([\\w.-]+)\\}");
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9_]");

    Ran run(HookRun run, Handler.McpTool hook) throws InterruptedException {
        var ctx = run.ctx();
        if (ctx == null) {
            return Ran.failed("there is no session that is connected with " + hook.server(), "", 0);
        }
        long from = System.nanoTime();
        var name = new ServerToolName(plain(hook.server()), plain(hook.tool())).toString();
        var input = filled(hook.input(), run.payload());
        var called = new FutureTask<>(() -> ctx.tools().call(name, input));
        var thread = Thread.ofVirtual().name("tool of a hook").start(called);
        try {
            var answer = called.get(run.limit().toNanos(), TimeUnit.NANOSECONDS);
            long nanos = System.nanoTime() - from;
            return answer.isError()
                    ? Ran.failed("the tool " + name + " failed: " + answer.text(), "", nanos)
                    : new Ran(0, answer.text(), "", nanos, null);
        } catch (TimeoutException e) {
            return Ran.failed("the tool " + name + " did not answer in time", "", System.nanoTime() - from);
        } catch (ExecutionException e) {
            return Ran.failed("the tool " + name + " could not be called: " + e.getCause(), "", 0);
        } finally {
            thread.interrupt();
        }
    }

    private static String plain(String name) {
        return OTHER.matcher(name).replaceAll("_");
    }

    /** Puts values of the event in place; what is not there stands for nothing. */
    private static @Nullable Object filled(@Nullable Object value, JsonObject payload) {
        return switch (value) {
            case JsonObject object -> filled(object, payload);
            case List<?> list ->
                list.stream().map(each -> filled(each, payload)).toList();
            case String text ->
                PLACE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(at(payload, found.group(1))));
            case null, default -> value;
        };
    }

    private static JsonObject filled(JsonObject object, JsonObject payload) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        object.asMap().forEach((name, each) -> fields.put(name, filled(each, payload)));
        return JsonObject.from(fields);
    }

    private static String at(JsonObject payload, String path) {
        Object value = payload;
        for (var name : path.split("\\.", -1)) {
            value = value instanceof JsonObject object ? object.get(name) : null;
        }
        return value == null ? "" : String.valueOf(value);
    }
}

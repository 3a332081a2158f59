package dev.pawl.codemode;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.ToolInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import run.endive.wasm.WasmEngineException;

/** One run of a script: the host of its engine, and the end of it. */
final class Script {
    /** The engine's stack: a script recurses on it. */
    private static final long STACK = 32L << 20;

    /** What the frames of a script have; those of the driver have another name. */
    private static final String FILE_OF_ENGINE = "<input>";

    private static final String FILE = "codemode.js";
    /** The frame in which the driver compiles a script. */
    private static final String COMPILES = "at eval (native)";

    private static final String NULL_THROWN = "Error: null";
    private static final String OUT_OF_MEMORY = "InternalError: out of memory";
    private static final String STACK_OVERFLOW = "RangeError: Maximum call stack size exceeded";
    private static final String ABORTED = "Script aborted: Execution aborted";
    private static final String NOTHING = "-";

    /** How a script ended. */
    sealed interface End permits Completed, Failed {}

    /** @param changes what it changed about the values that are kept; null for nothing */
    record Completed(@Nullable JsonObject changes) implements End {}

    /** @param error as the model reads it */
    record Failed(String error) implements End {}

    /** Ends the engine: the script is over, well or not. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient End end;

        Stopped(End end) {
            super(null, null, false, false);
            this.end = end;
        }

        /** @param error as the model reads it */
        Stopped(String error) {
            this(new Failed(error));
        }
    }

    private final ScriptSource source;
    private final Limits limits;
    private final Output output;
    private final Map<String, String> store;
    private final Calls calls;
    private final Journal journal;
    private final ScriptTools tools;
    private final ScriptModels models;

    /** The engine is there, and the script begins. */
    private final CountDownLatch begun = new CountDownLatch(1);

    private Calls.@Nullable Ended next;
    /** How long it has computed since its last call, without the time since {@link #since}. */
    private long computed;
    /** Since when it has been computing; 0 while it waits. */
    private long since;

    Script(
            ScriptSource source,
            Limits limits,
            Output output,
            Map<String, String> store,
            Calls calls,
            Journal journal,
            ScriptTools tools,
            ScriptModels models) {
        this.source = source;
        this.limits = limits;
        this.output = output;
        this.store = store;
        this.calls = calls;
        this.journal = journal;
        this.tools = tools;
        this.models = models;
    }

    /** Runs the script on a thread of its own, which is over when this returns. */
    End run(@Nullable Duration timeout) throws InterruptedException {
        var result = new End[1];
        var thread = new Thread(null, () -> result[0] = work(), "codemode script", STACK);
        thread.setDaemon(true);
        thread.start();
        try {
            begun.await();
            long from = System.nanoTime();
            while (true) {
                long taken = System.nanoTime() - from;
                long computing = computingLeft();
                long ofScript = timeout == null ? Long.MAX_VALUE : timeout.toNanos() - taken;
                long ofAll = limits.wall().toNanos() - taken + calls.asked();
                var over = ofScript <= 0
                        ? "Execution timed out after "
                                + Objects.requireNonNull(timeout).toMillis() + " ms"
                        : ofAll <= 0
                                ? "It took more than " + limits.wall().toSeconds() + " seconds"
                                : computing <= 0
                                        ? "It computed for more than "
                                                + limits.computing().toSeconds()
                                                + " seconds without a call of a tool"
                                        : null;
                if (over != null) {
                    end(thread);
                    return new Failed("Script timed out: " + over);
                }
                if (thread.join(Duration.ofNanos(Math.min(computing, Math.min(ofScript, ofAll))))) {
                    return Objects.requireNonNull(result[0]);
                }
            }
        } catch (InterruptedException e) {
            end(thread);
            return new Failed(ABORTED);
        }
    }

    private static void end(Thread thread) {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized long computingLeft() {
        long now = since == 0 ? 0 : System.nanoTime() - since;
        return limits.computing().toNanos() - computed - now;
    }

    private synchronized void computing(boolean computes) {
        if (computes && begun.getCount() == 0) {
            since = System.nanoTime();
        } else if (since != 0) {
            computed += System.nanoTime() - since;
            since = 0;
        }
    }

    private synchronized void hasCalled() {
        computed = 0;
    }

    private End work() {
        try {
            var prepared = Prepared.get();
            var world = new QuickJs.World(journal::now, journal.seed());
            var engine = prepared.engine(this::answer, world, limits.memory());
            try {
                return run(engine, prepared);
            } catch (Stopped e) {
                // An engine that has no memory for an error throws null.
                return e.end instanceof Failed(var error) && error.equals(NULL_THROWN) && engine.isFull()
                        ? new Failed(OUT_OF_MEMORY)
                        : e.end;
            }
        } catch (QuickJs.OutOfMemory | OutOfMemoryError e) {
            return new Failed(OUT_OF_MEMORY);
        } catch (StackOverflowError e) {
            return new Failed(STACK_OVERFLOW);
        } catch (InterruptedException e) {
            return new Failed(ABORTED);
        } catch (WasmEngineException e) {
            // The engine's stack is at the bottom of its memory.
            return new Failed(Thread.interrupted() ? ABORTED : STACK_OVERFLOW);
        } finally {
            begun.countDown();
        }
    }

    private End run(QuickJs engine, Prepared prepared) throws InterruptedException {
        engine.run(prepared.start());
        while (calls.isUnderWay()) {
            computing(false);
            next = calls.next();
            hasCalled();
            computing(true);
            engine.run(prepared.next());
        }
        return new Failed("Error: The script is waiting on a promise that can never settle: no tool call is pending,"
                + " and timers do not exist here.");
    }

    /** Answers the engine: JSON, a mark for nothing, or an error behind an exclamation mark. */
    private String answer(String operation, String argument) {
        computing(false);
        try {
            var answer = answer(operation, Json.parse(argument));
            return answer == null ? NOTHING : Json.write(answer);
        } catch (IllegalArgumentException e) {
            return "!" + e.getMessage();
        } catch (InterruptedException e) {
            throw new Stopped(ABORTED);
        } finally {
            computing(true);
        }
    }

    private @Nullable Object answer(String operation, @Nullable Object argument) throws InterruptedException {
        var values = argument instanceof List<?> list ? list : List.of();
        switch (operation) {
            case "begin" -> {
                return setup();
            }
            case "call" -> {
                return call((String) values.getFirst(), values.get(1));
            }
            case "next" -> {
                return next();
            }
            case "searchTools" -> {
                return tools.search(at(values, 0), at(values, 1));
            }
            case "describeTool" -> {
                return tools.describe(at(values, 0));
            }
            case "describeNamespace" -> {
                return tools.namespace(at(values, 0));
            }
            case "frames" -> {
                return frames((String) Objects.requireNonNull(argument));
            }
            case "main" -> begun.countDown();
            case "text" -> output.text((String) Objects.requireNonNull(argument));
            case "console" -> output.console((String) Objects.requireNonNull(argument));
            case "image" -> output.image((String) values.getFirst(), (String) values.get(1));
            case "done" -> {
                if (values.size() > 1) {
                    output.text((String) values.get(1));
                }
                throw new Stopped(new Completed(Store.changes((List<?>) values.getFirst())));
            }
            case "failed" -> throw new Stopped((String) Objects.requireNonNull(argument));
            default -> {
                return models.answer(operation.substring(operation.indexOf('.') + 1), values);
            }
        }
        return null;
    }

    private static @Nullable Object at(List<?> values, int index) {
        return index < values.size() ? values.get(index) : null;
    }

    private JsonObject setup() {
        return JsonObject.of("code", source.code(), "tools", tools.all())
                .with("store", JsonObject.from(store))
                .with(
                        "seed",
                        new SplittableRandom(journal.seed()).ints(4).boxed().toList())
                .with("outputs", limits.outputs())
                .with("characters", limits.characters())
                .with("longest", Store.LONGEST)
                .with("most", Store.MOST);
    }

    private int call(String name, @Nullable Object arguments) throws InterruptedException {
        var tool = Objects.requireNonNull(tools.find(name));
        if (arguments != null && !(arguments instanceof JsonObject)) {
            throw new IllegalArgumentException(
                    "Validation failed for tool \"" + name + "\":\n  - root: expected object," + " got "
                            + kind(arguments) + "\n\nReceived arguments:\n" + Json.writeIndented(arguments));
        }
        int number = calls.begin(tool, (JsonObject) arguments);
        hasCalled();
        return number;
    }

    private static String kind(Object json) {
        return switch (json) {
            case String _ -> "string";
            case Boolean _ -> "boolean";
            case List<?> _ -> "array";
            default -> "number";
        };
    }

    private @Nullable JsonObject next() {
        var done = next;
        next = null;
        if (done == null) {
            return null;
        }
        var result = done.result();
        if (result == null) {
            throw new Stopped(ABORTED);
        }
        var tool = done.tool();
        var output = result.output();
        var structured = output.structuredContent();
        boolean declares = tool.traits().outputSchema() != null || tool.traits().server() != null;
        var json = JsonObject.of("number", done.number());
        if (structured != null && declares) {
            return json.with("ok", true).with("value", structured);
        }
        var text = Content.text(output.content());
        if (result.isError()) {
            return json.with("ok", false).with("value", text.isEmpty() ? "Tool \"" + tool.name() + "\" failed" : text);
        }
        return json.with("ok", true).with("value", plain(tool, output.content(), text));
    }

    /** Returns the text that a tool answered, or the picture that was read. */
    private static Object plain(ToolInfo tool, List<Content> content, String text) {
        for (var block : content) {
            if (block instanceof Content.Image image && ScriptTools.isRead(tool)) {
                return JsonObject.of("type", "image", "data", image.data())
                        .with("mimeType", image.mimeType())
                        .with("note", text);
            }
        }
        return text;
    }

    /** Returns the lines of a stack that are the script's. */
    private static List<String> frames(String stack) {
        return stack.lines()
                .filter(line -> line.contains(FILE_OF_ENGINE) || line.endsWith("(native)"))
                .filter(line -> !line.contains(COMPILES))
                .map(line -> line.replace(FILE_OF_ENGINE, FILE))
                .toList();
    }
}

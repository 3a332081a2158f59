package dev.pawl.testkit;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoint;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.Bus;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.registry.Counters;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.HookLoader;
import dev.pawl.loader.find.HookFile;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import dev.pawl.loader.install.LoadResult;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hooks in a fake session, ready to have events fired at them by the real engine. Nothing can be fired while one of them
 * did not load, as the program does not start then.
 *
 * <pre>{@code
 * try (var trial = HookTrial.of(new PermissionGate())) {
 *     trial.ui().answer(false);
 *     assertThat(trial.fire(TOOL_CALL, ToolCall.of("bash", new ToolInput.Bash("rm -rf /")))).isInstanceOf(Stop.class);
 * }
 * }</pre>
 */
public final class HookTrial implements AutoCloseable {
    private final FakeUi ui = new FakeUi();
    private final FakeContext context;
    private final Engine engine;
    private final CarrierGuard carriers = new CarrierGuard();
    private final List<HookError> errors = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> flags = new ConcurrentHashMap<>();
    private final List<LoadProblem> problems;
    private boolean goesOnWithoutFailed;

    private interface Loading {
        LoadResult load(HookInstaller installer) throws InterruptedException;
    }

    private HookTrial(Path cwd, Timeouts timeouts, Loading loading) throws InterruptedException {
        this(cwd, new FakeSession(cwd), timeouts, loading);
    }

    private HookTrial(Path cwd, FakeSession session, Timeouts timeouts, Loading loading) throws InterruptedException {
        context = new FakeContext(cwd, ui, session);
        var services = new HostServices(
                new Bus(), new Counters(), flags::get, HostServices.plain(cwd).builtins(), cwd);
        var loaded = loading.load(new HookInstaller(services, timeouts, errors::add));
        problems = loaded.problems();
        engine = new Engine(loaded.hooks(), timeouts, errors::add, carriers, Clock.systemUTC()).bind(context);
    }

    /** A trial of one or more hooks, in this order. */
    public static HookTrial of(Hook... hooks) throws InterruptedException {
        return in(here(), hooks);
    }

    /** A trial in a folder. */
    public static HookTrial in(Path cwd, Hook... hooks) throws InterruptedException {
        return new HookTrial(cwd, Timeouts.DEFAULT, objects(hooks));
    }

    /** A trial in which handlers have other time limits. */
    public static HookTrial within(Timeouts timeouts, Hook... hooks) throws InterruptedException {
        return new HookTrial(here(), timeouts, objects(hooks));
    }

    /** A trial of hooks in files, compiled and loaded as the program does it. A file that is wrong is an error. */
    public static HookTrial ofFiles(Path... files) throws InterruptedException {
        return inWithFiles(here(), files);
    }

    /** A trial of hooks in files, in a folder. */
    public static HookTrial inWithFiles(Path cwd, Path... files) throws InterruptedException {
        return onSession(new FakeSession(cwd), files);
    }

    /** A trial of hooks in files, on a session that exists. */
    public static HookTrial onSession(FakeSession session, Path... files) throws InterruptedException {
        var hooks = Arrays.stream(files).map(HookTrial::file).toList();
        var trial = new HookTrial(
                session.cwd(),
                session,
                Timeouts.DEFAULT,
                installer -> new HookLoader(installer, null, _ -> {}).load(hooks));
        try {
            trial.checkLoaded();
        } catch (AssertionError e) {
            trial.close();
            throw e;
        }
        return trial;
    }

    /** Goes on without the hooks that did not load, as a user may choose at the start, and as a reload does. */
    public HookTrial withoutFailedHooks() {
        goesOnWithoutFailed = true;
        return this;
    }

    private void checkLoaded() {
        var failed = problems.stream().filter(LoadProblem::fatal).toList();
        if (!failed.isEmpty() && !goesOnWithoutFailed) {
            throw new AssertionError("the program does not start, because a hook did not load: " + failed);
        }
    }

    public <E> void fire(HookPoint.Notice<E> point, E event) throws InterruptedException {
        checkLoaded();
        engine.fire(point, event);
    }

    public <E> E fire(HookPoint.Chain<E> point, E event) throws InterruptedException {
        checkLoaded();
        return engine.fire(point, event);
    }

    /** Fires at a gate. A tool call that does not name its file gets the one that the tool would find. */
    public <E, S> Decision<E, S> fire(HookPoint.Gate<E, S> point, E event) throws InterruptedException {
        checkLoaded();
        E found = found(point.event(), event);
        var decision = engine.fire(point, found);
        return decision instanceof Decision.Pass<E, S>(var passed) && passed == found ? Decision.pass(event) : decision;
    }

    private <E> E found(Class<E> type, E event) {
        if (!(event instanceof ToolCall call) || call.target() != null) {
            return event;
        }
        var home = Path.of(System.getProperty("user.home"));
        var target = CallFile.of(call.input(), context.project().cwd(), home);
        return target == null ? event : type.cast(call.withTarget(target));
    }

    /** Runs a command as if the user had typed it: {@code run("pop", "3")}. */
    public Outcome run(String name, String argsRaw) throws Exception {
        checkLoaded();
        var command = brought().command(name);
        if (command == null) {
            throw new AssertionError("no hook brings a command /" + name);
        }
        context.arguments(argsRaw);
        return command.run(context, () -> {});
    }

    /** Calls a tool of the hooks' as the model would, with arguments as JSON; what it throws is its answer. */
    public ToolOutput call(String name, String arguments) throws Exception {
        checkLoaded();
        var tool = brought().tools().get(name);
        if (tool == null) {
            throw new AssertionError("no hook brings a tool " + name);
        }
        return tool.executor().execute(JsonObject.parse(arguments), new FakeToolContext(context, engine));
    }

    /** Gives a flag of a hook a value, as the command line would; a bare switch has an empty one. */
    public HookTrial flag(String name, String value) {
        flags.put(name, value);
        return this;
    }

    /** The user who answers the dialogs. */
    public FakeUi ui() {
        return ui;
    }

    public FakeContext context() {
        return context;
    }

    public FakeSession session() {
        return context.session();
    }

    public Contributions brought() {
        return new Contributions(engine.hooks());
    }

    public Engine engine() {
        return engine;
    }

    /** The failures of handlers so far. */
    public List<HookError> errors() {
        return List.copyOf(errors);
    }

    /** What went wrong while the hooks were installed. */
    public List<LoadProblem> problems() {
        return problems;
    }

    @Override
    public void close() {
        engine.close();
        carriers.close();
    }

    /** Each is named by its class; a second one of the same class has the number 2. */
    private static Loading objects(Hook... hooks) {
        return installer -> {
            var counts = new HashMap<String, Integer>();
            var installed = new ArrayList<InstalledHook>();
            var problems = new ArrayList<LoadProblem>();
            for (var hook : hooks) {
                var name = hook.getClass().getName();
                int count = counts.merge(name, 1, Integer::sum);
                var result = installer.install(hook, source(count == 1 ? name : name + " " + count));
                installed.addAll(result.hooks());
                problems.addAll(result.problems());
            }
            return new LoadResult(installed, problems);
        };
    }

    private static HookFile file(Path file) {
        return new HookFile(file.toAbsolutePath(), source(file.toString()));
    }

    private static SourceInfo source(String path) {
        return new SourceInfo(path, SourceInfo.Scope.TEMPORARY, false, null);
    }

    private static Path here() {
        return Path.of("").toAbsolutePath();
    }
}

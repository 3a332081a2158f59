package dev.pawl.loader.install;

import dev.pawl.api.Hook;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.hooks.registry.ProcessHook;
import dev.pawl.loader.compile.HookClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets hooks register what they bring, each within its time; one that fails leaves nothing behind. */
public final class HookInstaller {
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

    private final HostServices services;
    private final Timeouts timeouts;
    private final Consumer<HookError> errors;

    public HookInstaller(HostServices services, Timeouts timeouts, Consumer<HookError> errors) {
        this.services = services;
        this.timeouts = timeouts;
        this.errors = errors;
    }

    /** Installs a hook that is an object of the program itself, after it got ready. */
    public LoadResult install(Hook hook, SourceInfo source) throws InterruptedException {
        var problem = hook instanceof ProcessHook apart ? prepare(apart, source) : null;
        return problem == null
                ? install(() -> List.of(hook), source, null)
                : new LoadResult(List.of(), List.of(problem));
    }

    /** Translating many files takes time on a slow machine, which is not the hook's fault. */
    private @Nullable LoadProblem prepare(ProcessHook hook, SourceInfo source) throws InterruptedException {
        var limit = timeouts.hookTimeout();
        try {
            Bounded.call(
                    "load " + source.path(),
                    () -> {
                        hook.prepare();
                        return hook;
                    },
                    // Multiplying a Duration computes with BigDecimal, whose start takes as long as all the rest of
                    // this.
                    limit == null ? null : Duration.ofMillis(limit.toMillis() * ProcessHook.PREPARING));
            return null;
        } catch (Bounded.Overtime e) {
            return problem(source, "reading it " + e.getMessage(), e.stack());
        } catch (Bounded.Broken e) {
            return problem(source, e.getMessage(), e.stack());
        }
    }

    private LoadResult install(Callable<List<Hook>> make, SourceInfo source, @Nullable HookClassLoader loader)
            throws InterruptedException {
        return begin(make, source, loader).result();
    }

    /**
     * Begins to install the hooks of one file.
     *
     * @param make makes them; it may run code of the file, and fail
     * @param loader closed when the hook is unloaded, or at once if it fails
     */
    public Installing begin(Callable<List<Hook>> make, SourceInfo source, @Nullable HookClassLoader loader) {
        var problems = new ArrayList<LoadProblem>();
        var installed = new InstalledHook(source, loader, errors);
        if (loader != null) {
            installed.addCloseable(loader);
        }
        var begun = Bounded.begin(
                "install " + source.path(),
                () -> {
                    long from = System.nanoTime();
                    for (var hook : make.call()) {
                        if (hook instanceof AutoCloseable belonging) {
                            installed.addCloseable(
                                    belonging instanceof ProcessHook ? belonging : bounded(source, belonging));
                        }
                        hook.install(new HookHost(installed, services, problems::add));
                    }
                    return Duration.ofNanos(System.nanoTime() - from);
                },
                timeouts.hookTimeout());
        return new Installing(source, installed, problems, begun);
    }

    /** The hooks of one file while they are installed. */
    public static final class Installing {
        private final SourceInfo source;
        private final InstalledHook installed;
        private final List<LoadProblem> problems;
        private final Bounded.Begun<Duration> begun;

        private Installing(
                SourceInfo source, InstalledHook installed, List<LoadProblem> problems, Bounded.Begun<Duration> begun) {
            this.source = source;
            this.installed = installed;
            this.problems = problems;
            this.begun = begun;
        }

        /** Waits until they are installed, or have failed or used up their time. */
        public LoadResult result() throws InterruptedException {
            try {
                installed.installed(begun.result());
                return new LoadResult(List.of(installed), problems);
            } catch (Bounded.Overtime e) {
                problems.add(
                        problem(source, "install " + e.getMessage() + "; start long work in session_start", e.stack()));
            } catch (Bounded.Broken e) {
                problems.add(problem(source, e.getMessage(), e.stack()));
            }
            installed.discard();
            return new LoadResult(List.of(), problems);
        }
    }

    /** Its goodbye is code of the hook. */
    private static AutoCloseable bounded(SourceInfo source, AutoCloseable belonging) {
        return () -> Bounded.call(
                "close " + source.path(),
                () -> {
                    belonging.close();
                    return source;
                },
                CLOSE_PATIENCE);
    }

    private static LoadProblem problem(SourceInfo source, String what, String stack) {
        return new LoadProblem(source.path(), "failed to load: " + what, true, stack);
    }
}

package dev.pawl.app;

import dev.pawl.api.HookError;
import dev.pawl.hooks.Bus;
import dev.pawl.hooks.HookInstaller;
import dev.pawl.hooks.HookLoader;
import dev.pawl.hooks.HookPlaces;
import dev.pawl.hooks.HookSettings;
import dev.pawl.hooks.HostServices;
import dev.pawl.hooks.LoadProblem;
import dev.pawl.hooks.LoadResult;
import dev.pawl.hooks.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings, trust and hooks of one start.
 *
 * @param hooks the hooks that are there, and what went wrong on the way to them
 */
record Start(Places places, Timeouts timeouts, LoadResult hooks) {
    private static final List<String> PROTECTED = List.of("extensions", "hooks", "settings.json");

    /** Reads the settings and loads the hooks. */
    static Start load(CommandLine line, Places places, Consumer<String> progress, Consumer<HookError> errors)
            throws InterruptedException {
        var problems = new ArrayList<LoadProblem>();
        var trusted = isTrusted(line, places, problems);
        var user = HookSettings.read(places.agentDir().resolve("settings.json"));
        var project = trusted ? HookSettings.read(projectDir(places).resolve("settings.json")) : HookSettings.NONE;
        problems.addAll(user.problems());
        problems.addAll(project.problems());
        // Whoever stands at a breakpoint has all the time in the world.
        var timeouts = places.debugging()
                ? Timeouts.ofMillis(0, 0)
                : Timeouts.ofMillis(
                        first(project.hookTimeout(), user.hookTimeout(), 30_000L),
                        first(project.toolCallHookTimeout(), user.toolCallHookTimeout(), 0L));
        var services = new HostServices(
                new Bus(),
                line.flags()::get,
                () -> {
                    throw new IllegalStateException("the built-in tools are not part of this version yet");
                },
                places.cwd());
        var loaded = new HookLoader(
                        new HookInstaller(services, timeouts, errors),
                        places.agentDir().resolve("cache").resolve("pawl-hooks"),
                        progress)
                .load(new HookPlaces(
                        places.agentDir(),
                        places.cwd(),
                        places.home(),
                        trusted,
                        user.entries(),
                        project.entries(),
                        line.hooks(),
                        line.noDiscovery(),
                        first(project.projectFirst(), user.projectFirst(), false)));
        problems.addAll(loaded.problems());
        return new Start(places, timeouts, new LoadResult(loaded.hooks(), problems));
    }

    /** A project that brings nothing needs no trust; one that does is trusted only if somebody said so. */
    private static boolean isTrusted(CommandLine line, Places places, List<LoadProblem> problems) {
        var approved = line.approved();
        if (approved != null) {
            return approved;
        }
        if (PROTECTED.stream().noneMatch(name -> Files.exists(projectDir(places).resolve(name)))) {
            return true;
        }
        try {
            var decision = new TrustFile(places.agentDir().resolve("trust.json")).trusts(places.cwd());
            if (decision != null) {
                return decision;
            }
            problems.add(LoadProblem.warning(
                    projectDir(places).toString(),
                    "this project brings hooks or settings of its own, which are not used because you have not"
                            + " trusted it. Look at them, then run with --approve."));
        } catch (IOException e) {
            problems.add(LoadProblem.error(
                    places.agentDir().resolve("trust.json").toString(), String.valueOf(e.getMessage())));
        }
        return false;
    }

    private static Path projectDir(Places places) {
        return places.cwd().resolve(HookPlaces.PROJECT_DIR);
    }

    private static <T> T first(@Nullable T one, @Nullable T two, T otherwise) {
        return one != null ? one : Objects.requireNonNullElse(two, otherwise);
    }
}

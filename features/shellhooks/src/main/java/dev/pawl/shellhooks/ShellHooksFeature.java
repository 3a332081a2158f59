package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.SettingsFeature;
import dev.pawl.config.trust.TrustedSet;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.known.AgentFile.Root;
import dev.pawl.shellhooks.known.Gaps;
import dev.pawl.tools.LocalTools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The hooks in files of other agents, in an agent that a program embeds: those of the organisation and the user, and those
 * of the project where its files are used.
 */
public final class ShellHooksFeature implements SettingsFeature {
    @Override
    public Set<Setting<?>> settings() {
        return Set.of(Keys.FOREIGN_HOOKS, Keys.SHELL_HOOKS_BLOCK, Keys.SHELL_HOOKS_SPLIT, Keys.SHELL_HOOKS_TRANSCRIPT);
    }

    @Override
    public Turn turn() {
        return Turn.FILES;
    }

    @Override
    public Effects at(Place place) {
        var settings = place.settings();
        if (!settings.isSet(Keys.FOREIGN_HOOKS) || !settings.get(Keys.FOREIGN_HOOKS)) {
            return none(place);
        }
        var project = place.folders().cwd();
        var system = Path.of("/");
        boolean ofProject = settings.projectTrusted();
        var hooks = new ShellHooks(
                new LocalTools(place.environment(), place.folders().home()).programs(null),
                place.folders().home(),
                place.folders().agentDir(),
                (words, _) -> words,
                (texts, event, own) -> named(project, texts, event, own),
                system,
                () -> settings.network(place.folders(), place.environment()));
        var wanted = new ShellHooks.Wanted(
                ofProject,
                ShellHooks.Scope.ALL,
                settings.get(Keys.SHELL_HOOKS_BLOCK),
                settings.get(Keys.SHELL_HOOKS_SPLIT),
                settings.get(Keys.SHELL_HOOKS_TRANSCRIPT) == Choices.Transcript.CLAUDE);
        var found = hooks.find(project, wanted);
        var problems = new ArrayList<>(found.problems());
        found.modules()
                .forEach(module -> problems.add(LoadProblem.error(
                        module.module().toString(),
                        "is a plugin whose hooks are functions, which an embedded agent does not run.")));
        problems.addAll(Gaps.of(
                system,
                place.folders().home(),
                project,
                ofProject ? EnumSet.allOf(Root.class) : EnumSet.of(Root.SYSTEM, Root.HOME)));
        report(place, problems);
        var bundled = new ArrayList<Bundled>();
        found.hooks().forEach(one -> bundled.add(new Bundled(one.hook(), one.source())));
        bundled.add(Bundled.builtin(
                "foreign-hooks", host -> host.on(HookPoints.SESSION_SHUTDOWN, (_, _) -> hooks.close())));
        return Effects.of(bundled);
    }

    /** What has an effect only together with the files is refused without them. */
    private Effects none(Place place) {
        var alone = settings().stream()
                .filter(setting ->
                        !setting.equals(Keys.FOREIGN_HOOKS) && place.settings().isSet(setting))
                .map(Setting::name)
                .collect(Collectors.joining(", "));
        if (!alone.isEmpty()) {
            throw new IllegalArgumentException(
                    "the agent was not started, because " + alone + " has no effect without foreignHooks: true.");
        }
        return Effects.of(List.of());
    }

    /** The files of the project that a command names are those that were there at the start. */
    private static TrustedScripts.Look named(Path project, List<String> texts, String event, boolean ofProject) {
        var named = TrustedSet.ofCommand(project, texts, project, event, !ofProject);
        return named.isEmpty() ? TrustedScripts.Look.AT_NOTHING : new TrustedScripts.Look(named::change, named::writes);
    }

    private static void report(Place place, Iterable<LoadProblem> problems) {
        var missing = new ArrayList<String>();
        for (var problem : problems) {
            var sentence = problem.path() + " " + problem.message();
            if (problem.fatal()) {
                missing.add(sentence);
            } else {
                place.notices().accept(sentence);
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "the agent was not started, because hooks of other agents would be missing:\n"
                            + String.join("\n", missing) + "\nCorrect them, or leave out foreignHooks.");
        }
    }
}

package dev.pawl.shellhooks;

import dev.pawl.api.Hook;
import dev.pawl.api.Host;
import dev.pawl.shellhooks.file.HttpRules;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.run.Runner;
import dev.pawl.tools.shell.PipedPrograms;
import java.nio.file.Path;
import java.util.List;

/** The hooks of one file: here one hook like any other, which listens at the points that it needs and nowhere else. */
final class FileHook implements Hook {
    private final List<ShellHook> hooks;
    private final Runner runner;
    private final PipedPrograms programs;
    private final HttpRules http;
    private final SharedTime time;
    private final Place place;

    /**
     * Where hooks run.
     *
     * @param splitEdits whether they are asked about each replacement of an edit
     */
    record Place(Path project, Path home, TrustedScripts scripts, boolean splitEdits, Surroundings session) {}

    FileHook(
            List<ShellHook> hooks,
            Runner runner,
            PipedPrograms programs,
            HttpRules http,
            SharedTime time,
            Place place) {
        this.hooks = hooks;
        this.runner = runner;
        this.programs = programs;
        this.http = http;
        this.time = time;
        this.place = place;
    }

    @Override
    public void install(Host host) {
        var state = new State();
        var activity = new Activity(hooks, place.home());
        activity.install(host);
        var firing = new Firing(
                runner,
                http,
                state,
                new HookMatch(place.home(), activity),
                new ChangedHooks(hooks, place.scripts()),
                time,
                place.session());
        var variables = new EnvFiles(programs);
        if (hooks.stream()
                .anyMatch(hook -> hook.dialect().handlers().envFileAt().contains(hook.moment()))) {
            variables.install(host);
        }
        new ToolPoints(hooks, firing, state, place).install(host);
        new ModelPoints(firing, place.project()).install(host, hooks);
        new SessionPoints(hooks, firing, state, place.project(), variables).install(host);
    }
}

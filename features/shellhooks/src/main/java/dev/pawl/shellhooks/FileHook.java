package dev.pawl.shellhooks;

import dev.pawl.api.Hook;
import dev.pawl.api.Host;
import dev.pawl.shellhooks.dialect.Dialect.Rule;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.HttpRules;
import dev.pawl.shellhooks.file.ShellHook;
import java.util.List;

/**
 * The hooks of one file: here one hook like any other, which listens at the points that it needs and nowhere else.
 *
 * @param http the rules for web addresses in all files
 * @param time the time that hooks of all files have together
 */
record FileHook(List<ShellHook> hooks, HttpRules http, SharedTime time, Surroundings around) implements Hook {
    @Override
    public void install(Host host) {
        var activity = new Activity(hooks, around.home());
        activity.install(host);
        var firing = new Firing(this, activity);
        var variables = new EnvFiles(around.programs());
        if (hooks.stream().anyMatch(hook -> hook.dialect().has(Rule.VARIABLES, hook.moment()))) {
            variables.install(host);
        }
        new ToolPoints(this, firing).install(host);
        new ModelPoints(firing).install(host, hooks);
        new SessionPoints(this, firing, variables).install(host);
        var files = new FilePoints(firing, around, variables);
        var tasks = new TaskPoints(firing);
        hooks.forEach(hook -> {
            files.install(host, hook);
            tasks.install(host, hook);
        });
        firing.install(host);
    }

    /** Returns the hooks that run at a moment. */
    List<ShellHook> hooks(Moment moment) {
        return hooks.stream().filter(hook -> hook.moment() == moment).toList();
    }
}

package dev.pawl.start;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.policy.Policy;
import dev.pawl.policy.PolicySetup;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.policy.permission.Grants;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.policy.secret.SecretStore;
import dev.pawl.tools.LocalTools;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The hooks of the policy, where the settings or the command line ask for them; nothing of it is loaded otherwise. */
final class BundledHooks {
    private final CommandLine line;
    private final LocalTools tools;
    private final NoticePrinter notices;
    private final @Nullable SecretStore secrets;
    private final Grants grants = new Grants();
    private final Map<Path, ConfinedShell> shells = new ConcurrentHashMap<>();

    /** @param secrets the values that nothing may show; null if there are none */
    BundledHooks(CommandLine line, LocalTools tools, NoticePrinter notices, @Nullable SecretStore secrets) {
        this.secrets = secrets;
        this.line = line;
        this.tools = tools;
        this.notices = notices;
    }

    /** Returns whether one of them is requested. */
    static boolean areAsked(CommandLine line, Settings settings, Folders folders) {
        return settings.isSet(Keys.PERMISSIONS)
                || settings.isSet(Keys.BUDGET)
                || settings.isSet(Keys.SANDBOX)
                || settings.isSet(Keys.CHECKPOINTS)
                || settings.isSet(Keys.SECRETS)
                || line.value(Option.PERMISSION_MODE) != null
                || Policy.hasRulesOfOthers(settings, folders);
    }

    /**
     * These hooks behind others, which may refuse a call before the user is asked about it.
     *
     * @param sandboxed whether the settings put every command into a sandbox
     * @param ownShell whether commands run in a shell of this machine
     */
    LoadResult behind(LoadResult others, HookInstaller installer, Project project, boolean sandboxed, boolean ownShell)
            throws InterruptedException {
        var folders = project.folders();
        var settings = project.settings();
        var made = Policy.hooks(new PolicySetup(
                folders,
                settings,
                line.value(Option.PERMISSION_MODE),
                grants,
                tools.programs(null),
                sandboxed || ownShell ? confined(folders, settings, sandboxed) : null,
                secrets));
        made.problems().forEach(problem -> notices.report(new Notice("", problem, true)));
        made.notices().forEach(notice -> notices.report(Notice.of(notice)));
        if (!made.problems().isEmpty()) {
            notices.report(new Notice(
                    "",
                    "Until that is corrected, every tool call is asked about, and with a budget no request is made.",
                    true));
        }
        var all = others;
        for (var one : made.hooks()) {
            all = all.with(installer.install(one.hook(), one.source()));
        }
        return all;
    }

    private ConfinedShell confined(Folders folders, Settings settings, boolean sandboxed) {
        var path = settings.shellPath(folders);
        var shell = path == null ? null : path.toString();
        var made = new ConfinedShell(tools.localBash(), tools.environment(), shell, sandboxed);
        return Objects.requireNonNull(
                shells.compute(folders.cwd(), (_, before) -> before == null ? made : before.orIfDifferent(made)));
    }

    /** The command that runs in a project instead of this one, confined as its rules say. */
    String line(Path project, String command, Path cwd) {
        var shell = shells.get(project);
        return shell == null ? command : shell.line(command, cwd);
    }

    /** Returns what rules of a project keep from a command. */
    Confinement confinement(Path project, String command, Path cwd) {
        var shell = shells.get(project);
        return shell == null ? Confinement.NONE : shell.confinement(command, cwd);
    }
}

package dev.pawl.app.wiring;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.app.cli.CommandLine;
import dev.pawl.app.cli.Notice;
import dev.pawl.app.cli.NoticePrinter;
import dev.pawl.app.cli.Option;
import dev.pawl.base.RegularFile;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.find.LoadProblem;
import dev.pawl.hooks.install.HookInstaller;
import dev.pawl.hooks.install.LoadResult;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.policy.Policy;
import dev.pawl.policy.PolicySetup;
import dev.pawl.policy.permission.Grants;
import dev.pawl.policy.sandbox.SandboxHook;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hooks of the policy, where the settings or the command line ask for them; nothing of it is loaded otherwise. */
final class BundledHooks {
    private static final int LARGEST = 8 << 20;

    private final CommandLine line;
    private final LocalTools tools;
    private final NoticePrinter notices;
    private final Grants grants = new Grants();

    BundledHooks(CommandLine line, LocalTools tools, NoticePrinter notices) {
        this.line = line;
        this.tools = tools;
        this.notices = notices;
    }

    /** Whether one of them is requested. */
    static boolean areAsked(CommandLine line, Folders folders, Settings settings) {
        return settings.isSet(Keys.PERMISSIONS)
                || settings.isSet(Keys.BUDGET)
                || settings.isSet(Keys.SANDBOX)
                || settings.isSet(Keys.CHECKPOINTS)
                || line.value(Option.PERMISSION_MODE) != null
                || !unreadable(folders, settings).isEmpty();
    }

    /**
     * These hooks behind others, which may refuse a call before the user is asked about it.
     *
     * @param inside the shell in a sandbox; null if none is asked for
     */
    LoadResult behind(
            LoadResult others,
            HookInstaller installer,
            Folders folders,
            Settings settings,
            @Nullable BashOperations inside)
            throws InterruptedException {
        var made = Policy.hooks(new PolicySetup(
                folders,
                settings,
                line.value(Option.PERMISSION_MODE),
                unreadable(folders, settings),
                grants,
                tools.programs(null)));
        made.problems().forEach(problem -> notices.report(new Notice("", problem, true)));
        made.notices().forEach(notice -> notices.report(Notice.of(notice)));
        if (!made.problems().isEmpty()) {
            notices.report(new Notice(
                    "",
                    "Until that is corrected, every tool call is asked about, and with a budget no request is made.",
                    true));
        }
        var hooks = new ArrayList<InstalledHook>(others.hooks());
        var problems = new ArrayList<LoadProblem>(others.problems());
        var bundled = new ArrayList<>(made.hooks());
        if (inside != null) {
            bundled.add(new Policy.Bundled("sandbox", new SandboxHook(inside)));
        }
        for (var one : bundled) {
            var source = new SourceInfo("builtin:" + one.name(), SourceInfo.Scope.BUILTIN, false, null);
            var installed = installer.install(one.hook(), source);
            hooks.addAll(installed.hooks());
            problems.addAll(installed.problems());
        }
        return new LoadResult(hooks, problems);
    }

    /** Settings files that cannot be read, by the policy that they mention: an unknown policy is no reason to allow. */
    private static Map<String, List<String>> unreadable(Folders folders, Settings settings) {
        var files = new HashMap<String, List<String>>();
        for (var setting : List.of(Keys.PERMISSIONS, Keys.BUDGET, Keys.CHECKPOINTS)) {
            var lost = unreadable(folders, settings, setting);
            if (!lost.isEmpty()) {
                files.put(setting.name(), lost);
            }
        }
        return files;
    }

    /** Settings files that cannot be read though they mention a setting. */
    static List<String> unreadable(Folders folders, Settings settings, Setting<?> setting) {
        var files = new ArrayList<String>();
        for (var layer : Layer.values()) {
            var file = folders.settingsFile(layer);
            var broken = settings.problems().stream()
                    .anyMatch(problem -> problem.where().equals(file.toString())
                            && problem.message().startsWith("cannot be read"));
            if (broken && mentions(file, setting)) {
                files.add(file.toString());
            }
        }
        return files;
    }

    private static boolean mentions(Path file, Setting<?> setting) {
        if (Files.isDirectory(file)) {
            return false;
        }
        try {
            return new String(RegularFile.read(file, LARGEST), StandardCharsets.ISO_8859_1)
                    .contains("\"" + setting.name() + "\"");
        } catch (IOException e) {
            return true;
        }
    }
}

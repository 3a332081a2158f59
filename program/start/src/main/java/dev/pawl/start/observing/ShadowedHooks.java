package dev.pawl.start.observing;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.hooks.registry.InstalledHook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hooks that the settings let run with their decisions recorded and not applied. Those of an organisation are never
 * among them, for nobody but the organisation switches them off.
 */
public final class ShadowedHooks {
    private static final String BUILTIN = "builtin:";

    private ShadowedHooks() {}

    /** Marks them; a name that fits no hook is reported, because its hook decides after all. */
    public static void mark(List<InstalledHook> hooks, Settings settings, NoticePrinter notices) {
        var wanted = settings.get(Keys.SHADOW);
        if (wanted == null) {
            return;
        }
        if (wanted.bool("hooks", false)) {
            hooks.stream()
                    .filter(hook -> hook.source().scope() != SourceInfo.Scope.BUILTIN)
                    .filter(hook -> !ForeignFiles.isOfOrganisation(hook.path()))
                    .forEach(InstalledHook::shadow);
            return;
        }
        for (var name : names(wanted.get("hooks"))) {
            var found = hooks.stream().filter(hook -> isNamed(hook, name)).toList();
            for (var hook : found) {
                if (ForeignFiles.isOfOrganisation(hook.path())) {
                    notices.report(new Notice(
                            "",
                            "the setting shadow does not count for " + hook.path() + ", a hook of your organisation.",
                            true));
                } else {
                    hook.shadow();
                }
            }
            if (found.isEmpty()) {
                notices.report(new Notice(
                        "",
                        "the setting shadow names \"" + name + "\", and no loaded hook has that name or path. \"pawl"
                                + " hooks\" lists them.",
                        true));
            }
        }
    }

    private static List<String> names(@Nullable Object written) {
        var names = new ArrayList<String>();
        if (written instanceof String name) {
            names.add(name);
        } else if (written instanceof List<?> list) {
            list.forEach(name -> names.add(String.valueOf(name)));
        }
        return names;
    }

    /** By its path, the end of its path, or the name of a bundled one. */
    private static boolean isNamed(InstalledHook hook, String name) {
        var path = hook.path();
        return path.equals(name)
                || path.equals(BUILTIN + name)
                || path.endsWith("/" + name)
                || path.matches(".*/\\Q" + name + "\\E\\.(java|jar|ts|js|mjs|cjs)");
    }
}

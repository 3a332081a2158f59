package dev.pawl.loader.find;

import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.base.glob.PathEntries;
import dev.pawl.hooks.registry.LoadProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the hooks of one start: in the user's and the project's folders, in settings and on the command line. */
public final class HookFinder {
    private static final Pattern BUILTIN = Pattern.compile("[+!-]?builtin:.*", Pattern.DOTALL);

    private final HookPlaces places;
    private final Set<LoadProblem> problems = new LinkedHashSet<>();

    private HookFinder(HookPlaces places) {
        this.places = places;
    }

    public static FoundHooks find(HookPlaces places) {
        var finder = new HookFinder(places);
        var hooks = finder.once(finder.inOrder());
        return new FoundHooks(hooks, List.copyOf(finder.problems));
    }

    private List<HookFile> inOrder() {
        var cli = cli();
        if (places.noDiscovery()) {
            return cli;
        }
        var user = scope(Scope.USER, places.agentDir(), places.named().user());
        var project = places.trusted()
                ? scope(Scope.PROJECT, places.projectDir(), places.named().project())
                : List.<HookFile>of();
        var all = new ArrayList<HookFile>();
        if (places.projectFirst()) {
            all.addAll(cli);
            all.addAll(project);
            all.addAll(user);
            all.addAll(places.named().packages());
        } else {
            all.addAll(user);
            all.addAll(ofPackages(Scope.USER));
            all.addAll(ofPackages(Scope.PROJECT));
            all.addAll(project);
            all.addAll(cli);
        }
        return all;
    }

    private List<HookFile> ofPackages(Scope scope) {
        return places.named().packages().stream()
                .filter(hook -> (hook.source().scope() == Scope.PROJECT) == (scope == Scope.PROJECT))
                .toList();
    }

    /** Returns the hooks that the settings of a scope name, then those in its folders. */
    private List<HookFile> scope(Scope scope, Path base, List<String> written) {
        var search = new HookSearch(
                places, scope, base, base.resolve("settings.json").toString(), problems);
        var entries = PathEntries.parse(
                written.stream().filter(entry -> !isBuiltin(entry)).toList(),
                base,
                entry -> search.path(base, entry),
                (glob, e) -> search.warning(
                        base.resolve("settings.json"),
                        "excludes hooks by \"!" + glob + "\", which is no glob: " + e.getMessage()));
        var discovered = new ArrayList<HookFile>();
        for (var folder : HookPlaces.foldersIn(base)) {
            discovered.addAll(search.folder(folder));
        }
        var named = new ArrayList<HookFile>();
        entries.named().forEach(path -> named.addAll(search.named(path)));
        entries.globs().forEach(glob -> named.addAll(search.matching(base, glob)));
        for (var forced : entries.forced()) {
            if (discovered.stream().noneMatch(hook -> hook.path().startsWith(forced))) {
                named.addAll(search.named(forced));
            }
        }
        named.addAll(discovered);
        return named.stream().filter(hook -> entries.allows(hook.path())).toList();
    }

    private List<HookFile> cli() {
        var search = new HookSearch(places, Scope.TEMPORARY, null, "the command line", problems);
        var found = new ArrayList<HookFile>();
        for (var written : places.named().commandLine()) {
            var path = isBuiltin(written) ? null : search.path(places.cwd(), written);
            if (path != null) {
                found.addAll(search.named(path));
            }
        }
        return found;
    }

    /** Hooks that come with the program are found by their names, elsewhere. */
    private static boolean isBuiltin(String entry) {
        return BUILTIN.matcher(entry).matches();
    }

    /** The same file may be reached on several ways; the first one counts. */
    private List<HookFile> once(List<HookFile> hooks) {
        var byRealPath = new LinkedHashMap<Path, HookFile>();
        for (var hook : hooks) {
            try {
                byRealPath.putIfAbsent(hook.path().toRealPath(), hook);
            } catch (IOException _) {
                byRealPath.putIfAbsent(hook.path(), hook);
            }
        }
        return List.copyOf(byRealPath.values());
    }
}

package dev.pawl.loader.find;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.hooks.registry.LoadProblem;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Finds the hooks at a path of an installed package. */
public final class PackageHooks {
    private PackageHooks() {}

    /**
     * Returns the hooks that a file or folder stands for; none if it holds no hook.
     *
     * @param root the folder of the package
     */
    public static List<HookFile> at(Path path, Path root, Scope scope, Collection<LoadProblem> problems) {
        var places = new HookPlaces(root, root, root, false, HookPlaces.Named.NONE, true, false);
        var search =
                new HookSearch(places, scope, root, root.resolve("package.json").toString(), problems);
        return search.inPackage(path).stream()
                .map(file -> file(file.path(), root, scope))
                .toList();
    }

    /** Returns a hook of a package, found before. */
    public static HookFile file(Path path, Path root, Scope scope) {
        return new HookFile(path, new SourceInfo(path.toString(), scope, true, root.toString()));
    }
}

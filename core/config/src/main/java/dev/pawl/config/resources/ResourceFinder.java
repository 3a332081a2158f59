package dev.pawl.config.resources;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.base.glob.GlobWalk;
import dev.pawl.base.glob.PathEntries;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import dev.pawl.config.trust.SharedSkills;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the files of one kind that a request asks for, each of them once. */
final class ResourceFinder {
    private final ResourceRequest request;
    private final ResourceKind kind;
    private final Collection<Problem> problems;
    private final List<ResourceFile> found = new ArrayList<>();
    private final Set<Path> seen = new HashSet<>();

    private ResourceFinder(ResourceRequest request, ResourceKind kind, Collection<Problem> problems) {
        this.request = request;
        this.kind = kind;
        this.problems = problems;
    }

    static List<ResourceFile> find(ResourceRequest request, ResourceKind kind, Collection<Problem> problems) {
        var finder = new ResourceFinder(request, kind, problems);
        if (!request.noDiscovery()) {
            if (request.settings().projectTrusted()) {
                finder.layer(Layer.PROJECT);
            }
            finder.layer(Layer.USER);
            finder.contributed(request.packages());
        }
        finder.commandLine();
        finder.contributed(request.contributed());
        return finder.found;
    }

    /** The files that a layer's settings name, then those in its folders. */
    private void layer(Layer layer) {
        var folders = request.folders();
        var base = folders.of(layer);
        var scope = layer == Layer.USER ? Scope.USER : Scope.PROJECT;
        var entries = PathEntries.parse(
                request.settings().entries(layer, kind.setting()),
                base,
                entry -> path(layer, entry),
                (glob, e) -> wrong(layer, "excludes \"!" + glob + "\", which is no glob: " + e.getMessage()));
        var discovered = new ArrayList<Path>();
        for (var folder : places(layer)) {
            var within = layer == Layer.USER ? null : folders.confines(folder);
            discovered.addAll(ResourceWalk.in(folder, kind, false, within, problems));
        }
        var origin = folders.settingsFile(layer).toString();
        var named = new ArrayList<Path>();
        for (var path : entries.named()) {
            named.addAll(at(path, origin, false, true, confinesOfNamed(layer, path)));
        }
        for (var glob : entries.globs()) {
            named.addAll(matching(layer, glob, origin));
        }
        for (var path : entries.forced()) {
            if (discovered.stream().noneMatch(file -> file.startsWith(path))) {
                named.addAll(at(path, origin, false, true, confinesOfNamed(layer, path)));
            }
        }
        named.addAll(discovered);
        for (var file : named) {
            if (entries.allows(file)) {
                add(file, new SourceInfo(file.toString(), scope, false, base.toString()));
            }
        }
    }

    private @Nullable Path path(Layer layer, String written) {
        var folders = request.folders();
        var path = written.isBlank() ? null : folders.find(folders.of(layer), written);
        if (path == null) {
            wrong(layer, "names \"" + written + "\", which is no path. Write a path or take it out.");
        }
        return path;
    }

    private void wrong(Layer layer, String what) {
        problems.add(Problem.error(request.folders().settingsFile(layer), kind.folder + " " + what));
    }

    /** A file in a project must not be a link that leads out of it. A path elsewhere is one that settings name. */
    private @Nullable Path confinesOfNamed(Layer layer, Path path) {
        var whole = layer == Layer.USER
                ? null
                : request.folders().confines(request.folders().cwd());
        return whole != null && path.startsWith(whole) ? whole : null;
    }

    private List<Path> places(Layer layer) {
        var places = new ArrayList<Path>();
        places.add(request.folders().of(layer).resolve(kind.folder));
        if (kind == ResourceKind.SKILL && layer == Layer.PROJECT) {
            places.addAll(SharedSkills.of(request.folders()));
        } else if (kind == ResourceKind.SKILL) {
            places.add(SharedSkills.in(request.folders().home()));
        }
        return places;
    }

    private void commandLine() {
        var cwd = request.folders().cwd();
        for (var written : request.commandLine()) {
            var path = written.isBlank() ? null : request.folders().find(cwd, written);
            if (path == null) {
                problems.add(Problem.error("the command line", "names " + kind.noun + " by what is no path."));
                continue;
            }
            for (var file : at(path, "the command line", true, false, null)) {
                add(file, new SourceInfo(file.toString(), Scope.TEMPORARY, false, null));
            }
        }
    }

    private void contributed(List<ResourceRequest.Contribution> contributions) {
        for (var contribution : contributions) {
            var origin = contribution.origin();
            var path = request.folders().cwd().resolve(contribution.path()).normalize();
            for (var file : at(path, origin.path(), false, false, null)) {
                add(file, new SourceInfo(file.toString(), origin.scope(), origin.fromPackage(), origin.baseDir()));
            }
        }
    }

    /** The files at a path that a user wrote down, so that an empty result is reported. */
    private List<Path> at(Path path, String origin, boolean error, boolean deep, @Nullable Path within) {
        if (Files.isDirectory(path)) {
            return ResourceWalk.in(path, kind, deep, within, problems);
        }
        if (Files.isRegularFile(path) && path.toString().endsWith(kind.suffix)) {
            return ResourceWalk.isInside(path, within, problems) ? List.of(path) : List.of();
        }
        var message = Files.exists(path)
                ? kind.form + "; this, which " + origin + " names, is none."
                : "there is no such file or folder, but " + origin + " names it as " + kind.noun
                        + ". Correct the path or take it out.";
        problems.add(error ? Problem.error(path, message) : Problem.warning(path, message));
        return List.of();
    }

    /** The files that a glob means; folders that match are searched. */
    private List<Path> matching(Layer layer, Path pattern, String origin) {
        var within = confinesOfNamed(layer, pattern);
        var files = new ArrayList<Path>();
        var base = request.folders().of(layer);
        for (var hit : GlobWalk.expand(base, pattern, _ -> true, this::unreadable)) {
            if (Files.isDirectory(hit, LinkOption.NOFOLLOW_LINKS)) {
                files.addAll(ResourceWalk.in(hit, kind, true, within, problems));
            } else if (hit.toString().endsWith(kind.suffix) && ResourceWalk.isInside(hit, within, problems)) {
                files.add(hit);
            }
        }
        if (files.isEmpty()) {
            problems.add(Problem.warning(
                    pattern, "nothing matches this, which " + origin + " names under " + kind.folder + "."));
        }
        return files;
    }

    private void unreadable(Path path, IOException why) {
        problems.add(Problem.warning(path, "cannot be searched: " + TextFile.why(why) + "."));
    }

    /** The same file may be reached on several ways; the first one counts. */
    private void add(Path file, SourceInfo source) {
        if (seen.add(Folders.canonical(file))) {
            found.add(new ResourceFile(file, source));
        }
    }
}

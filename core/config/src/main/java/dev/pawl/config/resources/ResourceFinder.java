package dev.pawl.config.resources;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.base.glob.Glob;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import dev.pawl.config.trust.SharedSkills;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the files of one kind that a request asks for, each of them once. */
final class ResourceFinder {
    private static final int DEEPEST = 8;

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
        var entries = ResourceEntries.parse(
                request.settings().entries(layer, kind.setting()), folders, layer, kind, problems);
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
            named.addAll(matching(glob, origin, confinesOfNamed(layer, glob)));
        }
        for (var path : entries.forced()) {
            if (discovered.stream().noneMatch(file -> file.startsWith(path))) {
                named.addAll(at(path, origin, false, true, confinesOfNamed(layer, path)));
            }
        }
        named.addAll(discovered);
        for (var file : named) {
            if (entries.isEmpty() || entries.allows(file)) {
                add(file, new SourceInfo(file.toString(), scope, false, base.toString()));
            }
        }
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

    /** The files that a glob means; folders that match are searched. Links are not followed. */
    private List<Path> matching(Path pattern, String origin, @Nullable Path within) {
        var start = pattern.getRoot();
        int literal = 0;
        while (literal < pattern.getNameCount() - 1
                && !Glob.isGlob(pattern.getName(literal).toString())) {
            start = start == null ? null : start.resolve(pattern.getName(literal));
            literal++;
        }
        var hits = new ArrayList<Path>();
        if (start != null && Files.isDirectory(start)) {
            var wild = ResourceEntries.slashes(pattern.subpath(literal, pattern.getNameCount()));
            hits.addAll(hits(start, Glob.lenient(wild, false), within));
        }
        if (hits.isEmpty()) {
            problems.add(Problem.warning(
                    pattern, "nothing matches this, which " + origin + " names under " + kind.folder + "."));
        }
        return hits;
    }

    private List<Path> hits(Path start, Glob glob, @Nullable Path within) {
        var hits = new ArrayList<Path>();
        try {
            Files.walkFileTree(start, Set.of(), DEEPEST, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    if (!folder.equals(start) && isPassedOver(folder)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    if (!folder.equals(start) && matches(folder)) {
                        hits.addAll(ResourceWalk.in(folder, kind, true, within, problems));
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (!isPassedOver(file)
                            && file.toString().endsWith(kind.suffix)
                            && matches(file)
                            && ResourceWalk.isInside(file, within, problems)) {
                        hits.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException why) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) {
                    return FileVisitResult.CONTINUE;
                }

                private boolean matches(Path path) {
                    var relative = ResourceEntries.slashes(start.relativize(path));
                    return glob.matches(relative);
                }
            });
        } catch (IOException e) {
            problems.add(Problem.warning(start, "cannot be searched: " + TextFile.why(e) + "."));
        }
        hits.sort(null);
        return hits;
    }

    private static boolean isPassedOver(Path path) {
        var name = path.getFileName().toString();
        return name.startsWith(".") || name.equals("node_modules");
    }

    /** The same file may be reached on several ways; the first one counts. */
    private void add(Path file, SourceInfo source) {
        if (seen.add(Folders.canonical(file))) {
            found.add(new ResourceFile(file, source));
        }
    }
}

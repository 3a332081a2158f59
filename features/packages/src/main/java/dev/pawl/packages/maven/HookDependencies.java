package dev.pawl.packages.maven;

import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.depend.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Finds the libraries that Java hooks ask for with {@code //DEPS}: those of the lock file, which must have the hashes that
 * it records, or, if it records nothing for what is asked, those that Maven's resolver finds.
 */
public final class HookDependencies implements Dependencies {
    private final Setup setup;

    /**
     * Where and how libraries are looked for.
     *
     * @param home the folder of Maven's settings, with the local repository in it
     * @param agentDir the user's folder
     * @param progress receives what is going on before something that takes its time
     * @param recorded receives a lock file that was written
     */
    public record Setup(
            Path home, Path agentDir, boolean offline, Consumer<String> progress, Consumer<Path> recorded) {}

    public HookDependencies(Setup setup) {
        this.setup = setup;
    }

    @Override
    public List<Path> resolve(Wanted wanted) throws IOException, InterruptedException {
        var coordinates = new ArrayList<Coordinates>();
        try {
            wanted.coordinates().forEach(one -> coordinates.add(Coordinates.parse(one)));
        } catch (IllegalArgumentException e) {
            throw new IOException("//DEPS " + e.getMessage(), e);
        }
        var repositories = new MavenRepositories(setup.agentDir()).allowed(wanted.repositories());
        var asked = HookLock.asked(coordinates, wanted.repositories());
        var file = lockFile(wanted);
        var lock = HookLock.read(file);
        if (lock != null && lock.asked().equals(asked)) {
            return locked(lock, repositories, file);
        }
        var files = new LinkedHashMap<Coordinates, String>();
        var jars = new ArrayList<Path>();
        setup.progress().accept("looking for " + String.join(", ", wanted.coordinates()));
        for (var found : ask(new Resolver.Request(coordinates, true, repositories, setup.home(), setup.offline()))) {
            files.put(found.coordinates(), HookLock.hash(found.file()));
            jars.add(found.file());
        }
        record(new HookLock(asked, files), file, wanted);
        return jars;
    }

    /** A package's folder is left as it was installed. */
    private Path lockFile(Wanted wanted) {
        if (!wanted.hook().source().fromPackage()) {
            return wanted.lock();
        }
        var name = UUID.nameUUIDFromBytes(
                wanted.hook().path().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return setup.agentDir().resolve("packages").resolve("locks").resolve(name + ".lock");
    }

    private void record(HookLock lock, Path file, Wanted wanted) {
        try {
            Files.createDirectories(file.getParent());
            lock.write(file, wanted.hook().name());
            setup.recorded().accept(file);
        } catch (IOException e) {
            setup.progress().accept(file + " cannot be written, so the libraries are not pinned: " + e.getMessage());
        }
    }

    private List<Path> locked(HookLock lock, List<String> repositories, Path file) throws IOException {
        var repository = setup.home().resolve("repository");
        var jars = new LinkedHashMap<Coordinates, Path>();
        var missing = new ArrayList<Coordinates>();
        lock.files().keySet().forEach(one -> {
            var path = one.in(repository);
            jars.put(one, path);
            if (!Files.isRegularFile(path)) {
                missing.add(one);
            }
        });
        if (!missing.isEmpty()) {
            setup.progress().accept("fetching " + missing.size() + " libraries that " + file.getFileName() + " names");
            ask(new Resolver.Request(missing, false, repositories, setup.home(), setup.offline()))
                    .forEach(found -> jars.put(found.coordinates(), found.file()));
        }
        for (var one : lock.files().entrySet()) {
            check(one, jars, file);
        }
        return List.copyOf(jars.values());
    }

    private static void check(Map.Entry<Coordinates, String> wanted, Map<Coordinates, Path> jars, Path file)
            throws IOException {
        var jar = jars.getOrDefault(wanted.getKey(), file);
        var hash = HookLock.hash(jar);
        if (!hash.equals(wanted.getValue())) {
            throw new IOException(jar + " has the hash " + hash + ", but " + file + " has " + wanted.getValue()
                    + ". One of them was changed; delete the lock file only if you know why");
        }
    }

    private List<Resolver.Found> ask(Resolver.Request request) throws IOException {
        return resolved(request, setup.progress());
    }

    /** Asks Maven's resolver, which is loaded for this and gone afterwards. */
    public static List<Resolver.Found> resolved(Resolver.Request request, Consumer<String> progress)
            throws IOException {
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        try (var loader = ResolverLoader.open()) {
            thread.setContextClassLoader(loader);
            return loader.resolver().resolve(request, progress);
        } catch (IOException e) {
            throw new IOException(
                    (request.offline() ? "nothing is fetched while offline, and " : "")
                            + "the libraries cannot be had: " + e.getMessage(),
                    e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}

package dev.pawl.packages.maven;

import dev.pawl.base.InsideLoader;
import dev.pawl.base.RegularFile;
import dev.pawl.base.Sha256;
import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.depend.Wanted;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

    /**
     * The file beside a hook that records which libraries it was given, with their hashes.
     *
     * @param asked what the hook asked for
     * @param files coordinates to hashes
     */
    private record HookLock(String asked, Map<Coordinates, String> files) {
        private static final int LARGEST = 4 << 20;
        private static final int COLUMNS = 2;

        /** Null if there is none. */
        static @Nullable HookLock read(Path file) throws IOException {
            String text;
            try {
                text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
            } catch (NoSuchFileException e) {
                return null;
            }
            var asked = "";
            var files = new LinkedHashMap<Coordinates, String>();
            for (var line : text.lines().toList()) {
                if (line.startsWith("asks ")) {
                    asked = line.substring("asks ".length());
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    var words = line.split(" ", COLUMNS);
                    try {
                        if (words.length != COLUMNS || !words[1].startsWith("sha256-")) {
                            throw new IllegalArgumentException("there is no hash in it");
                        }
                        files.put(Coordinates.parse(words[0]), words[1]);
                    } catch (IllegalArgumentException e) {
                        throw new IOException(
                                file + " cannot be understood at \"" + line + "\": " + e.getMessage()
                                        + ". Correct it, or delete it to look for the libraries again",
                                e);
                    }
                }
            }
            return new HookLock(asked, files);
        }

        static String asked(List<Coordinates> coordinates, List<String> repositories) {
            var words = new StringBuilder();
            coordinates.forEach(one -> words.append(words.isEmpty() ? "" : " ").append(one));
            repositories.forEach(one -> words.append(" from ").append(one));
            return words.toString();
        }

        void write(Path file, String hook) throws IOException {
            var text = new StringBuilder(
                            "# The libraries of " + hook + " and their hashes. Keep this file with the hook.\n")
                    .append("asks ")
                    .append(asked)
                    .append('\n');
            files.forEach((coordinates, hash) ->
                    text.append(coordinates).append(' ').append(hash).append('\n'));
            var fresh = Files.createTempFile(file.getParent(), ".", ".lock");
            try {
                Files.writeString(fresh, text);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
        }

        static String hash(Path file) throws IOException {
            return "sha256-" + Sha256.hex(file);
        }
    }

    /**
     * Loads Maven's resolver from the jars that this room carries as resources.
     *
     * <p>They are on no class path, so that no start and no start-up cache knows them; the one class of Pawl that is compiled
     * against them is loaded beside them.
     */
    private static final class ResolverLoader extends InsideLoader {
        private static final List<String> JARS =
                List.of("uber.jar", "context.jar", "slf4j-api.jar", "slf4j-nop.jar", "jcl-over-slf4j.jar");

        private final Path folder;

        private ResolverLoader(Path folder, URL[] jars) {
            super("maven-resolver", ResolverLoader.class, jars, getPlatformClassLoader());
            this.folder = folder;
        }

        static ResolverLoader open() throws IOException {
            var folder = Files.createTempDirectory("pawl-resolver");
            var urls = new URL[JARS.size()];
            for (int i = 0; i < urls.length; i++) {
                var file = folder.resolve(JARS.get(i));
                try (var in = resource("resolver/" + JARS.get(i))) {
                    Files.copy(in, file);
                }
                urls[i] = file.toUri().toURL();
            }
            return new ResolverLoader(folder, urls);
        }

        private static InputStream resource(String name) throws IOException {
            var in = ResolverLoader.class.getResourceAsStream(name);
            if (in == null) {
                throw new IOException("this program was built without " + name + ", which resolves Maven coordinates");
            }
            return in;
        }

        Resolver resolver() throws IOException {
            try {
                return (Resolver)
                        loadInside("MimaResolver").getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IOException("the resolver for Maven coordinates cannot be loaded: " + e, e);
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            return findResource(name);
        }

        @Override
        public void close() throws IOException {
            super.close();
            for (var jar : JARS) {
                Files.deleteIfExists(folder.resolve(jar));
            }
            Files.deleteIfExists(folder);
        }
    }
}

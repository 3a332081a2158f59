package dev.pawl.packages.source;

import dev.pawl.config.settings.Folders;
import dev.pawl.packages.maven.Coordinates;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a package comes from, as users write it: {@code npm:name@1.0}, {@code mvn:group:artifact:1.0}, {@code git:host/user/repo@ref}, a URL or a path. */
public sealed interface PackageSource {
    /**
     * Returns what makes two sources the same package: a version, a ref or another way to write a URL does not matter.
     */
    String identity();

    /** Its name as others may see it: without folders of this machine, names of users or passwords. */
    default String shown() {
        return this instanceof Local local ? "local:" + local.path().getFileName() : identity();
    }

    /** A package of an npm registry; without a version the latest one is meant. */
    record Npm(String name, @Nullable String version) implements PackageSource {
        private static final Pattern NAME =
                Pattern.compile("(@[a-zA-Z0-9~-][a-zA-Z0-9._~-]*/)?[a-zA-Z0-9~-][a-zA-Z0-9._~-]*");
        private static final Pattern VERSION = Pattern.compile("[a-zA-Z0-9.^~<>=*|][a-zA-Z0-9.+^~<>=*| -]*");
        private static final Pattern EXACT = Pattern.compile("\\d+\\.\\d+\\.\\d+([-+][a-zA-Z0-9.+-]+)?");

        static Npm parse(String written, String spec) {
            int at = spec.indexOf('@', 1);
            var name = at < 0 ? spec : spec.substring(0, at);
            var version = at < 0 ? null : spec.substring(at + 1).strip();
            if (!NAME.matcher(name).matches() || name.startsWith("-")) {
                throw new IllegalArgumentException("\"" + written
                        + "\" does not name an npm package. Write npm:NAME or npm:NAME@VERSION, for example"
                        + " npm:@acme/tools@1.0.0");
            }
            if (version != null && !VERSION.matcher(version).matches()) {
                throw new IllegalArgumentException("\"" + written + "\" asks for the version \"" + version
                        + "\", which is no version, range or tag of npm");
            }
            return new Npm(name, version);
        }

        @Override
        public String identity() {
            return "npm:" + name;
        }

        /** Returns what npm is asked for. */
        public String spec() {
            return version == null ? name : name + "@" + version;
        }

        /** Returns whether there is only one version that it can mean. */
        public boolean isPinned() {
            return version != null && EXACT.matcher(version).matches();
        }
    }

    /**
     * A git repository.
     *
     * @param repo what git is asked for
     * @param host where it is installed, together with the path
     * @param ref a branch, tag or commit; null for the default branch
     */
    record Git(
            String repo, String host, String path, @Nullable String ref) implements PackageSource {
        @Override
        public String identity() {
            return "git:" + host + "/" + path;
        }
    }

    /** A jar of a Maven repository that holds hooks; without a version the newest one is meant. */
    record Maven(Coordinates coordinates) implements PackageSource {
        @Override
        public String identity() {
            return "mvn:" + coordinates.group() + ":" + coordinates.artifact();
        }
    }

    /** A file or folder of this machine, which is used where it lies. */
    record Local(Path path) implements PackageSource {
        @Override
        public String identity() {
            return "local:" + path;
        }
    }

    /**
     * Reads a source.
     *
     * @param base the folder where relative paths start
     * @throws IllegalArgumentException if it is none, with a sentence that names the reason
     */
    static PackageSource parse(String written, Folders folders, Path base) {
        var text = written.strip();
        if (text.startsWith("npm:")) {
            return Npm.parse(text, text.substring("npm:".length()).strip());
        }
        if (text.startsWith("mvn:")) {
            var coordinates = Coordinates.parse(text.substring("mvn:".length()).strip());
            if (!coordinates.type().equals("jar") && !coordinates.type().equals("fatjar")) {
                throw new IllegalArgumentException("\"" + written + "\" is no jar; hooks come in jars");
            }
            return new Maven(coordinates);
        }
        if (GitUrl.isOne(text)) {
            return GitUrl.parse(text);
        }
        var path = text.isEmpty() || text.contains("://") ? null : folders.find(base, text);
        if (path == null) {
            throw new IllegalArgumentException("\"" + written
                    + "\" is no package source. Write npm:NAME, mvn:GROUP:ARTIFACT:VERSION, git:HOST/USER/REPO, a URL"
                    + " of a git repository, or a path");
        }
        return new Local(path);
    }
}

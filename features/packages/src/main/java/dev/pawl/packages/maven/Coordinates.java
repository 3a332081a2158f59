package dev.pawl.packages.maven;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a file in a Maven repository, as JBang writes it: {@code group:artifact:version[:classifier][@type]}.
 *
 * @param version null if the newest is meant, or the one that a bill of materials gives
 * @param classifier empty for the main file
 * @param type {@code jar}, {@code pom} for a bill of materials, or {@code fatjar} for a jar without what it needs
 */
public record Coordinates(
        String group, String artifact, @Nullable String version, String classifier, String type) {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.+-]*");
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

    /** Reads coordinates, or throws a sentence that names what is wrong with them. */
    public static Coordinates parse(String written) {
        int at = written.lastIndexOf('@');
        var type = at < 0 ? "jar" : written.substring(at + 1);
        var parts = (at < 0 ? written : written.substring(0, at)).split(":", -1);
        if (parts.length < 2 || parts.length > 4) {
            throw wrong(written, "it has " + parts.length + " parts");
        }
        var read = new Coordinates(
                parts[0],
                parts[1],
                parts.length > 2 && !parts[2].isEmpty() ? parts[2] : null,
                parts.length > 3 ? parts[3] : "",
                type);
        var unsafe = read.unsafe();
        if (unsafe != null) {
            throw wrong(written, "\"" + unsafe + "\" cannot stand there");
        }
        return read;
    }

    private static IllegalArgumentException wrong(String written, String why) {
        return new IllegalArgumentException("\"" + written
                + "\" names nothing in a Maven repository: " + why
                + ". Write GROUP:ARTIFACT:VERSION, for example com.acme:tools:1.0.0");
    }

    /** A part that could lead out of a repository, or that no repository has; null if there is none. */
    public @Nullable String unsafe() {
        if (!GROUP.matcher(group).matches()) {
            return group;
        }
        if (!PART.matcher(artifact).matches()) {
            return artifact;
        }
        if (version != null && !PART.matcher(version).matches()) {
            return version;
        }
        if (!classifier.isEmpty() && !PART.matcher(classifier).matches()) {
            return classifier;
        }
        return PART.matcher(type).matches() ? null : type;
    }

    /** The ending of the file. */
    public String extension() {
        return type.equals("fatjar") ? "jar" : type;
    }

    /** Where the file lies in a repository; only for coordinates with a version. */
    Path in(Path repository) {
        var name = artifact + "-" + version + (classifier.isEmpty() ? "" : "-" + classifier) + "." + extension();
        return repository
                .resolve(group.replace('.', '/'))
                .resolve(artifact)
                .resolve(String.valueOf(version))
                .resolve(name);
    }

    @Override
    public String toString() {
        return group + ":" + artifact + (version == null ? "" : ":" + version)
                + (classifier.isEmpty() ? "" : ":" + classifier)
                + (type.equals("jar") ? "" : "@" + type);
    }
}

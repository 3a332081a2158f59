package dev.pawl.packages.install;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What exactly was installed, as lock files and the installed folder itself record it.
 *
 * @param source the source as it was written
 * @param version the version of a package from npm, or the commit of a git repository
 * @param integrity the hash of the archive, as the registry has it; null for git, whose commit is one
 * @param tree the hash of the package's own files
 * @param npm what npm needs to install the same dependencies again; empty if there are none
 */
public record Installed(
        String source, String version, @Nullable String integrity, String tree, JsonObject npm) {
    static Installed read(JsonObject json) {
        return new Installed(
                json.string("source", ""),
                json.string("version", ""),
                json.string("integrity"),
                json.string("tree", ""),
                json.object("npm"));
    }

    JsonObject json() {
        var json = JsonObject.of("source", source, "version", version);
        json = json.given("integrity", integrity);
        json = json.with("tree", tree);
        return npm.isEmpty() ? json : json.with("npm", npm);
    }

    /** Returns whether two records mean the same content. */
    public boolean isSameContent(Installed other) {
        return version.equals(other.version) && tree.equals(other.tree);
    }
}

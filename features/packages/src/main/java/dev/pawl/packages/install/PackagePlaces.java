package dev.pawl.packages.install;

import dev.pawl.packages.source.PackageSource;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the packages of one layer lie.
 *
 * <p>A package from npm has a folder of its own, so that no other one changes its dependencies. One that pi installed is
 * used where pi put it; git repositories lie where pi has them.
 *
 * @param folder the folder of the layer's settings
 */
public record PackagePlaces(Path folder) {
    /** The folder with the files of a package, whether it is there or not. */
    public Path root(PackageSource source) {
        if (source instanceof PackageSource.Npm npm) {
            var own = installRoot(npm).resolve("node_modules").resolve(npm.name());
            var ofPi = folder.resolve("npm").resolve("node_modules").resolve(npm.name());
            return !Files.isDirectory(own) && Files.isDirectory(ofPi) ? ofPi : own;
        }
        return source instanceof PackageSource.Maven ? installRoot(source).resolve("hook") : installRoot(source);
    }

    /** The folder that is replaced as a whole when a package is installed. */
    Path installRoot(PackageSource source) {
        if (source instanceof PackageSource.Npm npm) {
            return folder.resolve("packages").resolve("npm").resolve(npm.name());
        }
        if (source instanceof PackageSource.Git git) {
            return folder.resolve("git").resolve(git.host()).resolve(git.path());
        }
        if (source instanceof PackageSource.Maven maven) {
            return folder.resolve("packages")
                    .resolve("mvn")
                    .resolve(maven.coordinates().group())
                    .resolve(maven.coordinates().artifact());
        }
        return ((PackageSource.Local) source).path();
    }

    /** The folder below which a package is installed, with a {@code .gitignore} of its own. */
    Path store(PackageSource source) {
        return folder.resolve(source instanceof PackageSource.Git ? "git" : "packages");
    }

    /** Where an installed package records what it is. */
    Path record(PackageSource source) {
        var name = "pawl-package.json";
        var root = installRoot(source);
        return source instanceof PackageSource.Git ? root.resolve(".git").resolve(name) : root.resolve(name);
    }
}

package dev.pawl.config.resources;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;
import java.nio.file.Path;
import java.util.List;

/**
 * Where to look for skills, prompt templates or themes; of two with one name the first one counts.
 *
 * <p>The order is: the project's settings, its folders, the user's settings, the user's folders, packages, the command
 * line, hooks.
 *
 * @param settings whose lists count, and which know whether the project is trusted
 * @param commandLine paths given for this run; one that is not there is an error
 * @param noDiscovery whether folders, settings and packages are passed over
 * @param packages paths from packages
 * @param contributed paths from hooks that were asked at {@code resources_discover}
 */
public record ResourceRequest(
        Folders folders,
        Settings settings,
        List<String> commandLine,
        boolean noDiscovery,
        List<Contribution> packages,
        List<Contribution> contributed) {
    /** A file or folder that a hook or a package brings along, and which one that is. */
    public record Contribution(Path path, SourceInfo origin) {}

    public ResourceRequest {
        commandLine = List.copyOf(commandLine);
        packages = List.copyOf(packages);
        contributed = List.copyOf(contributed);
    }

    /** The usual places, and nothing else. */
    public static ResourceRequest of(Folders folders, Settings settings) {
        return new ResourceRequest(folders, settings, List.of(), false, List.of(), List.of());
    }

    public ResourceRequest withCommandLine(List<String> paths, boolean noDiscovery) {
        return new ResourceRequest(folders, settings, paths, noDiscovery, packages, contributed);
    }

    public ResourceRequest withPackages(List<Contribution> packages) {
        return new ResourceRequest(folders, settings, commandLine, noDiscovery, packages, contributed);
    }

    public ResourceRequest withContributed(List<Contribution> contributed) {
        return new ResourceRequest(folders, settings, commandLine, noDiscovery, packages, contributed);
    }
}

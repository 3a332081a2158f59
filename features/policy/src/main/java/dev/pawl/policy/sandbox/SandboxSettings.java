package dev.pawl.policy.sandbox;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What commands in the sandbox may do. A project can only enable it and make it stricter.
 *
 * @param network which hosts can be reached
 * @param homeHidden whether the home folder is empty inside, and not only read-only
 * @param write the folders besides the project that can be written
 * @param hooks whether shell hooks run in it, too
 * @param problems the problems with the settings; while there are any, the program does not start
 */
public record SandboxSettings(
        boolean enabled, Network network, boolean homeHidden, List<Path> write, boolean hooks, List<String> problems) {
    private static final List<String> KNOWN = List.of("enabled", "network", "read", "write", "hooks");

    public SandboxSettings {
        write = List.copyOf(write);
        problems = List.copyOf(problems);
    }

    /** Returns the limits that these settings set. */
    public Limits limits() {
        return Limits.ofProject(network, homeHidden, write);
    }

    /** Checks all layers, and takes what they make together, see the rule of {@link Keys#SANDBOX}. */
    public static SandboxSettings read(Folders folders, Settings settings) {
        var problems = new ArrayList<String>();
        settings.unreadable().forEach(file -> problems.add(file.where() + ": " + file.message()));
        for (var group : settings.groups(Keys.SANDBOX, KNOWN)) {
            problems.addAll(group.flaws());
            check(group, folders, problems);
        }
        var merged = settings.get(Keys.SANDBOX);
        var both = merged == null ? JsonObject.empty() : merged;
        var lists = both.get("network") instanceof List<?>
                ? List.of(Set.copyOf(both.strings("network")))
                : List.<Set<String>>of();
        return new SandboxSettings(
                both.bool("enabled", false) || !problems.isEmpty(),
                new Network(!lists.isEmpty() || "on".equals(both.get("network")), lists),
                "project".equals(both.get("read")),
                paths(both, folders),
                both.bool("hooks", false),
                problems);
    }

    private static void check(Settings.Group group, Folders folders, List<String> problems) {
        var json = group.json();
        boolean ofProject = group.layer() == Layer.PROJECT;
        var where = group.where() + ".";
        for (var name : List.of("enabled", "hooks")) {
            if (json.get(name) != null && !(json.get(name) instanceof Boolean)) {
                problems.add(where + name + " must be true or false");
            }
        }
        var network = json.get("network");
        if (network instanceof List<?> hosts) {
            for (var host : hosts) {
                if (!(host instanceof String name && Network.isHost(name))) {
                    problems.add(where + "network has " + host
                            + ", which is not a host; write example.com or *.example.com");
                }
            }
        } else if (network != null && !network.equals("on") && !network.equals("off")) {
            problems.add(where + "network must be \"on\" or \"off\" or a list of hosts");
        }
        var read = json.get("read");
        if (read != null && !read.equals("all") && !read.equals("project")) {
            problems.add(where + "read must be \"all\" or \"project\"");
        }
        if (!ofProject && json.get("write") instanceof List<?> paths) {
            for (var path : paths) {
                if (!(path instanceof String text) || folders.find(folders.cwd(), text) == null) {
                    problems.add(where + "write has " + path + ", which is not a path");
                }
            }
        } else if (!ofProject && json.get("write") != null) {
            problems.add(where + "write must be a list of folders");
        }
    }

    private static List<Path> paths(JsonObject json, Folders folders) {
        var paths = new ArrayList<Path>();
        for (var written : json.strings("write")) {
            var folder = folders.find(folders.cwd(), written);
            if (folder != null) {
                paths.add(folder);
            }
        }
        return paths;
    }
}

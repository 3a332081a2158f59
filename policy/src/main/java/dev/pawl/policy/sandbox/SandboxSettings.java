package dev.pawl.policy.sandbox;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
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
    private static final Set<String> KNOWN = Set.of("enabled", "network", "read", "write", "hooks");

    public SandboxSettings {
        write = List.copyOf(write);
        problems = List.copyOf(problems);
    }

    private static Set<String> hosts(List<?> written, String where, List<String> problems) {
        var hosts = new HashSet<String>();
        for (var host : written) {
            if (host instanceof String name && Network.isHost(name)) {
                hosts.add(name);
            } else {
                problems.add(
                        where + "network has " + host + ", which is not a host; write example.com or *.example.com");
            }
        }
        return hosts;
    }

    /** Reads both layers. */
    public static SandboxSettings read(Folders folders, Settings settings) {
        boolean enabled = false;
        boolean network = true;
        var lists = new ArrayList<Set<String>>();
        boolean hidden = false;
        boolean specified = false;
        boolean hooks = false;
        var write = new ArrayList<Path>();
        var problems = new ArrayList<String>();
        for (var layer : Layer.values()) {
            var json = settings.get(layer, Keys.SANDBOX);
            if (json == null) {
                continue;
            }
            var where = folders.settingsFile(layer) + ": sandbox.";
            json.names().stream()
                    .filter(name -> !KNOWN.contains(name))
                    .forEach(name -> problems.add(where + name + " is not known"));
            if (json.has("enabled") && !(json.get("enabled") instanceof Boolean)) {
                problems.add(where + "enabled must be true or false");
            }
            if (json.has("hooks") && !(json.get("hooks") instanceof Boolean)) {
                problems.add(where + "hooks must be true or false");
            }
            hooks |= json.bool("hooks", false);
            enabled |= json.bool("enabled", false);
            if (json.get("network") instanceof List<?> hosts) {
                lists.add(hosts(hosts, where, problems));
            } else {
                var net = json.string("network", specified ? "on" : "off");
                if (!net.equals("on") && !net.equals("off")) {
                    problems.add(where + "network must be \"on\" or \"off\" or a list of hosts");
                }
                network &= net.equals("on");
            }
            specified = true;
            var read = json.string("read", "all");
            if (!read.equals("all") && !read.equals("project")) {
                problems.add(where + "read must be \"all\" or \"project\"");
            }
            hidden |= read.equals("project");
            if (json.get("write") instanceof List<?> paths && layer == Layer.USER) {
                for (var path : paths) {
                    var folder = path instanceof String text ? folders.find(folders.cwd(), text) : null;
                    if (folder == null) {
                        problems.add(where + "write has " + path + ", which is not a path");
                    } else {
                        write.add(folder);
                    }
                }
            } else if (json.has("write") && layer == Layer.USER) {
                problems.add(where + "write must be a list of folders");
            }
        }
        return new SandboxSettings(
                enabled || !problems.isEmpty(),
                new Network(network && specified, lists),
                hidden,
                write,
                hooks,
                problems);
    }
}

package dev.pawl.app.cli;

import dev.pawl.config.settings.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The surroundings that the program was started in: its folders and its environment. */
public record Places(Folders folders, Map<String, String> environment) {
    public static Places of(Map<String, String> environment, Path cwd) {
        return new Places(Folders.of(environment, cwd), environment);
    }

    public Path home() {
        return folders.home();
    }

    public Path agentDir() {
        return folders.agentDir();
    }

    public Path cwd() {
        return folders.cwd();
    }

    public boolean debugging() {
        return !environment.getOrDefault("PAWL_DEBUG", "").isEmpty();
    }

    /** A path as a user reads it: with {@code ~} for the home folder. */
    public String shown(String path) {
        var prefix = home() + "/";
        return printable(path.startsWith(prefix) ? "~/" + path.substring(prefix.length()) : path);
    }

    /** The name of a file without characters that would control the terminal. */
    public static String printable(String name) {
        return name.replaceAll("\\p{Cntrl}", "?");
    }

    /**
     * A value of the command line in a form that holds in every folder: the path of a file is made whole, a text stays.
     */
    public String written(String value) {
        var path = value.isEmpty() || value.indexOf('\n') >= 0 ? null : folders.find(cwd(), value);
        return path != null && Files.exists(path) ? path.toString() : value;
    }
}

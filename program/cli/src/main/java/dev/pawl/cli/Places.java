package dev.pawl.cli;

import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.SettingsStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The surroundings that the program was started in: its folders and its environment.
 *
 * @param slow after which time a handler or command that the program waits for is named, where there is no screen
 * @param leave ends the process with a status, although not all that was opened is closed
 */
public record Places(Folders folders, Map<String, String> environment, Duration slow, IntConsumer leave) {
    private static final Duration SLOW = Duration.ofSeconds(3);

    public static Places of(Map<String, String> environment, Path cwd) {
        return new Places(Folders.of(environment, cwd), environment, SLOW, System::exit);
    }

    /** The same user's, in another folder. */
    public Places in(Path cwd) {
        return new Places(folders.at(cwd), environment, slow, leave);
    }

    /** The same with another environment. */
    public Places withEnvironment(Map<String, String> variables) {
        return new Places(folders, variables, slow, leave);
    }

    /** The same, but what is waited for is named after another time. */
    public Places naming(Duration slowAfter) {
        return new Places(folders, environment, slowAfter, leave);
    }

    /** The same, for a program that is only a part of its process. */
    public Places leavingBy(IntConsumer otherWay) {
        return new Places(folders, environment, slow, otherWay);
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

    /** Returns the path that is written on the command line; refuses what cannot be one. */
    public Path file(String written) {
        var path = folders.find(cwd(), written);
        if (path == null) {
            throw Refusal.ofArguments("\"" + written + "\" cannot be the path of a file");
        }
        return path;
    }

    /** The way to the network that the user's settings and the environment describe. */
    public Network network() {
        return SettingsStore.in(folders).read(false).network(folders, environment);
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

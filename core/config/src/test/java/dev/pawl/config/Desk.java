package dev.pawl.config;

import dev.pawl.config.resources.ResourceRequest;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A home folder and a project in a folder of a test's own. */
public record Desk(Path root) {
    public Folders folders() {
        return new Folders(root.resolve("home"), agentDir(), project());
    }

    public Path agentDir() {
        return root.resolve("home/.pi/agent");
    }

    public Path project() {
        return root.resolve("work/project");
    }

    public Path userSettings() {
        return agentDir().resolve("settings.json");
    }

    public Path projectSettings() {
        return project().resolve(".pi/settings.json");
    }

    /** Writes a file, counted from the root, and returns it. */
    public Path write(String path, String text) throws IOException {
        return write(root.resolve(path), text);
    }

    public static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    public Path skill(String folder, String name) throws IOException {
        return write(folder + "/SKILL.md", "---\nname: " + name + "\ndescription: About " + name + "\n---\nDo " + name);
    }

    /** A link that leads to itself, which nobody can read, not even root. */
    public static Path unreadable(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.createSymbolicLink(file, file.getFileName());
    }

    public ResourceRequest request(boolean trusted) {
        var settings = SettingsStore.in(folders()).read(trusted);
        return ResourceRequest.of(folders(), settings);
    }

    public static List<String> messages(List<Problem> problems) {
        return problems.stream().map(Problem::message).toList();
    }
}

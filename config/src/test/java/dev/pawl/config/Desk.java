package dev.pawl.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A home folder and a project in a folder of a test's own. */
record Desk(Path root) {
    Folders folders() {
        return new Folders(root.resolve("home"), agentDir(), project());
    }

    Path agentDir() {
        return root.resolve("home/.pi/agent");
    }

    Path project() {
        return root.resolve("work/project");
    }

    Path userSettings() {
        return agentDir().resolve("settings.json");
    }

    Path projectSettings() {
        return project().resolve(".pi/settings.json");
    }

    /** Writes a file, counted from the root, and returns it. */
    Path write(String path, String text) throws IOException {
        return write(root.resolve(path), text);
    }

    static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    Path skill(String folder, String name) throws IOException {
        return write(folder + "/SKILL.md", "---\nname: " + name + "\ndescription: About " + name + "\n---\nDo " + name);
    }

    /** A link that leads to itself, which nobody can read, not even root. */
    static Path unreadable(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.createSymbolicLink(file, file.getFileName());
    }

    ResourceRequest request(boolean trusted) {
        var settings = SettingsStore.in(folders()).read(trusted);
        return ResourceRequest.of(folders(), settings);
    }

    static List<String> messages(List<Problem> problems) {
        return problems.stream().map(Problem::message).toList();
    }
}

package dev.pawl.commands.workbench;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The command {@code pawl hooks init}: writes a project for hooks, with what an editor needs to complete and to debug.
 */
public final class HookInit {
    /** The files of a project, and the texts beside this class that they are made from. */
    private static final Map<String, String> FILES = new TreeMap<>(Map.of(
            "pom.xml", "pom.xml",
            "src/main/java/module-info.java", "module-info.java.txt",
            "src/main/java/my/hooks/GuardHook.java", "GuardHook.java.txt",
            "src/test/java/my/hooks/GuardHookTest.java", "GuardHookTest.java.txt",
            "src/main/resources/META-INF/services/dev.pawl.api.Hook", "services.txt",
            ".vscode/settings.json", "vscode-settings.json",
            ".vscode/launch.json", "vscode-launch.json",
            ".idea/runConfigurations/Pawl.xml", "idea-run.xml",
            ".gitignore", "gitignore.txt"));

    private HookInit() {}

    public static int run(List<String> words, Places places, Streams streams) throws IOException {
        if (words.size() > 1 || (!words.isEmpty() && words.getFirst().startsWith("-"))) {
            throw Refusal.ofArguments("hooks init takes the name of a folder: pawl hooks init [FOLDER]");
        }
        var folder = words.isEmpty()
                ? places.cwd()
                : places.cwd().resolve(words.getFirst()).normalize();
        var jars = ProgramJars.here();
        for (var name : FILES.keySet()) {
            if (Files.exists(folder.resolve(name))) {
                throw Refusal.because(places.shown(folder.resolve(name).toString())
                        + " is there already, and stays as it is. Choose another folder");
            }
        }
        Files.createDirectories(folder);
        jars.publish(folder.resolve("repository"));
        for (var file : FILES.entrySet()) {
            var target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, text(file.getValue(), jars.version()));
        }
        streams.out().println("Wrote a project to " + places.shown(folder.toString()));
        streams.out().println("  mvn test       tests the hook in it");
        streams.out().println("  mvn package    makes a jar of it: pawl --hook target/my-hooks-1.0.jar hooks");
        streams.out().println("  PAWL_DEBUG=5005,suspend pawl …   waits for the debugger of VS Code or IntelliJ");
        return 0;
    }

    /** Returns the text of a file of the project. */
    private static String text(String resource, String version) throws IOException {
        try (var in = Objects.requireNonNull(HookInit.class.getResourceAsStream("project/" + resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@VERSION@", version);
        }
    }
}

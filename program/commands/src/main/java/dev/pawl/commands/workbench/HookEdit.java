package dev.pawl.commands.workbench;

import dev.pawl.base.Programs;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.SettingsStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The command {@code pawl hooks edit}: opens a hook in the user's editor and reports afterwards whether it loads. */
public final class HookEdit {
    private static final List<String> ENDINGS = List.of("", ".java", ".ts", ".js", "/index.java", "/index.ts");

    private HookEdit() {}

    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        if (words.size() != 1 || words.getFirst().startsWith("-")) {
            throw Refusal.ofArguments("hooks edit needs the name of a hook: pawl hooks edit NAME");
        }
        var file = find(words.getFirst(), places);
        if (file == null) {
            throw Refusal.because("there is no hook " + words.getFirst() + " in "
                    + places.shown(places.agentDir().resolve("hooks").toString())
                    + " or in the project. pawl hooks new " + words.getFirst() + " writes one");
        }
        var editor = editor(places);
        var command = new ArrayList<>(List.of(editor.trim().split("\\s+")));
        command.add(file.toString());
        int status;
        try {
            status = new ProcessBuilder(Programs.command(command, places.environment()))
                    .inheritIO()
                    .directory(places.cwd().toFile())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw Refusal.because("the editor " + editor + " cannot be started: " + e.getMessage()
                    + ". Set externalEditor in the settings, or $VISUAL or $EDITOR");
        }
        if (status != 0) {
            throw Refusal.because("the editor " + editor + " ended with " + status);
        }
        streams.out().println("Look whether it loads: pawl --hook " + places.shown(file.toString()) + " hooks");
        return 0;
    }

    private static String editor(Places places) throws IOException {
        var store = SettingsStore.in(places.folders());
        var set = store.read(false).get(Keys.EXTERNAL_EDITOR);
        var visual = places.environment().getOrDefault("VISUAL", "");
        var plain = places.environment().getOrDefault("EDITOR", "");
        var editor = set != null ? set : visual.isBlank() ? plain : visual;
        if (editor.isBlank()) {
            throw Refusal.because("no editor is known. Set externalEditor in the settings, or $VISUAL or $EDITOR");
        }
        return editor;
    }

    private static @Nullable Path find(String name, Places places) {
        var folders = List.of(
                places.cwd(),
                places.folders().projectDir().resolve("hooks"),
                places.folders().projectDir().resolve("extensions"),
                places.agentDir().resolve("hooks"),
                places.agentDir().resolve("extensions"));
        for (var folder : folders) {
            for (var ending : ENDINGS) {
                var file = folder.resolve(name + ending);
                if (Files.isRegularFile(file) && !(ending.isEmpty() && !name.contains("."))) {
                    return file;
                }
            }
        }
        return null;
    }
}

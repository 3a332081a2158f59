package dev.pawl.tui.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Autocompletion.Applied;
import dev.pawl.api.ui.Autocompletion.Item;
import dev.pawl.tui.editor.Completions.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionsTest {
    @TempDir
    private Path folder;

    private Completions completions;

    @BeforeEach
    void files() throws IOException {
        for (var name : List.of(
                "src/Main.java", "src/MainTest.java", "docs/read me.md", "top.txt", ".hidden/x", "node_modules/y")) {
            Files.createDirectories(folder.resolve(name).getParent());
            Files.writeString(folder.resolve(name), "");
        }
        completions = new Completions(
                List.of(
                        new Command(
                                "model",
                                "choose a model",
                                "[name]",
                                prefix -> Stream.of("opus", "haiku")
                                        .filter(name -> name.startsWith(prefix))
                                        .map(name -> new Item(name, name, null))
                                        .toList()),
                        Command.of("compact", "make it shorter"),
                        Command.of("quit", "leave")),
                folder,
                Map.of(),
                CompletionsTest::listed);
    }

    private static List<String> listed(Path root, int most) {
        try (var all = Files.walk(root)) {
            return all.filter(path -> !path.equals(root))
                    .map(path -> root.relativize(path) + (Files.isDirectory(path) ? "/" : ""))
                    .sorted()
                    .limit(most)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> labels(String text, boolean forced) throws InterruptedException {
        var found = completions.suggest(List.of(text), 0, text.length(), forced);
        return found == null
                ? List.of()
                : found.items().stream().map(Item::label).toList();
    }

    private String applied(String text, boolean forced) throws InterruptedException {
        var found = completions.suggest(List.of(text), 0, text.length(), forced);
        Applied applied =
                completions.apply(List.of(text), 0, text.length(), found.items().getFirst(), found.prefix());
        return applied.lines().getFirst().substring(0, applied.column()) + "|"
                + applied.lines().getFirst().substring(applied.column());
    }

    @Test
    void commands_are_found_by_letters_of_their_names() throws Exception {
        assertThat(labels("/", false)).containsExactly("model", "compact", "quit");
        assertThat(labels("/mo", false)).containsExactly("model");
        assertThat(labels("/cpt", false)).containsExactly("compact");
        assertThat(labels("say /mo", false)).isEmpty();
        assertThat(applied("/mo", false)).isEqualTo("/model |");
    }

    @Test
    void arguments_are_completed_by_their_command() throws Exception {
        assertThat(labels("/model ", false)).containsExactly("opus", "haiku");
        assertThat(labels("/model ha", false)).containsExactly("haiku");
        assertThat(applied("/model ha", false)).isEqualTo("/model haiku|");
        assertThat(labels("/quit x", false)).isEmpty();
    }

    @Test
    void files_are_found_after_an_at_sign() throws Exception {
        assertThat(labels("see @main", false)).containsExactly("Main.java", "MainTest.java");
        assertThat(applied("see @maintest", false)).isEqualTo("see @src/MainTest.java |");
        assertThat(applied("@read", false)).isEqualTo("@\"docs/read me.md\" |");
        assertThat(labels("no file", false)).isEmpty();
        assertThat(labels("@top", false))
                .as("docs/read me.md and others only have letters of it")
                .containsExactly("top.txt");
        assertThat(labels("@sman", false)).as("letters in their order").contains("Main.java");
    }

    @Test
    void paths_are_completed_step_by_step_when_asked() throws Exception {
        assertThat(labels("src/", false)).isEmpty();
        assertThat(labels("src/", true)).containsExactly("Main.java", "MainTest.java");
        assertThat(labels("", true)).containsExactly("docs/", "node_modules/", "src/", "top.txt");
        assertThat(applied("cat to", true)).isEqualTo("cat top.txt|");
        assertThat(applied("cat " + folder + "/do", true)).isEqualTo("cat " + folder + "/docs/|");
        assertThat(applied("@./sr", false)).isEqualTo("@./src/|");
        assertThat(labels("/no/such/folder/", true)).isEmpty();
        assertThat(labels("\0", true)).isEmpty();
    }

    @Test
    void names_that_would_look_otherwise_are_not_offered() throws Exception {
        Files.writeString(folder.resolve("evil\u001b[2J.txt"), "");
        assertThat(labels("@evil", false)).isEmpty();
        assertThat(labels("ev", true)).isEmpty();
    }
}

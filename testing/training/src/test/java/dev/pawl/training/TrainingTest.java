package dev.pawl.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingTest {
    @TempDir
    Path folder;

    @Test
    void every_conversation_of_the_training_comes_to_its_end() throws Exception {
        var err = new ByteArrayOutputStream();

        Training.run(folder, "screen", new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("training:");
        var sessions = sessions();
        for (var api : Training.APIS) {
            assertThat(sessions).containsPattern("\"Done again\\.\"[^\n]*\"api\":\"" + api + "\"");
        }
        assertThat(Files.readString(folder.resolve("new.txt"))).isEqualTo("new\n");
        assertThat(folder.resolve(".pi/agent/cache"))
                .as("the next run finds the library of the hook without looking for it")
                .isDirectoryRecursivelyContaining("glob:**.deps");
    }

    private String sessions() throws IOException {
        try (var files = Files.walk(folder.resolve(".pi/agent/sessions"))) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .map(TrainingTest::text)
                    .collect(Collectors.joining());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.pawl.config.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JSON file for its owner only. */
class SecretJsonFileTest {
    @TempDir
    Path dir;

    @Test
    void only_its_owner_can_read_a_new_one() throws Exception {
        var file = dir.resolve("auth.json");
        JsonFile.secret(file).edit(JsonEdit.nothing().with(List.of("token"), "t"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(JsonFile.secret(file).read()).isEqualTo(JsonObject.of("token", "t"));
    }

    @Test
    void an_empty_one_has_no_content() throws Exception {
        var file = Files.writeString(dir.resolve("auth.json"), "");
        assertThat(JsonFile.secret(file).read()).isNull();
        JsonFile.secret(file).edit(JsonEdit.nothing().with(List.of("token"), "t"));
        assertThat(JsonFile.secret(file).read()).isEqualTo(JsonObject.of("token", "t"));
    }
}

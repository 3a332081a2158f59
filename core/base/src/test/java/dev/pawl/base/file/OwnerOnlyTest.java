package dev.pawl.base.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTest {
    @TempDir
    Path dir;

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void only_the_owner_can_use_a_new_file_and_a_new_folder() throws IOException {
        var file = dir.resolve("file");
        var folder = dir.resolve("folder");
        assertThat(permissions(Files.createFile(file, OwnerOnly.file(file)))).isEqualTo("rw-------");
        assertThat(permissions(Files.createDirectory(folder, OwnerOnly.folder(folder))))
                .isEqualTo("rwx------");
    }

    @Test
    void a_file_system_without_permissions_gets_no_attributes() throws IOException {
        var archive = dir.resolve("archive.zip");
        new ZipOutputStream(Files.newOutputStream(archive)).close();
        try (var zip = FileSystems.newFileSystem(archive)) {
            var file = zip.getPath("file");
            assertThat(Files.createFile(file, OwnerOnly.file(file))).exists();
        }
    }
}

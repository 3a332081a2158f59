package dev.pawl.packages.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveTest {
    @TempDir
    Path dir;

    private final ByteArrayOutputStream tar = new ByteArrayOutputStream();

    @Test
    void a_good_archive_has_a_manifest() throws Exception {
        entry("package/index.js", '0', "export default 1");
        entry("package/package.json", '0', "{\"name\":\"a\",\"version\":\"1.0.0\"}");
        assertThat(Archive.check(archive()).string("name")).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        package/../../evil.sh | 0 | leads out of the folder
        /etc/passwd           | 0 | has an absolute path
        C:\\\\evil            | 0 | has an absolute path
        package/link          | 2 | is a link
        package/hard          | 1 | is a link
        package/null          | 3 | is neither a file nor a folder
        """)
    void a_hostile_entry_is_refused(String name, char type, String why) throws Exception {
        entry("package/package.json", '0', "{}");
        entry(name, type, "");
        assertThatThrownBy(() -> Archive.check(archive()))
                .isInstanceOf(InstallFailed.class)
                .hasMessageContaining(why);
    }

    @Test
    void a_name_that_controls_the_terminal_is_refused_without_it_being_printed() throws Exception {
        entry("package/a\u001b]0;owned\u0007.js", '2', "");
        assertThatThrownBy(() -> Archive.check(archive()))
                .hasMessageContaining("control characters")
                .message()
                .doesNotContain("\u001b");
    }

    @Test
    void a_long_name_is_looked_at_too() throws Exception {
        entry("././@LongLink", 'L', "package/" + "a/".repeat(60) + "../".repeat(70) + "evil\0");
        entry("package/short", '0', "x");
        assertThatThrownBy(() -> Archive.check(archive())).hasMessageContaining("leads out of the folder");
    }

    @Test
    void a_bomb_is_refused_before_it_is_unpacked() throws Exception {
        entry("package/zeros", '0', "0".repeat(2 << 20));
        assertThatThrownBy(() -> Archive.check(archive(), 1 << 20)).hasMessageContaining("larger than 1 MiB");
    }

    @Test
    void entries_behind_a_single_empty_block_are_looked_at_too() throws Exception {
        entry("package/package.json", '0', "{}");
        tar.write(new byte[512]);
        entry("package/link", '2', "");
        assertThatThrownBy(() -> Archive.check(archive())).hasMessageContaining("is a link");
    }

    @Test
    void an_entry_with_two_sizes_is_refused() throws Exception {
        entry("package/pax", 'x', "10 size=5\n");
        entry("package/a", '0', "12345");
        assertThat(Archive.check(archive())).isNotNull();

        entry("package/pax", 'x', "10 size=0\n");
        entry("package/b", '0', "hidden entries");
        assertThatThrownBy(() -> Archive.check(archive())).hasMessageContaining("two sizes, 14 and 0");
    }

    @Test
    void a_header_with_a_wrong_checksum_is_refused() throws Exception {
        entry("package/a", '0', "x");
        var bytes = tar.toByteArray();
        bytes[0]++;
        tar.reset();
        tar.write(bytes);
        assertThatThrownBy(() -> Archive.check(archive())).hasMessageContaining("the checksum of a header is wrong");
    }

    @Test
    void half_an_archive_is_refused() throws Exception {
        entry("package/a", '0', "x".repeat(5000));
        var whole = Files.readAllBytes(archive());
        var half = dir.resolve("half.tgz");
        Files.write(half, Arrays.copyOf(whole, whole.length - 20));
        assertThatThrownBy(() -> Archive.check(half)).isInstanceOf(InstallFailed.class);
        Files.writeString(half, "no archive at all");
        assertThatThrownBy(() -> Archive.check(half)).hasMessageContaining("is damaged");
    }

    private void entry(String name, char type, String content) throws IOException {
        var bytes = content.getBytes(StandardCharsets.UTF_8);
        var header = new byte[512];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 124, String.format("%011o", bytes.length));
        header[156] = (byte) type;
        put(header, 257, "ustar");
        put(header, 148, "        ");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, String.format("%06o\0", sum));
        tar.write(header);
        tar.write(bytes);
        tar.write(new byte[(512 - bytes.length % 512) % 512]);
    }

    private static void put(byte[] header, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private Path archive() throws IOException {
        var file = dir.resolve("a.tgz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(tar.toByteArray());
            out.write(new byte[1024]);
        }
        return file;
    }
}

package dev.pawl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Needed;
import dev.pawl.machine.SmallDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written takes the place of the old content at once, or not at all. */
class AtomicWriteTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Test
    void a_full_disk_keeps_the_old_content_and_leaves_nothing_behind() throws Exception {
        try (var mounted = SmallDisk.in(folder)) {
            var disk = mounted.folder();
            Files.writeString(disk.resolve("a.txt"), "old");
            Files.writeString(disk.resolve("two"), "old");
            Files.createLink(disk.resolve("names"), disk.resolve("two"));
            var much = "x".repeat(100_000);

            for (var name : new String[] {"a.txt", "two", "new.txt"}) {
                assertThatThrownBy(() -> bench.run("write", JsonObject.of("path", "disk/" + name, "content", much)))
                        .hasMessageContaining("ENOSPC");
            }
            assertThatThrownBy(() -> bench.run(
                            "edit",
                            JsonObject.of("path", "disk/a.txt", "oldText", "old")
                                    .with("newText", much)))
                    .hasMessageContaining("ENOSPC");

            assertThat(disk.resolve("a.txt")).hasContent("old");
            assertThat(disk.resolve("two")).hasContent("old");
            try (var left = Files.list(disk)) {
                assertThat(left.map(path -> path.getFileName().toString()))
                        .containsExactlyInAnyOrder("a.txt", "two", "names");
            }
        }
    }

    @Test
    void what_a_kill_left_behind_is_removed_by_a_later_write_into_the_folder() throws Exception {
        bench.file("a.txt", "old");
        var old = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
        var left = bench.file(".pawl-1f.tmp", "half of a fi");
        Files.setLastModifiedTime(left, old);
        var fresh = bench.file(".pawl-2f.tmp", "another program is writing it");
        var others = bench.file(".pawl-notes.tmp", "somebody's");
        Files.setLastModifiedTime(others, old);
        var target = bench.file("kept.txt", "kept");
        Files.setLastModifiedTime(target, old);
        var link = Files.createSymbolicLink(folder.resolve(".pawl-3f.tmp"), target);

        bench.run("write", "{\"path\":\"a.txt\",\"content\":\"new\"}");

        assertThat(left).doesNotExist();
        assertThat(fresh).exists();
        assertThat(others).exists();
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("kept");
    }

    @Test
    void a_new_file_is_never_there_without_all_of_its_content() throws Exception {
        var file = folder.resolve("new.txt");
        var content = "x".repeat(30_000_000);
        var sizes = new TreeSet<Long>();
        var written = new AtomicBoolean();
        var watcher = Thread.startVirtualThread(() -> {
            while (!written.get()) {
                sizes.add(file.toFile().length());
            }
        });
        bench.run("write", JsonObject.of("path", "new.txt", "content", content).toString());
        written.set(true);
        watcher.join();
        sizes.add(Files.size(file));

        sizes.remove(0L); // The length of a file that does not exist.
        assertThat(sizes).containsExactly((long) content.length());
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void who_has_the_old_file_open_sees_the_old_content_whole() throws Exception {
        var file = bench.file("a.txt", "old content");
        try (var open = Files.newInputStream(file)) {
            bench.run("write", "{\"path\":\"a.txt\",\"content\":\"new\"}");

            assertThat(new String(open.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("old content");
        }
        assertThat(bench.content("a.txt")).isEqualTo("new");
    }

    @Test
    void all_names_of_a_file_get_the_new_content() throws Exception {
        var file = bench.file("one", "old content");
        Files.createLink(folder.resolve("other"), file);

        bench.run("write", "{\"path\":\"one\",\"content\":\"new\"}");
        assertThat(bench.content("other")).isEqualTo("new");

        bench.run("edit", "{\"path\":\"other\",\"oldText\":\"new\",\"newText\":\"longer than before\"}");
        assertThat(bench.content("one")).isEqualTo("longer than before");
    }

    @Test
    void owner_mode_and_attributes_stay() throws Exception {
        var file = bench.file("a.sh", "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
        boolean root = System.getProperty("user.name").equals("root");
        if (root) {
            Files.setAttribute(file, "unix:uid", 12_345);
            Files.setAttribute(file, "unix:gid", 12_346);
        }
        var before = Files.readAttributes(file, "unix:uid,gid,mode");
        var old = key(file);

        bench.run("write", "{\"path\":\"a.sh\",\"content\":\"new\"}");

        assertThat(Files.readAttributes(file, "unix:uid,gid,mode")).isEqualTo(before);
        assertThat(key(file)).as("it is a new file").isNotEqualTo(old);
        Files.setAttribute(file, "unix:mode", 04755);
        bench.run("edit", "{\"path\":\"a.sh\",\"oldText\":\"new\",\"newText\":\"newer\"}");
        assertThat((Integer) Files.getAttribute(file, "unix:mode") & 07777).isEqualTo(04755);
    }

    @Test
    void attributes_that_others_gave_a_file_stay() throws Exception {
        var file = bench.file("a.txt", "old");
        var view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        try {
            view.write("origin", StandardCharsets.UTF_8.encode("elsewhere"));
        } catch (IOException e) {
            Needed.orSkip(false, "this file system keeps no attributes of users");
        }

        bench.run("write", "{\"path\":\"a.txt\",\"content\":\"new\"}");

        assertThat(bench.content("a.txt")).isEqualTo("new");
        assertThat(view.list()).containsExactly("origin");
    }

    @Test
    void line_ends_stay() throws Exception {
        bench.file("a.txt", "\uFEFFone\r\ntwo\r\n");

        bench.run("edit", "{\"path\":\"a.txt\",\"oldText\":\"one\\ntwo\",\"newText\":\"1\\n2\"}");

        assertThat(bench.content("a.txt")).isEqualTo("\uFEFF1\r\n2\r\n");
    }

    @Test
    void an_interruption_leaves_all_or_nothing() throws Exception {
        bench.file("a.txt", "old");
        var much = "x".repeat(5_000_000);
        var writer = new Thread(() -> {
            try {
                bench.run("write", JsonObject.of("path", "a.txt", "content", much));
            } catch (Exception e) {
                // As it may be.
            }
        });
        writer.start();
        writer.interrupt();
        writer.join();

        assertThat(bench.content("a.txt")).isIn("old", much);
        try (var left = Files.list(folder)) {
            assertThat(left.filter(path -> path.toString().endsWith(".tmp"))).isEmpty();
        }
    }

    @Test
    void a_file_that_is_a_mount_of_its_own_is_written() throws Exception {
        var file = bench.file("a.txt", "old");
        Needed.orSkip(
                SmallDisk.run("mount", "--bind", bench.file("b.txt", "old b").toString(), file.toString()),
                "mounting a file is not allowed");
        try {
            bench.run("write", "{\"path\":\"a.txt\",\"content\":\"new\"}");
            assertThat(bench.content("a.txt")).isEqualTo("new");
            assertThat(bench.content("b.txt")).isEqualTo("new");
        } finally {
            new ProcessBuilder("umount", "-l", file.toString()).start().waitFor();
        }
    }
}

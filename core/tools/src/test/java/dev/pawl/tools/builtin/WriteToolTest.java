package dev.pawl.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Await;
import dev.pawl.tools.Workbench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteToolTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
    }

    @Test
    void a_file_is_written_with_the_directories_it_stands_in() throws Exception {
        var output = bench.run("write", "{\"path\":\"a/b/c.txt\",\"content\":\"größe\"}");

        assertThat(bench.content("a/b/c.txt")).isEqualTo("größe");
        assertThat(Workbench.text(output)).contains("Successfully wrote to a/b/c.txt");
        assertThat(output.details()).isNull();
    }

    @Test
    void what_was_there_is_gone_but_links_and_permissions_stay() throws Exception {
        var file = bench.file("a.sh", "long old content");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("a.sh"));

        bench.run("write", "{\"path\":\"link\",\"content\":\"new\"}");

        assertThat(bench.content("a.sh")).isEqualTo("new");
        assertThat(Files.isSymbolicLink(folder.resolve("link"))).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x---");
    }

    @Test
    void a_linked_directory_is_one() throws Exception {
        Files.createDirectory(folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("linked"), Path.of("real"));

        bench.run("write", "{\"path\":\"linked/a.txt\",\"content\":\"x\"}");

        assertThat(bench.content("real/a.txt")).isEqualTo("x");
    }

    @Test
    void places_where_no_file_can_be_are_errors() throws Exception {
        bench.file("file", "x");

        assertThatThrownBy(() -> bench.run("write", "{\"path\":\".\",\"content\":\"x\"}"))
                .hasMessageContaining("EISDIR");
        assertThatThrownBy(() -> bench.run("write", "{\"path\":\"file/a\",\"content\":\"x\"}"))
                .hasMessageContaining("cannot write");
        assertThatThrownBy(() -> bench.run("write", "{\"path\":\"a\"}")).hasMessageContaining("\"content\"");
    }

    @Test
    void a_place_in_the_queue_is_kept_until_the_change_is_over() throws Exception {
        var inside = new CountDownLatch(1);
        var mayLeave = new CountDownLatch(1);
        var first = Thread.ofVirtual().start(() -> {
            try {
                bench.tools.alone(folder.resolve("a.txt"), () -> {
                    inside.countDown();
                    // As a system call that no interruption ends.
                    while (mayLeave.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                    return Files.writeString(folder.resolve("a.txt"), "first");
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        inside.await();
        first.interrupt();
        var second = Thread.ofVirtual().start(() -> {
            try {
                bench.run("write", "{\"path\":\"./x/../a.txt\",\"content\":\"second\"}");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Await.until("the second one waits", () -> second.getState() == Thread.State.WAITING);

        assertThat(Files.exists(folder.resolve("a.txt"))).isFalse();
        mayLeave.countDown();
        first.join();
        second.join();
        assertThat(bench.content("a.txt")).isEqualTo("second");
    }

    @Test
    void who_waits_in_the_queue_can_be_interrupted() throws Exception {
        bench.tools.alone(folder.resolve("a.txt"), () -> {
            var waiting = Thread.ofVirtual().unstarted(() -> {
                try {
                    bench.run("write", "{\"path\":\"a.txt\",\"content\":\"x\"}");
                } catch (InterruptedException e) {
                    // As it should be.
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            waiting.start();
            waiting.interrupt();
            waiting.join();
            return null;
        });

        assertThat(Files.exists(folder.resolve("a.txt"))).isFalse();
    }
}

package dev.pawl.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of 64 KiB in memory, which a test can fill; skips the test where mounting is not allowed. */
public final class SmallDisk implements AutoCloseable {
    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Mounts it on a new folder {@code disk}. */
    public static SmallDisk in(Path parent) throws IOException {
        var folder = Files.createDirectory(parent.resolve("disk"));
        Needed.that(
                run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.toString()),
                "mounting a small disk is not allowed");
        return new SmallDisk(folder);
    }

    public Path folder() {
        return folder;
    }

    /** Runs a program; whether it ended well. */
    public static boolean run(String... command) throws IOException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var out = process.getInputStream()) {
            out.readAllBytes();
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        run("umount", "-l", folder.toString());
    }
}

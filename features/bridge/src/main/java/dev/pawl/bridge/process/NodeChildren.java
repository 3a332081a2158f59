package dev.pawl.bridge.process;

import dev.pawl.base.SystemRandom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes that extensions started, which end with Node: its descendants, and where there is {@code /proc} those
 * with its mark in the environment, for a Node that was killed has no descendants any more.
 */
final class NodeChildren {
    /** The variable that names the run of Node that a process belongs to. */
    static final String MARK = "PAWL_HOOKS_ID";

    private static final Path PROC = Path.of("/proc");
    private static final long GOODBYE_MILLIS = 300;

    private final String mark = SystemRandom.uuid();
    private final byte[] variable = (MARK + "=" + mark).getBytes(StandardCharsets.ISO_8859_1);

    /** The value of {@link #MARK} that all of them inherit. */
    String mark() {
        return mark;
    }

    /** All that run now. */
    Set<ProcessHandle> of(ProcessHandle node) {
        var all = new LinkedHashSet<>(node.descendants().toList());
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var process : processes) {
                if (isMarked(process)) {
                    ProcessHandle.of(Long.parseLong(String.valueOf(process.getFileName())))
                            .ifPresent(all::add);
                }
            }
        } catch (IOException | RuntimeException e) {
            // Not on Linux, or nothing may be seen: then it is the descendants only.
        }
        all.remove(node);
        return all;
    }

    private boolean isMarked(Path process) {
        try {
            var environment = Files.readAllBytes(process.resolve("environ"));
            for (int at = 0; at + variable.length <= environment.length; at++) {
                int end = at + variable.length;
                if (Arrays.equals(environment, at, end, variable, 0, variable.length)) {
                    return true;
                }
                while (at < environment.length && environment[at] != 0) {
                    at++;
                }
            }
            return false;
        } catch (IOException e) { // It ended meanwhile, or belongs to another user.
            return false;
        }
    }

    /** Asks them to end, and after a while makes them. */
    static void end(Collection<ProcessHandle> children) {
        children.forEach(ProcessHandle::destroy);
        var ended = children.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ended).get(GOODBYE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // Those that are left are killed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }
}

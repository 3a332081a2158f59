package dev.pawl.policy.budget;

import dev.pawl.base.file.FileTurn;
import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;

/**
 * A request that other programs can wait for: a file that its program holds the lock of until the request ends. The system
 * releases the lock of a program that ends, however it ends.
 *
 * @param name names it among the requests of all programs
 */
record RequestUnderWay(String name, Path file, FileTurn turn) {
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Begins one; its file is in the folder. */
    static RequestUnderWay begin(Path folder) throws IOException {
        Files.createDirectories(folder, OwnerOnly.folder(folder));
        var name = UUID.randomUUID().toString();
        var file = folder.resolve(name);
        return new RequestUnderWay(name, file, FileTurn.take(file, RequestUnderWay::create));
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(file));
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    /** Ends it; programs that wait for it go on. */
    void end() throws IOException {
        try {
            Files.deleteIfExists(file);
        } finally {
            turn.close();
        }
    }

    /** Whether a request has ended; the file of one whose program was killed is removed. */
    static boolean hasEnded(Path folder, String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            return true;
        }
        var file = folder.resolve(name);
        try {
            var turn = FileTurn.tryTake(file, RequestUnderWay::open);
            if (turn == null) {
                return false;
            }
            new RequestUnderWay(name, file, turn).end();
            return true;
        } catch (NoSuchFileException _) {
            return true;
        }
    }

    /** Waits until a request has ended. On a thread of the system, because the wait for a lock keeps the carrier of a virtual one. */
    static void awaitEnd(Path folder, String name) throws IOException, InterruptedException {
        var waiting = new FutureTask<Void>(() -> {
            try {
                FileTurn.take(folder.resolve(name), RequestUnderWay::open).close();
            } catch (NoSuchFileException _) {
                // It has ended already.
            }
            return null;
        });
        var thread = Thread.ofPlatform().daemon().name("budget of the day").start(waiting);
        try {
            waiting.get();
        } catch (ExecutionException e) {
            throw new IOException("the requests of other programs cannot be waited for: " + e.getCause(), e);
        } finally {
            thread.interrupt();
        }
    }
}

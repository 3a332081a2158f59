package dev.pawl.tools.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets changes to one file happen one after another, whatever name the file goes by.
 *
 * <p>A change keeps its place until it returned, also when its thread was interrupted in the middle.
 */
public final class FileQueue {
    private final Map<Path, Place> places = new HashMap<>();

    public <T> T alone(Path file, Callable<T> change) throws Exception {
        var key = canonical(file.toAbsolutePath().normalize());
        var place = enter(key);
        try {
            place.lock.lockInterruptibly();
            try {
                return change.call();
            } finally {
                place.lock.unlock();
            }
        } finally {
            leave(key, place);
        }
    }

    private Place enter(Path key) {
        synchronized (places) {
            var place = places.computeIfAbsent(key, _ -> new Place());
            place.visitors++;
            return place;
        }
    }

    private void leave(Path key, Place place) {
        synchronized (places) {
            if (--place.visitors == 0) {
                places.remove(key);
            }
        }
    }

    /** Returns the real path, as far as it exists. */
    private static Path canonical(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            var parent = path.getParent();
            var name = path.getFileName();
            return parent == null || name == null ? path : canonical(parent).resolve(name);
        }
    }

    private static final class Place {
        final ReentrantLock lock = new ReentrantLock(true);
        int visitors;
    }
}

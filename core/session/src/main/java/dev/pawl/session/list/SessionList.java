package dev.pawl.session.list;

import dev.pawl.session.record.SessionHeaderReader;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The existing sessions, the one with the newest message first.
 *
 * <p>A file that is not a session or cannot be read is left out. Only files that are new or have changed since the last
 * listing are scanned.
 */
public final class SessionList {
    private static final Comparator<SessionSummary> LAST_SPOKEN_FIRST =
            Comparator.comparing(SessionSummary::modified).reversed().thenComparing(SessionSummary::path);

    private final SessionPaths paths;
    private final Path cacheFolder;
    private final Scan scan;

    /** Lists the sessions of some place, and remembers them in a folder that need not exist. */
    public SessionList(SessionPaths paths, Path cacheFolder) {
        this(paths, cacheFolder, SessionScan::read);
    }

    SessionList(SessionPaths paths, Path cacheFolder, Scan scan) {
        this.paths = paths;
        this.cacheFolder = cacheFolder;
        this.scan = scan;
    }

    /** Receives, on the caller's thread, how many files are done. */
    public interface Progress {
        /** For those who do not wait. */
        Progress NONE = (done, total) -> {};

        void at(int done, int total);
    }

    /** Summarises one file; null if it is not a session. */
    interface Scan {
        @Nullable
        SessionSummary read(FoundFile file) throws IOException;
    }

    /** Returns the sessions of one project. */
    public List<SessionSummary> project(Path cwd, Progress progress) throws InterruptedException {
        var sessions = list(FoundFile.in(paths.folder(cwd)), progress);
        return sessions.stream().filter(session -> isOf(cwd, session.cwd())).toList();
    }

    /** Returns the sessions of all projects. */
    public List<SessionSummary> all(Progress progress) throws InterruptedException {
        return list(paths.flat() ? FoundFile.in(paths.root()) : FoundFile.below(paths.root()), progress);
    }

    /** Returns the session of a project whose file was written last; null if there is none. Nothing is scanned for it. */
    public @Nullable Path latest(Path cwd) {
        for (var file : FoundFile.in(paths.folder(cwd)).stream()
                .sorted(Comparator.comparingLong(FoundFile::modifiedNanos)
                        .reversed()
                        .thenComparing(FoundFile::path, Comparator.reverseOrder()))
                .toList()) {
            var header = SessionHeaderReader.read(file.path());
            if (header != null && isOf(cwd, header.string("cwd"))) {
                return file.path();
            }
        }
        return null;
    }

    /**
     * Returns whether a session belongs to a project, by its header: different projects may have one folder for their
     * sessions. A session with an old header without a folder counts as belonging to the folder it is in.
     */
    private boolean isOf(Path cwd, @Nullable String header) {
        return (header == null || header.isEmpty()) ? !paths.flat() : header.equals(SessionPaths.absolute(cwd));
    }

    /**
     * Returns the sessions in which all words of a query occur, whatever their case: first those whose name has them, then
     * those whose text has them. Letters may be left out of a word.
     */
    public static List<SessionSummary> search(List<SessionSummary> sessions, String query) {
        return new SessionSearch(query).of(sessions);
    }

    private List<SessionSummary> list(List<FoundFile> files, Progress progress) throws InterruptedException {
        var cache = new SummaryCache(cacheFolder);
        var sessions = new ArrayList<SessionSummary>(files.size());
        var unknown = new ArrayList<FoundFile>();
        for (var file : files) {
            var known = cache.find(file);
            if (known == null) {
                unknown.add(file);
            } else {
                sessions.add(known);
            }
        }
        progress.at(sessions.size(), files.size());
        try {
            scan(unknown, files.size(), progress, cache, sessions);
        } finally {
            cache.save();
        }
        sessions.sort(LAST_SPOKEN_FIRST);
        return List.copyOf(sessions);
    }

    private void scan(
            List<FoundFile> unknown, int total, Progress progress, SummaryCache cache, List<SessionSummary> sessions)
            throws InterruptedException {
        if (unknown.isEmpty()) {
            return;
        }
        var places = new Semaphore(2 * Runtime.getRuntime().availableProcessors());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var scans = new ExecutorCompletionService<Scanned>(threads);
            unknown.forEach(file -> scans.submit(() -> {
                places.acquire();
                try {
                    return new Scanned(file, scan.read(file));
                } finally {
                    places.release();
                }
            }));
            try {
                for (int left = unknown.size() - 1; left >= 0; left--) {
                    take(scans, cache, sessions);
                    progress.at(total - left, total);
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private static void take(
            ExecutorCompletionService<Scanned> scans, SummaryCache cache, List<SessionSummary> sessions)
            throws InterruptedException {
        try {
            var scanned = scans.take().get();
            if (scanned.summary() != null) {
                sessions.add(scanned.summary());
                cache.add(scanned.file(), scanned.summary());
            }
        } catch (ExecutionException _) {
            // One bad file does not spoil the list.
        }
    }

    private record Scanned(FoundFile file, @Nullable SessionSummary summary) {}
}

package dev.pawl.tools.file;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that this program itself put in place lately, which may happen between a gate and the call behind it. */
public final class OwnFiles {
    private static final int REMEMBERED = 4096;

    private final Map<Path, Object> keys = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Object> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Remembers a file that a tool wrote. A file with other names is not remembered: it can be a hard link to a secret
     * that was put in place of what was written.
     */
    public synchronized void put(FileTarget written) {
        if (written.key() != null && !written.shown().hasOtherNames()) {
            keys.put(written.path(), written.key());
        }
    }

    synchronized boolean isOwn(Path path, @Nullable Object key) {
        return key != null && key.equals(keys.get(path));
    }
}

package dev.pawl.session;

import dev.pawl.session.lock.SessionInUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lines in the memory of this program. */
final class MemorySessionLines implements SessionLines {
    private final Map<String, List<byte[]>> all = new HashMap<>();
    private final Set<String> locked = new HashSet<>();

    @Override
    public synchronized Writer lock(String session) throws SessionInUse {
        if (!locked.add(session)) {
            throw new SessionInUse(session);
        }
        return new Writer() {
            private boolean closed;

            @Override
            public void append(byte[] line) throws IOException {
                synchronized (MemorySessionLines.this) {
                    if (closed) {
                        throw new IOException("session " + session + " was closed");
                    }
                    all.computeIfAbsent(session, _ -> new ArrayList<>()).add(line);
                }
            }

            @Override
            public void close() {
                synchronized (MemorySessionLines.this) {
                    if (!closed) {
                        closed = true;
                        locked.remove(session);
                    }
                }
            }
        };
    }

    @Override
    public synchronized List<byte[]> read(String session) {
        return List.copyOf(all.getOrDefault(session, List.of()));
    }

    @Override
    public synchronized List<String> list() {
        return List.copyOf(all.keySet());
    }
}

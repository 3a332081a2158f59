package dev.pawl.session.store;

import java.util.LinkedHashMap;
import java.util.Map;

/** The values asked for lately, up to a number. */
final class Recent<V> extends LinkedHashMap<Integer, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    Recent(int most) {
        super(64, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, V> eldest) {
        return size() > most;
    }
}

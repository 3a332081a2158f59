package dev.pawl.tools.search;

import dev.pawl.base.Programs;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The programs for searching that are installed, looked for once and not before they are needed. */
final class SearchPrograms {
    private final Map<String, String> environment;
    private boolean looked;
    private @Nullable Ripgrep ripgrep;
    private @Nullable Fd fd;

    SearchPrograms(Map<String, String> environment) {
        this.environment = environment;
    }

    synchronized @Nullable Ripgrep ripgrep() {
        look();
        return ripgrep;
    }

    synchronized @Nullable Fd fd() {
        look();
        return fd;
    }

    private void look() {
        if (looked) {
            return;
        }
        looked = true;
        var rg = Programs.find("rg", environment);
        ripgrep = rg == null ? null : new Ripgrep(rg);
        // Debian has another program called fd.
        var found = Programs.find("fdfind", environment);
        found = found == null ? Programs.find("fd", environment) : found;
        fd = found == null ? null : new Fd(found);
    }
}

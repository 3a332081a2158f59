package dev.pawl.shellhooks;

import dev.pawl.shellhooks.file.ShellHook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What changed on the disk since the hooks of a file were loaded: the file itself, and the scripts that they run. */
final class ChangedHooks {
    private final Map<ShellHook, TrustedScripts.Look> scripts = new HashMap<>();
    private final Map<Path, Seen> files = new HashMap<>();

    /** The state of a file; without values for one that does not exist. */
    private record Seen(
            @Nullable FileTime changed, long size, @Nullable Object key) {}

    ChangedHooks(List<ShellHook> hooks, TrustedScripts trusted) {
        for (var hook : hooks) {
            var file = hook.source().file();
            files.put(file, state(file));
            var texts = hook.handler().texts();
            if (hook.source().ofProject() || !texts.isEmpty()) {
                scripts.put(
                        hook,
                        trusted.of(texts, hook.event().name(), hook.source().ofProject()));
            }
        }
    }

    /** Why a hook is not what was trusted, as the end of a sentence; null if it is. */
    @Nullable
    String script(ShellHook hook) {
        var look = scripts.get(hook);
        return look == null ? null : look.change();
    }

    /** What became of the file of a hook since it was read, as the end of a sentence; null if nothing. */
    @Nullable
    String file(ShellHook hook) {
        var file = hook.source().file();
        var now = state(file);
        return now.equals(files.get(file)) ? null : now.changed() == null ? "is gone" : "has changed";
    }

    private static Seen state(Path file) {
        try {
            var there = Files.readAttributes(file, BasicFileAttributes.class);
            return new Seen(there.lastModifiedTime(), there.size(), there.fileKey());
        } catch (IOException e) {
            return new Seen(null, 0, null);
        }
    }
}

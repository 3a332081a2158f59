package dev.pawl.shellhooks;

import dev.pawl.shellhooks.file.ShellHook;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What changed on the disk since the hooks of a file were loaded: the file itself, and the scripts that they run. */
final class ChangedHooks {
    private final Map<ShellHook, TrustedScripts.Look> scripts = new HashMap<>();
    private final Map<Path, FileState> files = new HashMap<>();

    ChangedHooks(List<ShellHook> hooks, TrustedScripts trusted) {
        for (var hook : hooks) {
            var file = hook.source().file();
            files.put(file, FileState.of(file));
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
        return look == null ? null : look.change().get();
    }

    /** Stands for what was written into the scripts of a hook until they were looked at the last time. */
    @Nullable
    Object writes(ShellHook hook) {
        var look = scripts.get(hook);
        return look == null ? null : look.writes().get();
    }

    /** Returns what became of the file of a hook since it was read, as the end of a sentence; null if nothing. */
    @Nullable
    String file(ShellHook hook) {
        var file = hook.source().file();
        var now = FileState.of(file);
        return now.equals(files.get(file)) ? null : now.exists() ? "has changed" : "is gone";
    }
}

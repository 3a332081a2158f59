package dev.pawl.loader;

import dev.pawl.api.Hook;
import dev.pawl.loader.find.HookFile;
import org.jspecify.annotations.Nullable;

/** Hooks in another language than Java, which live in a process of their own. */
public interface ForeignHooks extends AutoCloseable {
    /** Gets ready before the first of them is installed, however long that takes. */
    void prepare() throws InterruptedException;

    /** What a file does once, when it is read, is done again for the hooks that are installed from now on. */
    void renew() throws InterruptedException;

    /**
     * Returns a hook that stands for a file; installing it loads the file.
     *
     * @param next the one that is installed after it, which may be read meanwhile; null if there is none
     */
    Hook hook(HookFile file, @Nullable HookFile next);

    @Override
    void close();
}

package dev.pawl.start;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.trust.ShellWrites;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustedContent;
import dev.pawl.config.trust.TrustedSet;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The files of a trusted project while its hooks are loaded: as they were when they were loaded, or reviewed since. */
final class TrustedFiles {
    private final Trust trust;
    private volatile TrustedSet set;

    TrustedFiles(Folders folders, TrustedContent content) {
        this.trust = new Trust(folders);
        this.set = content.set();
    }

    /** Returns what is different and was not reviewed, as the end of a sentence; null if nothing is. */
    @Nullable
    String change() {
        var different = set.change();
        return different == null || isReviewed() ? null : different;
    }

    /** Stands for what was written into the files until they were looked at the last time. */
    Object writes() {
        return set.writes();
    }

    /** Returns whether the user approved of it meanwhile, in this program or with {@code pawl trust}. */
    private boolean isReviewed() {
        try {
            var reviewed = trust.reviewed();
            if (reviewed == null) {
                return false;
            }
            set = reviewed;
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The user approved of all that is there now, for as long as the program runs. */
    void renew() {
        set = trust.content().set();
    }

    /** The name of a file if it belongs to what was trusted, or would if it were there; null if it does not. */
    @Nullable
    String covered(Path file) {
        return set.covers(file) ? set.name(file) : null;
    }

    /** The file of these that a command names and may write; null if there is none. */
    @Nullable
    String written(String command, Path cwd) {
        return ShellWrites.in(set, command, Folders.canonical(cwd));
    }

    /** This program itself wrote a file. */
    void wroteItself(Path file) {
        set.renew(Folders.canonical(file));
    }

    /** This program itself fetched packages that the settings name. */
    void fetchedPackages() {
        set.renewPackages();
    }

    /** The user allowed a tool to write a file, and it did. */
    void wrote(Path file) throws IOException, InterruptedException {
        set.renew(file);
        trust.approve(file);
    }
}

package dev.pawl.field;

import java.nio.file.Path;

/** The folders of one run, and the words in braces that stand for them in files and commands. */
record Places(Path folder, Path npm, Path checkout, String url) {
    Path home() {
        return folder.resolve("home");
    }

    Path work() {
        return folder.resolve("work");
    }

    /** Puts folders and addresses in the place of their names. */
    String filled(String text) {
        return text.replace("{home}", home().toString())
                .replace("{work}", work().toString())
                .replace("{npm}", npm.toString())
                .replace("{checkout}", checkout.toString())
                .replace("{url}", url);
    }

    Path path(String text) {
        return Path.of(filled(text));
    }
}

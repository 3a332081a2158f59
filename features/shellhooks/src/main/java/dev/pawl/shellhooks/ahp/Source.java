package dev.pawl.shellhooks.ahp;

import dev.pawl.base.RegularFile;
import dev.pawl.base.SystemRandom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/** The name of this installation in events. It is drawn once, and says nothing about machine or user. */
public final class Source {
    private static final int LARGEST = 100;
    private static final Pattern FORM = Pattern.compile("urn:uuid:[0-9a-f-]{36}");

    private final Path file;
    private String name = "";

    /** @param agentDir where it is kept */
    public Source(Path agentDir) {
        this.file = agentDir.resolve("ahp-source.txt");
    }

    /** Returns it; where it cannot be kept, another one in each run. */
    synchronized String name() {
        if (name.isEmpty()) {
            name = kept("urn:uuid:" + SystemRandom.uuid());
        }
        return name;
    }

    private String kept(String fresh) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, fresh + "\n", StandardOpenOption.CREATE_NEW);
            return fresh;
        } catch (FileAlreadyExistsException e) {
            try {
                var there = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8).strip();
                return FORM.matcher(there).matches() ? there : fresh;
            } catch (IOException unreadable) {
                return fresh;
            }
        } catch (IOException e) {
            return fresh;
        }
    }
}

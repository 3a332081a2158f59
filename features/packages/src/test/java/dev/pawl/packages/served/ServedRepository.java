package dev.pawl.packages.served;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.base.FileTree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A git repository that is worked on in one folder and published in another, which a server of plain files serves. */
public record ServedRepository(Path work, Path published) {
    /** An empty one, which is not published yet. */
    public static ServedRepository create(Path dir, Path published) throws Exception {
        var work = Files.createDirectories(dir.resolve("work-" + published.getFileName()));
        git(work, "init", "--quiet", "--initial-branch=main");
        return new ServedRepository(work, Files.createDirectories(published));
    }

    /** Writes a file into the folder that is worked on. */
    public ServedRepository file(String name, String text) throws Exception {
        var file = work.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    /** Commits all that is there. */
    public ServedRepository commit() throws Exception {
        git(work, "add", "-A");
        git(work, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "change");
        return this;
    }

    /** Makes what was committed visible to those who clone it. */
    public ServedRepository publish() throws Exception {
        FileTree.delete(published);
        git(work, "clone", "--quiet", "--bare", work.toString(), published.toString());
        git(published, "update-server-info");
        return this;
    }

    /** Runs git, which must succeed; what it printed. */
    public static String git(Path folder, String... words) throws Exception {
        var command = new ArrayList<String>();
        command.add("git");
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}

package dev.pawl.config.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Desk;
import dev.pawl.machine.Deep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ignore files mean what they mean to git, which is asked. */
@Deep
class IgnoreScopeTest {
    private static final List<String> FILES = List.of(
            "a.md",
            "b.md",
            "A.txt",
            "#c",
            "!d",
            "e f",
            "x/a.md",
            "x/b.md",
            "x/y/a.md",
            "x/y/z/a.md",
            "y/a.md",
            "y/x/b.md",
            "build/out.md",
            "x/build/out.md",
            "a[1].md",
            "a1.md",
            "x-y/k.md");

    private static final List<String> LINES = List.of(
            "a.md",
            "/a.md",
            "*.md",
            "!a.md",
            "!*.md",
            "x",
            "x/",
            "/x/",
            "x/y",
            "x/*",
            "x/**",
            "**/y",
            "**/y/**",
            "x/**/a.md",
            "**",
            "*",
            "!x/",
            "!/x/y/",
            "build/",
            "y/a.md",
            "[ab].md",
            "[!a]*.md",
            "a[[]1].md",
            "a\\[1\\].md",
            "a?.md",
            "\\#c",
            "\\!d",
            "#c",
            "!d",
            "e f",
            "e f  ",
            "",
            "   ",
            "/",
            "!",
            "x?y",
            "[a-b]*",
            "*/a.md",
            "/*/y",
            "a.md\\ ",
            "x/y/",
            "**/a.md",
            "/**/b.md",
            "[]a]*",
            "a[1.md",
            "*a*.m*d",
            "***.md");

    @TempDir
    Path root;

    @Test
    void they_leave_out_what_git_leaves_out() throws Exception {
        var folder = root.toRealPath();
        git(folder, "init", "-q");
        for (var file : FILES) {
            Desk.write(folder.resolve(file), "");
        }
        var random = new Random(4711);
        for (int round = 0; round < 120; round++) {
            var top = lines(random);
            var inner = lines(random);
            Files.writeString(folder.resolve(".gitignore"), top);
            Files.writeString(folder.resolve("x/.gitignore"), inner);

            var found = new HashSet<String>();
            walk(folder, folder, IgnoreScope.none(), found);

            assertThat(found).as("%s%n--- x:%n%s", top, inner).isEqualTo(byGit(folder));
        }
    }

    private static String lines(Random random) {
        var lines = new ArrayList<String>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            lines.add(LINES.get(random.nextInt(LINES.size())));
        }
        return String.join("\n", lines) + "\n";
    }

    private static void walk(Path root, Path folder, IgnoreScope above, Set<String> found) throws IOException {
        var rules = above.with(folder);
        try (var children = Files.list(folder)) {
            for (var child : children.toList()) {
                var name = child.getFileName().toString();
                boolean isFolder = Files.isDirectory(child);
                if (name.startsWith(".git") || rules.ignores(child, isFolder)) {
                    continue;
                }
                if (isFolder) {
                    walk(root, child, rules, found);
                } else {
                    found.add(root.relativize(child).toString());
                }
            }
        }
    }

    private static Set<String> byGit(Path folder) throws IOException, InterruptedException {
        var listed = new HashSet<String>();
        for (var file :
                git(folder, "ls-files", "-z", "--others", "--exclude-standard").split("\0")) {
            if (!file.isEmpty() && !file.endsWith(".gitignore")) {
                listed.add(file);
            }
        }
        return listed;
    }

    private static String git(Path folder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-c", "core.excludesFile=/dev/null"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}

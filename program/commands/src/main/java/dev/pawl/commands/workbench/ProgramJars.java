package dev.pawl.commands.workbench;

import dev.pawl.api.Hook;
import dev.pawl.base.FileTree;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Version;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/** The artefacts that were built with this program: those that hooks and programs that embed agents are compiled with. */
final class ProgramJars {
    private static final String ADVICE = ". Start it with ./pawl or from an installed image";
    private static final String POM = ".pom";
    private static final String API = "pawl-api";

    static final String GROUP = "dev.pawl";

    private final Path folder;
    private final String version;

    private ProgramJars(Path folder, String version) {
        this.folder = folder;
        this.version = version;
    }

    /** Finds them; a program that was not started from jars has none. */
    static ProgramJars here() {
        var source = Hook.class.getProtectionDomain().getCodeSource();
        try {
            var file = source == null ? null : Path.of(source.getLocation().toURI());
            var folder = file == null ? null : file.getParent();
            var version = Version.text().strip();
            if (folder == null || !Files.isRegularFile(folder.resolve("maven").resolve(API + POM))) {
                throw Refusal.because("the artefacts of Pawl are not beside this program" + ADVICE);
            }
            return new ProgramJars(folder, version);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot determine where this program was started from", e);
        }
    }

    String version() {
        return version;
    }

    /** Returns the names of the artefacts. */
    List<String> artifacts() throws IOException {
        try (var files = Files.list(folder.resolve("maven"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(POM))
                    .map(name -> name.substring(0, name.length() - POM.length()))
                    .sorted()
                    .toList();
        }
    }

    /** Writes the artefacts into a repository, with their sources, and the Javadoc of the vocabulary. */
    void publish(Path repository) throws IOException {
        for (var artifact : artifacts()) {
            var place = Files.createDirectories(
                    repository.resolve("dev/pawl").resolve(artifact).resolve(version));
            for (var ending : List.of(POM, ".jar", "-sources.jar")) {
                var file = folder.resolve("maven").resolve(artifact + ending);
                if (Files.exists(file)) {
                    copy(file, place.resolve(artifact + "-" + version + ending));
                }
            }
        }
        javadoc(repository.resolve("dev/pawl").resolve(API).resolve(version));
    }

    /** Files of a repository appear whole. */
    private static void copy(Path from, Path to) throws IOException {
        var fresh = Files.createTempFile(to.getParent(), ".", ".new");
        Files.copy(from, fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.move(fresh, to, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Made where the tool is there, which a Java for users need not have. */
    private void javadoc(Path place) throws IOException {
        var target = place.resolve(API + "-" + version + "-javadoc.jar");
        var kept = folder.resolve("maven").resolve(target.getFileName().toString());
        var tool = ToolProvider.findFirst("javadoc").orElse(null);
        if (Files.exists(kept)) {
            copy(kept, target);
            return;
        }
        if (tool == null) {
            return;
        }
        var work = Files.createTempDirectory("pawl-javadoc");
        var source = work.resolve("src");
        unpack(folder.resolve("maven").resolve(API + "-sources.jar"), source);
        var quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int status = tool.run(
                quiet,
                quiet,
                "-quiet",
                "-Xdoclint:none",
                "-d",
                work.resolve("doc").toString(),
                "--module-path",
                libraries(),
                "--module-source-path",
                "dev.pawl.api=" + source,
                "--module",
                "dev.pawl.api");
        if (status == 0) {
            pack(work.resolve("doc"), target);
        }
        FileTree.delete(work);
    }

    private String libraries() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("jspecify-.*\\.jar"))
                    .map(Path::toString)
                    .collect(Collectors.joining(java.io.File.pathSeparator));
        }
    }

    private static void unpack(Path jar, Path to) throws IOException {
        try (var in = new JarFile(jar.toFile())) {
            for (var entry : in.stream().collect(Collectors.toList())) {
                var file = to.resolve(entry.getName()).normalize();
                if (!entry.isDirectory() && file.startsWith(to)) {
                    Files.createDirectories(file.getParent());
                    Files.copy(in.getInputStream(entry), file);
                }
            }
        }
    }

    private static void pack(Path from, Path to) throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(to));
                var files = Files.walk(from)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(from.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}

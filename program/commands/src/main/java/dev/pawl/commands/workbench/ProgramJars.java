package dev.pawl.commands.workbench;

import dev.pawl.api.Hook;
import dev.pawl.base.FileTree;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Version;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/** The jars that this program was started with, made into the artefacts that hooks are compiled and tested with. */
final class ProgramJars {
    private static final String ADVICE = ". Start it with ./pawl or from an installed image";

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
            if (folder == null || !Files.isRegularFile(folder.resolve("pawl-api-" + version + ".jar"))) {
                throw Refusal.because("the jar pawl-api-" + version + ".jar is not beside this program" + ADVICE);
            }
            return new ProgramJars(folder, version);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot determine where this program was started from", e);
        }
    }

    String version() {
        return version;
    }

    /**
     * Writes the artefacts into a repository: {@code pawl-api} and {@code pawl-testkit}, each with sources, Javadoc and
     * pom.
     */
    void publish(Path repository) throws IOException {
        var libraries = List.of(jspecify());
        var api = place(repository, "pawl-api");
        copy(jar("pawl-api-" + version + ".jar"), api.resolve("pawl-api-" + version + ".jar"));
        var sources = folder.resolve("maven").resolve("pawl-api-" + version + "-sources.jar");
        if (Files.exists(sources)) {
            copy(sources, api.resolve(sources.getFileName().toString()));
            javadoc(
                    sources,
                    api.resolve("pawl-api-" + version + "-javadoc.jar"),
                    source -> List.of(
                            "--module-path",
                            libraries(),
                            "--module-source-path",
                            "dev.pawl.api=" + source,
                            "--module",
                            "dev.pawl.api"));
        }
        Files.writeString(
                api.resolve("pawl-api-" + version + ".pom"),
                pom("pawl-api", "The vocabulary of hooks of Pawl", libraries));

        var testkit = place(repository, "pawl-testkit");
        merge(testkit.resolve("pawl-testkit-" + version + ".jar"));
        var tests = folder.resolve("maven").resolve("pawl-testkit-" + version + "-sources.jar");
        if (Files.exists(tests)) {
            copy(tests, testkit.resolve(tests.getFileName().toString()));
            var classes = testkit.resolve("pawl-testkit-" + version + ".jar")
                    + java.io.File.pathSeparator
                    + jar("pawl-api-" + version + ".jar");
            javadoc(tests, testkit.resolve("pawl-testkit-" + version + "-javadoc.jar"), source -> {
                // Without its modules, whose jars are one here.
                Files.delete(source.resolve("module-info.java"));
                return List.of(
                        "-classpath",
                        classes + java.io.File.pathSeparator + libraries(),
                        "-sourcepath",
                        source.toString(),
                        "-subpackages",
                        "dev.pawl.testkit");
            });
        }
        Files.writeString(
                testkit.resolve("pawl-testkit-" + version + ".pom"),
                pom(
                        "pawl-testkit",
                        "Trials of hooks of Pawl, with a fake user and a scripted model",
                        List.of(GROUP + ":pawl-api:" + version)));
    }

    private Path jar(String name) {
        return folder.resolve(name);
    }

    private static Path place(Path repository, String artifact, String version) throws IOException {
        return Files.createDirectories(
                repository.resolve("dev/pawl").resolve(artifact).resolve(version));
    }

    private Path place(Path repository, String artifact) throws IOException {
        return place(repository, artifact, version);
    }

    /** Files of a repository appear whole. */
    private static void copy(Path from, Path to) throws IOException {
        var fresh = Files.createTempFile(to.getParent(), ".", ".new");
        Files.copy(from, fresh, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Files.move(fresh, to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    /** The coordinates of the library beside the API. */
    private String jspecify() throws IOException {
        try (var files = Files.newDirectoryStream(folder, "jspecify-*.jar")) {
            for (var file : files) {
                var name = file.getFileName().toString();
                return "org.jspecify:jspecify:" + name.substring("jspecify-".length(), name.length() - ".jar".length());
            }
        }
        throw Refusal.because("the jar of jspecify is not beside this program in " + folder + ADVICE);
    }

    /** The test kit with all of the program that it uses, so that it needs nothing but the vocabulary. */
    private void merge(Path to) throws IOException {
        var written = new HashSet<String>();
        try (var out = new JarOutputStream(Files.newOutputStream(to))) {
            var testkit = folder.resolve("maven").resolve("pawl-testkit-" + version + ".jar");
            if (!Files.exists(testkit)) {
                throw new IOException("there is no " + testkit + "; build the program again");
            }
            for (var jar : List.of(testkit, jar("classes.jar"), jar("texts.jar"))) {
                add(jar, out, written);
            }
        }
    }

    private static void add(Path from, JarOutputStream out, Set<String> written) throws IOException {
        try (var jar = new JarFile(from.toFile())) {
            for (var entry : jar.stream().collect(Collectors.toList())) {
                var name = entry.getName();
                boolean left = entry.isDirectory()
                        || name.startsWith("META-INF/")
                        || name.equals("module-info.class")
                        || name.startsWith("dev/pawl/app/")
                        || name.startsWith("dev/pawl/packages/maven/resolver/");
                if (!left && written.add(name)) {
                    out.putNextEntry(new JarEntry(name));
                    try (var in = jar.getInputStream(entry)) {
                        in.transferTo(out);
                    }
                    out.closeEntry();
                }
            }
        }
    }

    /** The options of javadoc for a folder of sources. */
    private interface JavadocOptions {
        List<String> of(Path source) throws IOException;
    }

    /** Made where the tool is there, which a Java for users need not have. */
    private void javadoc(Path sources, Path to, JavadocOptions options) throws IOException {
        var kept = folder.resolve("maven").resolve(to.getFileName().toString());
        var tool = ToolProvider.findFirst("javadoc").orElse(null);
        if (Files.exists(kept)) {
            copy(kept, to);
            return;
        }
        if (tool == null) {
            return;
        }
        var work = Files.createTempDirectory("pawl-javadoc");
        unpack(sources, work.resolve("src"));
        var quiet = new java.io.PrintStream(
                java.io.OutputStream.nullOutputStream(), false, java.nio.charset.StandardCharsets.UTF_8);
        var arguments = new ArrayList<>(
                List.of("-quiet", "-Xdoclint:none", "-d", work.resolve("doc").toString()));
        arguments.addAll(options.of(work.resolve("src")));
        int status = tool.run(quiet, quiet, arguments.toArray(String[]::new));
        if (status == 0) {
            pack(work.resolve("doc"), to);
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

    private String pom(String artifact, String description, List<String> needs) {
        var dependencies = new StringBuilder();
        for (var need : needs) {
            var parts = need.split(":");
            dependencies.append("""
                    <dependency>
                      <groupId>%s</groupId>
                      <artifactId>%s</artifactId>
                      <version>%s</version>
                    </dependency>
                """.formatted((Object[]) parts));
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
              <name>%s</name>
              <description>%s</description>
              <licenses>
                <license>
                  <name>MIT</name>
                  <url>https://opensource.org/license/mit</url>
                </license>
              </licenses>
              <dependencies>
            %s  </dependencies>
            </project>
            """.formatted(GROUP, artifact, version, artifact, description, dependencies);
    }
}

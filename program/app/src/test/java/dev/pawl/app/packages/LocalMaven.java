package dev.pawl.app.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A Maven repository made of files. */
public final class LocalMaven {
    private final Path root;
    private final Path work;

    public LocalMaven(Path dir) throws IOException {
        this.root = Files.createDirectories(dir.resolve("maven"));
        this.work = Files.createDirectories(dir.resolve("maven-work"));
    }

    public Path root() {
        return root;
    }

    /** Settings for Maven that use this repository for all others. */
    public LocalMaven mirrorFor(Path home) throws IOException {
        var settings = home.resolve(".m2/settings.xml");
        Files.createDirectories(settings.getParent());
        Files.writeString(settings, """
            <settings><mirrors><mirror><id>local</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors></settings>
            """.formatted(root.toUri()));
        return this;
    }

    /** Compiles one class of a library, against the vocabulary if it needs that. */
    public Map<String, byte[]> compiled(String className, String source) throws IOException {
        var folder = Files.createTempDirectory(work, "classes");
        var file = folder.resolve(className + ".java");
        Files.writeString(file, source);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        if (status != 0) {
            throw new IllegalArgumentException(source);
        }
        var classes = new TreeMap<String, byte[]>();
        try (var files = Files.walk(folder)) {
            for (var one :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                classes.put(folder.relativize(one).toString(), Files.readAllBytes(one));
            }
        }
        return classes;
    }

    /** Publishes a jar that needs others: {@code group:artifact:version}. */
    public LocalMaven publish(String coordinates, Map<String, byte[]> entries, String... needs) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var jar = new JarOutputStream(bytes)) {
            for (var entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        var dependencies = new StringBuilder();
        for (var need : needs) {
            dependencies.append("<dependency>").append(names(need)).append("</dependency>");
        }
        return publish(coordinates, bytes.toByteArray(), "<dependencies>" + dependencies + "</dependencies>");
    }

    /** Publishes a file with more elements of its pom. */
    public LocalMaven publish(String coordinates, byte[] jar, String pom) throws Exception {
        var parts = coordinates.split(":");
        var folder = root.resolve(parts[0].replace('.', '/')).resolve(parts[1]).resolve(parts[2]);
        Files.createDirectories(folder);
        var name = parts[1] + "-" + parts[2];
        put(folder.resolve(name + ".jar"), jar);
        put(
                folder.resolve(name + ".pom"),
                ("<project><modelVersion>4.0.0</modelVersion>" + names(coordinates) + pom + "</project>")
                        .getBytes(StandardCharsets.UTF_8));
        List<String> versions;
        try (var all = Files.list(folder.getParent())) {
            versions = all.filter(Files::isDirectory)
                    .map(path -> "<version>" + path.getFileName() + "</version>")
                    .sorted()
                    .toList();
        }
        put(
                folder.resolveSibling("maven-metadata.xml"),
                ("<metadata><groupId>" + parts[0] + "</groupId><artifactId>" + parts[1]
                                + "</artifactId><versioning><versions>" + String.join("", versions)
                                + "</versions></versioning></metadata>")
                        .getBytes(StandardCharsets.UTF_8));
        return this;
    }

    private static String names(String coordinates) {
        var parts = coordinates.split(":", 3);
        return "<groupId>" + parts[0] + "</groupId><artifactId>" + parts[1] + "</artifactId><version>" + parts[2]
                + "</version>";
    }

    private static void put(Path file, byte[] content) throws Exception {
        Files.write(file, content);
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(content));
        Files.writeString(file.resolveSibling(file.getFileName() + ".sha1"), hash);
    }
}

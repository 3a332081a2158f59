import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarFile;

/** Prints what an image holds in the form of CycloneDX: {@code java Sbom.java VERSION JARS RELEASE}. */
final class Sbom {
    private Sbom() {}

    public static void main(String[] args) throws Exception {
        var parts = new TreeMap<String, String>();
        try (var files = Files.list(Path.of(args[1]))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".jar")).toList()) {
                libraries(file, parts);
            }
        }
        var release = new Properties();
        try (var in = Files.newInputStream(Path.of(args[2]))) {
            release.load(in);
        }
        var java = release.getProperty("JAVA_RUNTIME_VERSION", release.getProperty("JAVA_VERSION", ""))
                .replace("\"", "");
        parts.put("openjdk", component("platform", "openjdk", java, "pkg:generic/openjdk@" + java, ""));
        System.out.println("""
            {
              "bomFormat": "CycloneDX",
              "specVersion": "1.6",
              "version": 1,
              "metadata": {"component": {"type": "application", "name": "pawl", "version": "%s"}},
              "components": [
            %s
              ]
            }\
            """.formatted(args[0], String.join(",\n", parts.values())));
    }

    /** The libraries that Maven has left its mark of; those inside of jars that lie in a jar are not looked at. */
    private static void libraries(Path file, TreeMap<String, String> parts) throws Exception {
        var marks = new ArrayList<Properties>();
        try (var jar = new JarFile(file.toFile())) {
            for (var entry : jar.stream()
                    .filter(one -> one.getName().endsWith("/pom.properties"))
                    .toList()) {
                var mark = new Properties();
                try (var in = jar.getInputStream(entry)) {
                    mark.load(in);
                }
                marks.add(mark);
            }
        }
        for (var mark : marks) {
            var group = mark.getProperty("groupId");
            var name = mark.getProperty("artifactId");
            var version = mark.getProperty("version");
            boolean alone = marks.size() == 1;
            parts.put(
                    group + ":" + name,
                    component(
                            "library",
                            group + ":" + name,
                            version,
                            "pkg:maven/" + group + "/" + name + "@" + version,
                            alone ? hash(file) : ""));
        }
    }

    private static String component(String type, String name, String version, String purl, String hash) {
        var hashes = hash.isEmpty() ? "" : ", \"hashes\": [{\"alg\": \"SHA-256\", \"content\": \"" + hash + "\"}]";
        return "    {\"type\": \"%s\", \"name\": \"%s\", \"version\": \"%s\", \"purl\": \"%s\"%s}"
                .formatted(type, name, version, purl, hashes);
    }

    private static String hash(Path file) throws IOException, java.security.NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}

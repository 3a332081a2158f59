import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Prints what an image holds in the form of CycloneDX: {@code java Sbom.java VERSION JARS RELEASE [REPOSITORY]}. Hashes are
 * those of the libraries as they were published, and licences what their poms say; both are looked up in Maven's local
 * repository.
 */
final class Sbom {
    private static final String OWN = "dev.pawl";
    private static Path repository = Path.of(System.getProperty("user.home"), ".m2", "repository");

    private Sbom() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 3) {
            repository = Path.of(args[3]);
        }
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
        parts.put(
                "openjdk",
                component(
                        "platform",
                        "openjdk",
                        java,
                        "pkg:generic/openjdk@" + java,
                        "",
                        List.of("GPL-2.0-only WITH Classpath-exception-2.0")));
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
            var published = published(group, name, version, ".jar");
            parts.put(
                    group + ":" + name,
                    component(
                            "library",
                            group + ":" + name,
                            version,
                            "pkg:maven/" + group + "/" + name + "@" + version,
                            Files.exists(published) ? hash(published) : "",
                            group.equals(OWN) ? List.of("MIT") : licences(group, name, version)));
        }
    }

    private static Path published(String group, String name, String version, String end) {
        return repository
                .resolve(group.replace('.', '/'))
                .resolve(name)
                .resolve(version)
                .resolve(name + "-" + version + end);
    }

    /** The names of the licences in a pom or, where it has none, in the one above it. */
    private static List<String> licences(String group, String name, String version) throws Exception {
        var pom = published(group, name, version, ".pom");
        if (!Files.exists(pom)) {
            return List.of();
        }
        var project = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
        var names = new ArrayList<String>();
        for (var licence : children(child(project, "licenses"), "license")) {
            var text = child(licence, "name");
            if (text != null) {
                names.add(text.getTextContent().strip());
            }
        }
        var parent = child(project, "parent");
        return names.isEmpty() && parent != null
                ? licences(text(parent, "groupId"), text(parent, "artifactId"), text(parent, "version"))
                : names;
    }

    private static String text(Element parent, String name) {
        return child(parent, name).getTextContent().strip();
    }

    private static Element child(Element parent, String name) {
        var all = children(parent, name);
        return all.isEmpty() ? null : all.getFirst();
    }

    private static List<Element> children(Element parent, String name) {
        var found = new ArrayList<Element>();
        for (var node = parent == null ? null : parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static String component(
            String type, String name, String version, String purl, String hash, List<String> licences) {
        var hashes = hash.isEmpty() ? "" : ", \"hashes\": [{\"alg\": \"SHA-256\", \"content\": \"" + hash + "\"}]";
        var named = licences.isEmpty()
                ? ""
                : licences.stream()
                        .map(licence -> "{\"license\": {\"name\": \"" + licence.replace("\"", "'") + "\"}}")
                        .collect(Collectors.joining(", ", ", \"licenses\": [", "]"));
        return "    {\"type\": \"%s\", \"name\": \"%s\", \"version\": \"%s\", \"purl\": \"%s\"%s%s}"
                .formatted(type, name, version, purl, hashes, named);
    }

    private static String hash(Path file) throws IOException, java.security.NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}

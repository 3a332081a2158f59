package dev.pawl.acceptance.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.Launcher;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project of somebody else, with the coordinates of docs/embedding.md and nothing else: {@code pawl dev publish} fills a
 * folder, Maven builds against it in a local repository of its own.
 */
@Deep
class EmbeddedProjectTest {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static final String RULED = """
        package app;

        import dev.pawl.agent.Pawl;
        import dev.pawl.api.json.JsonObject;
        import java.nio.file.Path;

        final class Ruled {
            public static void main(String[] args) throws Exception {
                var settings = JsonObject.parse("{\\"permissions\\": {\\"deny\\": [\\"bash\\"]}}");
                try (var pawl = Pawl.ofUser();
                        var agent = pawl.agent(Path.of(".")).tools("bash").settings(settings).start()) {
                    System.out.println(agent.ask("Make a file."));
                }
            }
        }
        """;

    @TempDir
    static Path shared;

    private static Path published;
    private static Path project;

    @TempDir
    Path home;

    @BeforeAll
    static void build() throws Exception {
        Needed.program("mvn");
        published = shared.resolve("published");
        succeeds(Map.of(), Launcher.built().toString(), "dev", "publish", "--to", published.toString());
        project = shared.resolve("project");
        var sources = Files.createDirectories(project.resolve("src/main/java/app"));
        Files.writeString(
                sources.resolve("Hello.java"),
                "package app;\n\n" + Files.readString(Checkout.file("examples/embedding/Hello.java")));
        Files.writeString(sources.resolve("Ruled.java"), RULED);
        Files.writeString(project.resolve("src/main/java/module-info.java"), "module app { requires dev.pawl.agent; }");
        Files.writeString(project.resolve("pom.xml"), pom());
        succeeds(
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                "mvn",
                "-B",
                "-q",
                "-s",
                settings().toString(),
                "-Dmaven.repo.local=" + shared.resolve("fresh"),
                "-f",
                project.toString(),
                "compile",
                "dependency:copy-dependencies",
                "-DoutputDirectory=" + project.resolve("lib"),
                "-DincludeScope=runtime");
    }

    /** The first block of the page, in a project that says nothing else but which plug-ins it is built with. */
    private static String pom() throws Exception {
        var block = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Checkout.file("docs/embedding.md")));
        assertThat(block.find()).isTrue();
        return """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>app</groupId>
              <artifactId>app</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>25</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <repositories>
                <repository><id>published</id><url>%s</url></repository>
              </repositories>
              %s
              <build><plugins>
            %s  </plugins></build>
            </project>
            """.formatted(published.toUri(), block.group(1), plugins());
    }

    /** In the versions of the build, so that they are there without a network. */
    private static String plugins() throws Exception {
        var parent = Files.readString(Checkout.file("pom.xml"));
        var plugins = new StringBuilder();
        for (var name : List.of("compiler", "resources", "dependency")) {
            var version = Pattern.compile("<artifactId>maven-" + name + "-plugin</artifactId>\\s*<version>([^<]+)<")
                    .matcher(parent);
            assertThat(version.find()).as(name).isTrue();
            plugins.append("    <plugin><artifactId>maven-%s-plugin</artifactId><version>%s</version></plugin>\n"
                    .formatted(name, version.group(1)));
        }
        return plugins.toString();
    }

    /** Maven looks into what the build has fetched before it asks Maven Central. */
    private static Path settings() throws Exception {
        var jspecify = Path.of(NullMarked.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var repository = jspecify;
        while (!repository.endsWith("org")) {
            repository = repository.getParent();
        }
        var fetched = repository.getParent().toUri();
        return Files.writeString(shared.resolve("settings.xml"), """
            <settings>
              <profiles><profile>
                <id>fetched</id>
                <repositories><repository><id>fetched</id><url>%1$s</url></repository></repositories>
                <pluginRepositories><pluginRepository><id>fetched</id><url>%1$s</url></pluginRepository></pluginRepositories>
              </profile></profiles>
              <activeProfiles><activeProfile>fetched</activeProfile></activeProfiles>
            </settings>
            """.formatted(fetched));
    }

    private static String succeeds(Map<String, String> environment, String... words) throws Exception {
        return succeeds(environment, shared, List.of(words));
    }

    private static String succeeds(Map<String, String> environment, Path folder, List<String> words) throws Exception {
        var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(words + ": " + output).isZero();
        return output;
    }

    private String run(ScriptedModel model, List<String> how) throws Exception {
        var agent = Files.createDirectories(home.resolve(".pi/agent"));
        Files.writeString(
                agent.resolve("models.json"),
                model.modelsJson("openai-completions").toString());
        var words = new ArrayList<>(List.of(JAVA.toString(), "-XX:TieredStopAtLevel=1"));
        words.addAll(how);
        return succeeds(
                Map.of("HOME", home.toString(), "PI_CODING_AGENT_DIR", agent.toString()),
                Files.createDirectories(home.resolve("work")),
                words);
    }

    private static List<String> onTheClassPath(String main) {
        return List.of("-cp", project.resolve("target/classes") + File.pathSeparator + project.resolve("lib/*"), main);
    }

    private static List<String> onTheModulePath(String main) {
        return List.of(
                "-p",
                project.resolve("target/classes") + File.pathSeparator + project.resolve("lib"),
                "-m",
                "app/" + main);
    }

    private void answers(List<String> how) throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("A folder."))) {
            assertThat(run(model, how)).isEqualTo("A folder.\n");
        }
    }

    private void isRuled(List<String> how) throws Exception {
        var writes = Turn.calls(Script.call("bash", JsonObject.of("command", "touch made")));
        try (var model = ScriptedModel.playing(writes, Turn.text("Refused."))) {
            assertThat(run(model, how)).isEqualTo("Refused.\n");
        }
        assertThat(home.resolve("work/made")).doesNotExist();
    }

    @Test
    void the_program_of_the_page_answers_on_the_class_path_and_on_the_module_path() throws Exception {
        answers(onTheClassPath("app.Hello"));
        answers(onTheModulePath("app.Hello"));
    }

    @Test
    void rules_hold_on_the_class_path_and_on_the_module_path() throws Exception {
        isRuled(onTheClassPath("app.Ruled"));
        isRuled(onTheModulePath("app.Ruled"));
    }

    /** What Gradle reads of a BOM: a constraint for each artefact, without a parent and without a version left open. */
    @Test
    void everything_published_is_named_by_the_bom_with_its_version() throws Exception {
        var bom = published.resolve("dev/pawl/pawl-bom/0.1.0/pawl-bom-0.1.0.pom");
        var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(bom.toFile());
        assertThat(document.getElementsByTagName("parent").getLength()).isZero();
        var artifacts = document.getElementsByTagName("artifactId");
        var named = new ArrayList<String>();
        for (int i = 0; i < artifacts.getLength(); i++) {
            named.add(artifacts.item(i).getTextContent());
        }
        try (var folders = Files.list(published.resolve("dev/pawl"))) {
            var there = folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> !name.equals("pawl"))
                    .toList();
            assertThat(named).containsAll(there);
            assertThat(there).contains("pawl-agent", "pawl-policy", "pawl-observe", "pawl-shellhooks", "pawl-testkit");
        }
    }
}

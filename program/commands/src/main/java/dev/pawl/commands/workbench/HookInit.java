package dev.pawl.commands.workbench;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command {@code pawl hooks init}: writes a project for hooks, with what an editor needs to complete and to debug.
 */
public final class HookInit {
    private HookInit() {}

    public static int run(List<String> words, Places places, Streams streams) throws IOException {
        if (words.size() > 1 || (!words.isEmpty() && words.getFirst().startsWith("-"))) {
            throw Refusal.ofArguments("hooks init takes the name of a folder: pawl hooks init [FOLDER]");
        }
        var folder = words.isEmpty()
                ? places.cwd()
                : places.cwd().resolve(words.getFirst()).normalize();
        var jars = ProgramJars.here();
        var files = files(jars.version());
        for (var name : files.keySet()) {
            if (Files.exists(folder.resolve(name))) {
                throw Refusal.because(places.shown(folder.resolve(name).toString())
                        + " is there already, and stays as it is. Choose another folder");
            }
        }
        Files.createDirectories(folder);
        jars.publish(folder.resolve("repository"));
        for (var file : files.entrySet()) {
            write(folder.resolve(file.getKey()), file.getValue());
        }
        streams.out().println("Wrote a project to " + places.shown(folder.toString()));
        streams.out().println("  mvn test       tests the hook in it");
        streams.out().println("  mvn package    makes a jar of it: pawl --hook target/my-hooks-1.0.jar hooks");
        streams.out().println("  PAWL_DEBUG=5005,suspend pawl …   waits for the debugger of VS Code or IntelliJ");
        return 0;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Map<String, String> files(String version) {
        var files = new LinkedHashMap<String, String>();
        files.put("pom.xml", pom(version));
        files.put("src/main/java/module-info.java", """
            /** Hooks of Pawl. */
            module my.hooks {
                requires dev.pawl.api;

                provides dev.pawl.api.Hook with
                        my.hooks.GuardHook;
            }
            """);
        files.put("src/main/java/my/hooks/GuardHook.java", """
            package my.hooks;

            import dev.pawl.api.Hook;
            import dev.pawl.api.HookPoints;
            import dev.pawl.api.Host;
            import dev.pawl.api.tool.ToolInput;
            import dev.pawl.api.value.Decision;

            /** Blocks what it does not like. */
            public final class GuardHook implements Hook {
                @Override
                public void install(Host pi) {
                    pi.on(HookPoints.TOOL_CALL, (call, ctx) -> {
                        if (call.input() instanceof ToolInput.Bash bash && bash.command().contains("push --force")) {
                            return call.block("Do not force a push.");
                        }
                        return Decision.pass(call);
                    });
                }
            }
            """);
        files.put("src/main/resources/META-INF/services/dev.pawl.api.Hook", "my.hooks.GuardHook\n");
        files.put("src/test/java/my/hooks/GuardHookTest.java", """
            package my.hooks;

            import static org.junit.jupiter.api.Assertions.assertInstanceOf;

            import dev.pawl.api.HookPoints;
            import dev.pawl.api.event.ToolCall;
            import dev.pawl.api.tool.ToolInput;
            import dev.pawl.api.value.Decision;
            import dev.pawl.testkit.HookTrial;
            import org.junit.jupiter.api.Test;

            class GuardHookTest {
                @Test
                void a_forced_push_is_blocked() throws Exception {
                    try (var trial = HookTrial.of(new GuardHook())) {
                        var answer = trial.fire(
                                HookPoints.TOOL_CALL, ToolCall.of("bash", new ToolInput.Bash("git push --force")));
                        assertInstanceOf(Decision.Stop.class, answer);
                    }
                }
            }
            """);
        files.put(".vscode/settings.json", """
            {
              "java.configuration.updateBuildConfiguration": "automatic",
              "java.compile.nullAnalysis.mode": "disabled"
            }
            """);
        files.put(".vscode/launch.json", """
            {
              "version": "0.2.0",
              "configurations": [
                {"type": "java", "name": "Pawl (PAWL_DEBUG=5005)", "request": "attach", "hostName": "127.0.0.1", "port": 5005}
              ]
            }
            """);
        files.put(".idea/runConfigurations/Pawl.xml", """
            <component name="ProjectRunConfigurationManager">
              <configuration default="false" name="Pawl (PAWL_DEBUG=5005)" type="Remote">
                <option name="USE_SOCKET_TRANSPORT" value="true" />
                <option name="SERVER_MODE" value="false" />
                <option name="HOST" value="127.0.0.1" />
                <option name="PORT" value="5005" />
                <method v="2" />
              </configuration>
            </component>
            """);
        files.put(".gitignore", "target/\n");
        return files;
    }

    private static String pom(String version) {
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                     xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
              <modelVersion>4.0.0</modelVersion>
              <groupId>my</groupId>
              <artifactId>my-hooks</artifactId>
              <version>1.0</version>

              <properties>
                <maven.compiler.release>25</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>

              <repositories>
                <!-- The vocabulary and the test kit of the Pawl that wrote this project. -->
                <repository>
                  <id>pawl</id>
                  <url>file://${project.basedir}/repository</url>
                </repository>
              </repositories>

              <dependencies>
                <dependency>
                  <groupId>dev.pawl</groupId>
                  <artifactId>pawl-api</artifactId>
                  <version>@VERSION@</version>
                  <scope>provided</scope>
                </dependency>
                <dependency>
                  <groupId>dev.pawl</groupId>
                  <artifactId>pawl-testkit</artifactId>
                  <version>@VERSION@</version>
                  <scope>test</scope>
                </dependency>
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <version>6.1.3</version>
                  <scope>test</scope>
                </dependency>
              </dependencies>

              <build>
                <plugins>
                  <plugin>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <version>3.15.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-jar-plugin</artifactId>
                    <version>3.5.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-resources-plugin</artifactId>
                    <version>3.4.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-surefire-plugin</artifactId>
                    <version>3.6.1</version>
                    <configuration>
                      <useModulePath>false</useModulePath>
                    </configuration>
                  </plugin>
                </plugins>
              </build>
            </project>
            """.replace("@VERSION@", version);
    }
}

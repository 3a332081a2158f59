package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.app.packages.LocalMaven;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java hooks that name libraries with {@code //DEPS}, and hooks in jars, from a Maven repository made of files. */
class HookLibrariesTest {
    @TempDir
    Path dir;

    private TestProgram pawl;
    private LocalMaven maven;

    @BeforeEach
    void start() throws Exception {
        var turns = new Turn[8];
        Arrays.fill(turns, Turn.text("Done."));
        pawl = TestProgram.in(dir, turns);
        maven = new LocalMaven(dir.toRealPath()).mirrorFor(pawl.home);
        publish("1.0", "words");
    }

    @AfterEach
    void stop() {
        pawl.close();
    }

    private void publish(String version, String word) throws Exception {
        maven.publish(
                "com.acme:base:1.0",
                maven.compiled("Base", "package com.acme.base; public class Base { public static int calls; }"));
        maven.publish(
                "com.acme:tool:" + version,
                maven.compiled(
                        "Tool",
                        "package com.acme; public class Tool { public static String text() { return \"" + word
                                + "\"; } }"),
                "com.acme:base:1.0");
    }

    private static String hook(String directives, String expression) {
        return directives + """

            import module dev.pawl.api;

            class Uses implements Hook {
                public void install(Host pi) {
                    pi.on(HookPoints.INPUT, (input, ctx) -> input.transform(input.text() + " " + %s));
                }
            }
            """.formatted(expression);
    }

    private static final String USES = hook(
            "//JAVA 25+\n//DEPS com.acme:tool:1.0 dev.pawl:pawl-api:0.1.0",
            "com.acme.Tool.text() + com.acme.base.Base.calls");

    @Test
    void a_hook_has_the_libraries_that_it_names_and_what_they_need() throws Exception {
        pawl.user("hooks/uses.java", USES);
        var run = pawl.run("-p", "Hi");
        assertThat(run.err()).contains("looking for com.acme:tool:1.0", "fetching tool-1.0.jar");
        assertThat(pawl.asked(1)).containsExactly("user: Hi words0");
        var lock = Files.readString(pawl.agentDir().resolve("hooks/uses.java.lock"));
        assertThat(lock)
                .contains("asks com.acme:tool:1.0\n")
                .containsPattern("com\\.acme:tool:1\\.0 sha256-[0-9a-f]{64}\n")
                .contains("com.acme:base:1.0 sha256-");

        delete(maven.root());
        assertThat(pawl.run("-p", "Hi", "--offline").err()).isEmpty();
        assertThat(pawl.asked(2)).containsExactly("user: Hi words0");

        // Nothing is remembered, but all files are there: they are compared with the lock file.
        delete(pawl.agentDir().resolve("cache"));
        assertThat(pawl.run("-p", "Hi", "--offline").err()).isEmpty();
        assertThat(pawl.asked(3)).containsExactly("user: Hi words0");
    }

    @Test
    void what_differs_from_the_lock_file_is_not_used() throws Exception {
        pawl.user("hooks/uses.java", USES);
        pawl.run("-p", "Hi");
        delete(pawl.home.resolve(".m2/repository"));
        publish("1.0", "evil");
        var run = pawl.run("-p", "Hi");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("tool-1.0.jar has the hash sha256-", "uses.java.lock has sha256-");
        assertThat(pawl.requests()).isEqualTo(1);
    }

    @Test
    void a_library_that_no_repository_has_stops_the_start_with_a_sentence() throws Exception {
        pawl.user("hooks/uses.java", hook("//DEPS com.acme:nothing:9.9", "1"));
        var run = pawl.run("-p", "Hi");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("uses.java", "com.acme:nothing").doesNotContain("\tat ");
        assertThat(pawl.agentDir().resolve("hooks/uses.java.lock")).doesNotExist();
    }

    @Test
    void offline_nothing_is_fetched() throws Exception {
        pawl.user("hooks/uses.java", USES);
        var run = pawl.run("-p", "Hi", "--offline");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("nothing is fetched while offline", "com.acme:tool");
        assertThat(pawl.home.resolve(".m2/repository/com/acme/tool/1.0/tool-1.0.jar"))
                .doesNotExist();
    }

    @Test
    void another_repository_needs_the_consent_of_the_user() throws Exception {
        Files.delete(pawl.home.resolve(".m2/settings.xml"));
        var url = maven.root().toUri().toString();
        pawl.user(
                "hooks/uses.java", hook("//REPOS acme=" + url + "\n//DEPS com.acme:tool:1.0", "com.acme.Tool.text()"));
        var run = pawl.run("-p", "Hi");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("which you have not allowed", "pawl hooks allow file:");
        assertThat(pawl.home.resolve(".m2/repository/com/acme")).doesNotExist();

        assertThat(pawl.run("hooks", "allow", url).status()).isZero();
        assertThat(pawl.run("-p", "Hi").status()).isZero();
        assertThat(pawl.asked(1)).containsExactly("user: Hi words");
        assertThat(pawl.run("hooks", "allow", "http://example.com/maven").status())
                .isEqualTo(1);
    }

    @Test
    void a_pom_that_leads_out_of_the_repository_is_refused() throws Exception {
        for (var evil : new String[] {
            "com.acme:base:../../../../../../evil", "com.acme:../../../evil:1.0", "../../evil:base:1.0"
        }) {
            maven.publish("com.acme:hostile:1.0", Map.of("x.txt", new byte[1]), evil);
            delete(pawl.home.resolve(".m2/repository"));
            pawl.user("hooks/uses.java", hook("//DEPS com.acme:hostile:1.0", "1"));
            var run = pawl.run("-p", "Hi");
            assertThat(run.status()).as(evil).isEqualTo(1);
            assertThat(run.err()).as(evil).containsAnyOf("is no name that a repository can have", "com.acme:hostile");
        }
        var parent = "<parent><groupId>com.acme</groupId><artifactId>base</artifactId>"
                + "<version>../../../../../evil</version></parent>";
        maven.publish("com.acme:hostile:1.0", new byte[1], parent);
        delete(pawl.home.resolve(".m2/repository"));
        assertThat(pawl.run("-p", "Hi").status()).isEqualTo(1);
        try (var all = Files.walk(dir)) {
            assertThat(all.filter(path -> path.getFileName().toString().contains("evil")))
                    .isEmpty();
        }
    }

    @Test
    void a_jar_with_another_checksum_is_refused() throws Exception {
        var jar = maven.root().resolve("com/acme/tool/1.0/tool-1.0.jar");
        Files.write(jar, "something else".getBytes(StandardCharsets.UTF_8));
        pawl.user("hooks/uses.java", USES);
        var run = pawl.run("-p", "Hi");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).containsIgnoringCase("checksum");
    }

    @Test
    void hooks_with_the_same_libraries_share_their_classes() throws Exception {
        var counts = hook("//DEPS com.acme:base:1.0", "com.acme.base.Base.calls++");
        pawl.user("hooks/a.java", counts).user("hooks/b.java", counts.replace("Uses", "Others"));
        assertThat(pawl.run("-p", "Hi").status()).isZero();
        assertThat(pawl.asked(1)).containsExactly("user: Hi 0 1");
    }

    @Test
    void other_directives_have_their_effect() throws Exception {
        pawl.user(
                        "hooks/uses.java",
                        hook("//SOURCES parts/Helper.java\n//FILES words.txt=parts/text.txt", "Helper.read()"))
                .user("hooks/parts/Helper.java", """
                    class Helper {
                        static String read() {
                            try (var in = Helper.class.getResourceAsStream("/words.txt")) {
                                return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
                            } catch (java.io.IOException e) {
                                return e.toString();
                            }
                        }
                    }
                    """)
                .user("hooks/parts/text.txt", "from a file");
        assertThat(pawl.run("-p", "Hi").err()).isEmpty();
        assertThat(pawl.asked(1)).containsExactly("user: Hi from a file");
        var refused = Map.of(
                "//SOURCES ../../../../etc/Evil.java", "leads out of the folder",
                "//FILES ../../models.json", "leads out of the folder",
                "//FILES nothing.txt", "names no file",
                "//JAVA 99+", "needs Java 99+",
                "//COMPILE_OPTIONS -processorpath /tmp/evil.jar", "is not allowed for a hook",
                "//COMPILE_OPTIONS -Werror -Xlint:all", "warning");
        for (var one : refused.entrySet()) {
            var raw = one.getKey().contains("Xlint") ? "new java.util.ArrayList(java.util.List.of(1)).size()" : "1";
            pawl.user("hooks/uses.java", hook(one.getKey(), raw));
            var run = pawl.run("-p", "Hi");
            assertThat(run.status()).as(one.getKey()).isEqualTo(1);
            assertThat(run.err()).contains(one.getValue());
        }
        pawl.user("hooks/uses.java", hook("//RUNTIME_OPTIONS -Xmx1g\n//DESCRIPTION Says something", "1"));
        var run = pawl.run("hooks");
        assertThat(run.err()).contains("//RUNTIME_OPTIONS means nothing for a hook");
        assertThat(run.status()).isZero();
    }

    @Test
    void the_lock_file_that_is_written_for_a_trusted_project_needs_no_new_look() throws Exception {
        pawl.file(".pi/hooks/uses.java", USES);
        assertThat(pawl.run("trust", "approve").status()).isZero();
        assertThat(pawl.run("-p", "Hi").status()).isZero();
        assertThat(pawl.run("-p", "Hi").err()).isEmpty();
        var lock = pawl.project.resolve(".pi/hooks/uses.java.lock");
        Files.writeString(lock, Files.readString(lock).replace("base", "other"));
        var run = pawl.run("-p", "Hi");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("uses.java.lock has changed");
    }

    @Test
    void a_jar_of_hooks_is_installed_updated_and_removed() throws Exception {
        publishHook("1.0");
        var run = pawl.run("install", "mvn:com.acme:guard");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Installed mvn:com.acme:guard (1.0)");
        assertThat(pawl.run("-p", "Hi").err()).isEmpty();
        assertThat(pawl.asked(1)).containsExactly("user: Hi guarded 1.0 words");

        assertThat(pawl.run("update", "--all").out()).contains("is up to date (1.0)");
        publishHook("1.1");
        delete(pawl.home.resolve(".m2/repository"));
        assertThat(pawl.run("update", "mvn:com.acme:guard").out()).contains("from 1.0 to 1.1");
        assertThat(pawl.run("list").out()).contains("mvn:com.acme:guard (1.1)").doesNotContain("changed");

        delete(pawl.agentDir().resolve("packages"));
        delete(pawl.home.resolve(".m2/repository"));
        publishHook("1.2");
        assertThat(pawl.run("-p", "Hi").status()).isZero();
        assertThat(pawl.asked(2)).containsExactly("user: Hi guarded 1.1 words");

        assertThat(pawl.run("remove", "mvn:com.acme:guard").status()).isZero();
        assertThat(pawl.agentDir().resolve("packages/mvn")).doesNotExist();
    }

    @Test
    void what_is_no_jar_of_hooks_is_not_installed() throws Exception {
        maven.publish("com.acme:broken:1.0", "no jar".getBytes(StandardCharsets.UTF_8), "");
        var said = new HashMap<String, String>();
        said.put("mvn:com.acme:tool:1.0", "holds no hook");
        said.put("mvn:com.acme:broken:1.0", "is not a jar");
        said.put("mvn:com.acme:nothing", "com.acme:nothing");
        said.put("mvn:com.acme:../../evil:1.0", "cannot stand there");
        for (var one : said.entrySet()) {
            var run = pawl.run("install", one.getKey());
            assertThat(run.status()).as(one.getKey()).isEqualTo(1);
            assertThat(run.err()).contains(one.getValue());
            assertThat(pawl.agentDir().resolve("packages")).doesNotExist();
            assertThat(pawl.agentDir().resolve("settings.json")).doesNotExist();
        }
    }

    private void publishHook(String version) throws Exception {
        var entries = new HashMap<>(maven.compiled("Guard", """
            package com.acme.guard;

            import dev.pawl.api.*;

            public class Guard implements Hook {
                public void install(Host pi) {
                    pi.on(HookPoints.INPUT, (input, ctx) -> {
                        try {
                            var tool = Class.forName("com.acme.Tool").getMethod("text").invoke(null);
                            return input.transform(input.text() + " guarded %s " + tool);
                        } catch (ReflectiveOperationException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                }
            }
            """.formatted(version)));
        entries.put("META-INF/services/dev.pawl.api.Hook", "com.acme.guard.Guard".getBytes(StandardCharsets.UTF_8));
        maven.publish("com.acme:guard:" + version, entries, "com.acme:tool:1.0", "dev.pawl:pawl-api:0.1.0");
    }

    private static void delete(Path folder) throws Exception {
        if (Files.exists(folder)) {
            try (var all = Files.walk(folder)) {
                for (var path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}

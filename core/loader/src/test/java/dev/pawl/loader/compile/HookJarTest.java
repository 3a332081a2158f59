package dev.pawl.loader.compile;

import static dev.pawl.loader.HookFolder.ask;
import static dev.pawl.loader.HookFolder.supplier;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Hook;
import dev.pawl.loader.HookFolder;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookJarTest {
    private static final String SERVICES = "META-INF/services/dev.pawl.api.Hook";

    @TempDir
    Path root;

    HookFolder folder;

    @BeforeEach
    void folder() {
        folder = new HookFolder(root);
    }

    @Test
    void a_jar_gives_the_hooks_it_lists() throws Exception {
        jar(
                "a.jar",
                "# ours\nmy.A # the first\n\nmy.A\n",
                "package my;\n" + supplier("A", "new B().x") + "class B { int x = 3; }");

        var loaded = folder.load(folder.file("a.jar"));

        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.hooks().getFirst().classes()).hasSize(1);
        assertThat(ask(loaded)).isEqualTo(3);
        assertThat(folder.progress).isEmpty();
    }

    @Test
    void helpers_are_there_at_the_hundredth_call_even_if_the_jar_has_gone() throws Exception {
        jar("a.jar", "A", supplier("A", "new B().x") + "class B { int x = 3; }");
        var loaded = folder.load(folder.file("a.jar"));

        Files.delete(root.resolve("a.jar"));

        for (int i = 0; i < 100; i++) {
            assertThat(ask(loaded)).isEqualTo(3);
        }
    }

    @Test
    void a_jar_written_over_gives_the_old_classes_to_the_old_and_the_new_ones_to_the_new() throws Exception {
        jar("a.jar", "A", supplier("A", "new B().x") + "class B { int x = 1; }");
        var before = folder.load(folder.file("a.jar"));
        jar("a.jar", "A", supplier("A", "new B().x") + "class B { int x = 2; }");

        var after = folder.load(folder.file("a.jar"));

        assertThat(ask(before)).isEqualTo(1);
        assertThat(ask(after)).isEqualTo(2);
    }

    @Test
    void resources_are_there_until_the_loader_is_closed() throws Exception {
        var entries = entries("A", supplier("A", "A.class.getResource(\"/some data.txt\")"));
        entries.put("some data.txt", "hello".getBytes(UTF_8));
        folder.jar("a.jar", entries);
        var loaded = folder.load(folder.file("a.jar"));
        var loader = loaded.hooks().getFirst().loader();

        var url = (URL) ask(loaded);

        assertThat(url.toString()).startsWith("jar:file:").endsWith("a.jar!/some%20data.txt");
        try (var in = url.openStream()) {
            assertThat(in.readAllBytes()).asString().isEqualTo("hello");
        }
        assertThat(Collections.list(loader.getResources("some data.txt"))).hasSize(1);
        assertThat(loader.getResource("nothing.txt")).isNull();
        loader.close();
        assertThatThrownBy(() -> loader.loadClass("B")).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void a_jar_without_a_list_gets_a_message_that_names_the_file_to_add() throws Exception {
        folder.jar("a.jar", folder.classFiles(supplier("A", "1")));

        assertThat(problem("a.jar")).contains("no hook in it").contains(SERVICES);
    }

    @Test
    void a_jar_that_lists_a_class_it_does_not_hold_is_refused() throws Exception {
        jar("a.jar", "my.Missing", supplier("A", "1"));

        assertThat(problem("a.jar")).contains("my.Missing is missing").contains("a.jar");
    }

    @Test
    void a_jar_that_lacks_the_parent_of_its_hook_is_refused() throws Exception {
        var entries = entries("A", supplier("A", "1").replace("class A", "class A extends Base") + "class Base {}");
        entries.remove("Base.class");
        folder.jar("a.jar", entries);

        assertThat(problem("a.jar")).contains("the class Base is missing").contains("Pack it into the jar");
    }

    @Test
    void a_list_of_what_is_no_hook_is_refused() throws Exception {
        var source = supplier("A", "1") + """
            class Plain {}
            abstract class Vague implements Hook {}
            class Needy extends A { Needy(int x) {} }
            """;
        jar("plain.jar", "Plain", source);
        jar("vague.jar", "Vague", source);
        jar("needy.jar", "Needy", source);

        assertThat(problem("plain.jar")).contains("Plain").contains("does not implement dev.pawl.api.Hook");
        assertThat(problem("vague.jar")).contains("Vague").contains("abstract");
        assertThat(problem("needy.jar")).contains("Needy").contains("no constructor without parameters");
    }

    @Test
    void damaged_and_too_new_classes_are_distinguished() throws Exception {
        var entries = entries("A", supplier("A", "1"));
        entries.put("A.class", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        folder.jar("damaged.jar", entries);
        entries.put(
                "A.class",
                ClassFile.of()
                        .build(ClassDesc.of("A"), type -> type.withVersion(ClassFile.latestMajorVersion() + 1, 0)));
        folder.jar("new.jar", entries);

        assertThat(problem("damaged.jar")).contains("damaged").contains("Build it again");
        assertThat(problem("new.jar"))
                .contains("compiled for Java " + (Runtime.version().feature() + 1))
                .contains("--release " + Runtime.version().feature());
    }

    @Test
    void what_is_no_jar_is_refused() throws IOException {
        Files.writeString(root.resolve("text.jar"), "hello");

        assertThat(problem("text.jar")).contains("is not a jar");
        assertThat(problem("gone.jar")).contains("cannot be read");
    }

    @Test
    void a_jar_may_bring_copies_of_what_is_shared_and_still_gets_the_shared_ones() throws Exception {
        var entries = entries("A", supplier("A", "1"));
        try (var in = Hook.class.getResourceAsStream("Hook.class")) {
            entries.put("dev/pawl/api/Hook.class", in.readAllBytes());
        }
        folder.jar("a.jar", entries);

        assertThat(ask(folder.load(folder.file("a.jar")))).isEqualTo(1);
    }

    @Test
    void a_jar_brings_its_own_version_of_a_library_of_the_program() throws Exception {
        var entries = entries(
                "my.A",
                "package my;\n" + supplier("A", "String.valueOf(new Library().version())")
                        + "class Library { int version() { return 99; } }");
        folder.jar("a.jar", entries);

        assertThat(ask(folder.load(folder.file("a.jar")))).isEqualTo("99");
    }

    @Test
    void a_way_out_in_a_jar_is_an_exception() throws Exception {
        var unguarded = ClassFile.of()
                .build(
                        ClassDesc.of("Ending"),
                        type -> type.withMethodBody(
                                "end",
                                MethodTypeDesc.ofDescriptor("()V"),
                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                code -> code.iconst_1()
                                        .invokestatic(
                                                ClassDesc.of("java.lang.System"),
                                                "exit",
                                                MethodTypeDesc.ofDescriptor("(I)V"))
                                        .return_()));
        var entries = entries(
                "A",
                supplier("A", "end()").replaceFirst("\\}\\s*$", "Object end() { Ending.end(); return 1; }\n}\n")
                        + "class Ending { static void end() {} }");
        entries.put("Ending.class", unguarded);
        folder.jar("a.jar", entries);

        var loaded = folder.load(folder.file("a.jar"));

        assertThatThrownBy(() -> ask(loaded))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shutdown");
    }

    @Test
    void no_copies_of_jars_are_left_behind() throws Exception {
        jar("a.jar", "A", supplier("A", "1"));

        var copies = Files.createDirectory(root.resolve("copies"));

        HookJar.open(root.resolve("a.jar"), copies).close();

        assertThat(copies).isEmptyDirectory();
    }

    private void jar(String name, String services, String source) throws IOException {
        folder.jar(name, entries(services, source));
    }

    private Map<String, byte[]> entries(String services, String source) throws IOException {
        var entries = new TreeMap<>(folder.classFiles(source));
        entries.put(SERVICES, services.getBytes(UTF_8));
        return entries;
    }

    private String problem(String jar) {
        var loaded = folder.load(folder.file(jar));
        assertThat(loaded.hooks()).isEmpty();
        assertThat(loaded.problems()).hasSize(1);
        return loaded.problems().getFirst().message();
    }
}

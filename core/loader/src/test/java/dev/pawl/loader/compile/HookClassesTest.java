package dev.pawl.loader.compile;

import static dev.pawl.loader.HookFolder.ask;
import static dev.pawl.loader.HookFolder.supplier;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.HookFolder;
import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookClassesTest {
    @TempDir
    Path root;

    HookFolder folder;

    @BeforeEach
    void folder() {
        folder = new HookFolder(root);
    }

    @Test
    void one_import_gives_the_vocabulary_and_the_everyday_classes() throws Exception {
        var hook = folder.write("gate.java", """
            import module dev.pawl.api;

            class Gate implements Hook, Supplier<Object> {
                static final Pattern DANGER = Pattern.compile("rm -rf");
                final Map<String, List<Path>> seen = new HashMap<>();

                public void install(Host pi) {
                    pi.on(HookPoints.TOOL_CALL, (call, ctx) -> call.allow());
                }

                public Object get() {
                    return DANGER.matcher("rm -rf /").find() && seen.isEmpty();
                }
            }
            """);

        assertThat(ask(folder.load(hook))).isEqualTo(true);
        assertThat(folder.progress).containsExactly("Compiling gate.java");
    }

    @Test
    void a_public_class_may_have_another_name_than_its_file() throws Exception {
        assertThat(ask(folder.load(folder.write("permission-gate.java", supplier("Foo", "42")))))
                .isEqualTo(42);
    }

    @Test
    void a_single_file_may_declare_a_package() throws Exception {
        var hook = folder.write("a.java", "package my.hooks;\n" + supplier("Foo", "getClass().getName()"));

        assertThat(ask(folder.load(hook))).isEqualTo("my.hooks.Foo");
    }

    @Test
    void helpers_in_the_same_file_are_there_at_the_hundredth_call() throws Exception {
        var hook = folder.write(
                "a.java", supplier("Foo", "new Helper(Inner.NAME).text() + new Object() { int x = 7; }.x") + """
                    record Helper(String text) {}

                    enum Inner {
                        A;
                        static final String NAME = "n";
                    }
                    """);

        var loaded = folder.load(hook);

        for (int i = 0; i < 100; i++) {
            assertThat(ask(loaded)).isEqualTo("n7");
        }
    }

    @Test
    void all_files_beside_an_index_belong_to_the_hook() throws Exception {
        folder.write("todo/index.java", supplier("Todo", "Helper.text()"));
        folder.write("todo/helper.java", "class Helper { static String text() { return \"helped\"; } }");
        folder.write("todo/lib/other.java", "this is not read");
        folder.write("todo/node_modules/other.java", "this is not read");

        assertThat(ask(folder.load(folder.file("todo")))).isEqualTo("helped");
        assertThat(folder.progress).containsExactly("Compiling todo");
    }

    @Test
    void every_class_at_the_top_that_can_be_made_is_a_hook_in_the_order_of_the_source() throws IOException {
        folder.write("x/index.java", """
            import module dev.pawl.api;

            class Second extends Base {}
            class Helper {}
            record First() implements Hook { public void install(Host pi) {} }
            class Configured extends Base { Configured(int x) {} }
            class Hidden extends Base { private Hidden() {} }
            """);
        folder.write("x/base.java", """
            abstract class Base implements dev.pawl.api.Hook {
                public void install(dev.pawl.api.Host pi) {}
            }
            class Zero extends Base { static class Nested extends Base {} }
            """);

        var loaded = folder.load(folder.file("x"));

        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.hooks().getFirst().classes())
                .extracting(Class::getName)
                .containsExactly("Zero", "Second", "First", "Hidden");
    }

    @Test
    void hooks_come_in_the_order_they_were_asked_for() throws Exception {
        var b = folder.write("b.java", supplier("B", "\"b\""));
        var a = folder.write("a.java", supplier("A", "\"a\""));

        var loaded = folder.load(b, a);

        assertThat(ask(loaded, 0)).isEqualTo("b");
        assertThat(ask(loaded, 1)).isEqualTo("a");
        assertThat(folder.progress).containsExactly("Compiling 2 hooks");
    }

    @Test
    void two_files_may_define_the_same_class() throws Exception {
        var helper = "class Helper { static String text() { return \"%s\"; } }\n";
        var one = folder.write("one.java", supplier("Gate", "Helper.text()") + helper.formatted("1"));
        var two = folder.write("two.java", supplier("Gate", "Helper.text()") + helper.formatted("2"));

        var loaded = folder.load(one, two);

        assertThat(ask(loaded, 0)).isEqualTo("1");
        assertThat(ask(loaded, 1)).isEqualTo("2");
        assertThat(folder.progress).hasSize(1);
    }

    @Test
    void a_class_of_one_file_does_not_hide_what_another_imports() throws Exception {
        var one = folder.write("one.java", supplier("One", "Pattern.quote(\"x\")"));
        var two = folder.write("two.java", supplier("Two", "new Pattern().toString()") + "class Pattern {}");

        var loaded = folder.load(two, one);

        assertThat(loaded.problems()).isEmpty();
        assertThat(ask(loaded, 1)).isEqualTo("\\Qx\\E");
    }

    @Test
    void a_hook_that_uses_the_class_of_another_gets_a_message_that_names_the_owner() throws Exception {
        var owner = folder.write("owner.java", supplier("Owner", "1") + "class Shared { static final int N = 5; }");
        var user = folder.write("user.java", supplier("User", "Shared.N"));

        var loaded = folder.load(owner, user);

        assertThat(ask(loaded, 0)).isEqualTo(1);
        assertThat(loaded.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo(user.path().toString());
            assertThat(problem.message())
                    .contains("cannot find symbol")
                    .contains(user.path() + " uses the class Shared of " + owner.path());
        });
    }

    @Test
    void whose_class_it_is_is_also_known_of_hooks_in_the_cache() throws Exception {
        var owner = folder.write("owner.java", "package lib;\n" + supplier("Owner", "1"));
        var user = folder.write("user.java", "import lib.Owner;\n" + supplier("User", "new Owner()"));
        folder.load(root.resolve("cache"), owner);

        var loaded = folder.load(root.resolve("cache"), owner, user);

        assertThat(loaded.problems())
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.message()).contains("uses the class lib.Owner of " + owner.path()));
    }

    @Test
    void a_file_that_does_not_compile_is_reported_as_javac_does_and_the_others_are_loaded() throws Exception {
        var bad = folder.write("bad.java", """
            import module dev.pawl.api;
            class Bad implements Hook {
                public void install(Host pi) {
                    int x = "text";
                    undefined();
                }
            }
            """);
        var good = folder.write("good.java", supplier("Good", "1"));

        var loaded = folder.load(bad, good);

        assertThat(ask(loaded)).isEqualTo(1);
        assertThat(loaded.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo(bad.path().toString());
            assertThat(problem.fatal()).isTrue();
            assertThat(problem.message())
                    .startsWith(bad.path() + ":4: error: incompatible types: String cannot be converted to int\n"
                            + "        int x = \"text\";\n"
                            + "                ^\n")
                    .contains(bad.path() + ":5: error: cannot find symbol\n        undefined();\n        ^");
        });
    }

    @Test
    void a_file_that_cannot_be_parsed_keeps_no_other_from_being_checked() throws Exception {
        var unparsable = folder.write("a.java", "class {");
        var wrong = folder.write("b.java", supplier("B", "nothing"));
        var good = folder.write("c.java", supplier("C", "1"));

        var loaded = folder.load(unparsable, wrong, good);

        assertThat(ask(loaded)).isEqualTo(1);
        assertThat(loaded.problems())
                .extracting(LoadProblem::path)
                .containsExactly(unparsable.path().toString(), wrong.path().toString());
    }

    @Test
    void a_file_without_a_hook_is_an_error_that_says_what_is_missing() throws IOException {
        var empty = folder.write("empty.java", "");
        var other = folder.write("other.java", "public class Other {}");
        var unmakable = folder.write(
                "unmakable.java",
                "abstract class A implements dev.pawl.api.Hook {}\n"
                        + "class B extends A { B(int x) {} public void install(dev.pawl.api.Host pi) {} }");

        var loaded = folder.load(empty, other, unmakable);

        assertThat(loaded.hooks()).isEmpty();
        assertThat(loaded.problems())
                .hasSize(3)
                .allSatisfy(problem -> assertThat(problem.message())
                        .startsWith("no hook in it: no class implements dev.pawl.api.Hook"));
        assertThat(loaded.problems().getLast().message())
                .contains("A does, but is abstract")
                .contains("B does, but has no constructor without parameters");
    }

    @Test
    void sources_in_folders_of_a_folder_hook_belong_to_it() throws Exception {
        folder.write("deep/index.java", supplier("Deep", "my.text.Words.text()"));
        folder.write(
                "deep/my/text/Words.java",
                "package my.text; public class Words { public static String text() { return \"deep\"; } }");

        assertThat(ask(folder.load(folder.file("deep")))).isEqualTo("deep");
    }

    @Test
    void jars_in_the_lib_of_a_folder_hook_are_there() throws Exception {
        folder.write("uses/index.java", supplier("Uses", "com.acme.Tool.text() + com.acme.Tool.resource()"));
        library("one");
        assertThat(ask(folder.load(folder.file("uses")))).isEqualTo("one from one");
        folder.progress.clear();
        assertThat(ask(folder.load(folder.file("uses")))).isEqualTo("one from one");

        library("another");
        assertThat(ask(folder.load(folder.file("uses")))).isEqualTo("another from another");
    }

    @Test
    void a_library_that_is_no_jar_is_named() throws Exception {
        folder.write("uses/index.java", supplier("Uses", "1"));
        folder.write("uses/lib/tool.jar", "no jar");

        assertThat(folder.load(folder.file("uses")).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("tool.jar"));
    }

    /** A jar with a class and a resource, made with the compiler of this Java. */
    private void library(String text) throws IOException {
        var sources = Files.createDirectories(root.resolve("library/com/acme"));
        Files.writeString(sources.resolve("Tool.java"), """
            package com.acme;
            public class Tool {
                public static String text() { return "%s"; }
                public static String resource() {
                    try (var in = Tool.class.getResourceAsStream("/words.txt")) {
                        return new String(in.readAllBytes());
                    } catch (java.io.IOException e) {
                        return "none";
                    }
                }
            }
            """.formatted(text));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, sources.resolve("Tool.java").toString()))
                .isZero();
        var lib = Files.createDirectories(root.resolve("uses/lib"));
        try (var jar = new JarOutputStream(Files.newOutputStream(lib.resolve("tool.jar")))) {
            jar.putNextEntry(new JarEntry("com/acme/Tool.class"));
            jar.write(Files.readAllBytes(sources.resolve("Tool.class")));
            jar.putNextEntry(new JarEntry("words.txt"));
            jar.write((" from " + text).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void dependencies_are_refused_without_a_resolver() throws IOException {
        var hook = folder.write("a.java", "// a hook\n//DEPS com.acme:tool:1.0\n" + supplier("A", "1"));

        var loaded = folder.load(hook);

        assertThat(loaded.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("asks for com.acme:tool:1.0, but libraries are not looked for here")
                        .contains("jars"));
        assertThat(folder.progress).isEmpty();
    }

    @Test
    void the_programs_own_classes_are_not_there() throws IOException {
        var program = folder.write("a.java", supplier("A", "dev.pawl.loader.find.HookFile.class"));
        var library = folder.write("b.java", supplier("B", "org.assertj.core.api.Assertions.class"));

        var loaded = folder.load(program, library);

        assertThat(loaded.hooks()).isEmpty();
        assertThat(loaded.problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.message()).contains("does not exist"));
    }

    @Test
    void the_jdk_is_there_also_where_it_belongs_to_the_loader_of_programs() throws Exception {
        var hook = folder.write("a.java", supplier("A", "com.sun.source.tree.Tree.class.getSimpleName()"));

        assertThat(ask(folder.load(hook))).isEqualTo("Tree");
    }

    @Test
    void a_mark_at_the_beginning_of_a_file_does_no_harm() throws Exception {
        assertThat(ask(folder.load(folder.write("a.java", "\uFEFF" + supplier("A", "1")))))
                .isEqualTo(1);
    }

    @Test
    void text_that_is_not_utf8_is_refused() throws IOException {
        var hook = folder.write("a.java", "");
        Files.write(hook.path(), new byte[] {'/', '/', (byte) 0xe9, '\n'});

        assertThat(folder.load(hook).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("UTF-8"));
    }

    @Test
    void a_file_that_has_gone_is_an_error() {
        assertThat(folder.load(folder.file("gone.java")).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).startsWith("cannot be read"));
    }

    @Test
    void a_java_without_a_compiler_is_reported_in_one_sentence() throws IOException {
        var hook = folder.write("a.java", supplier("A", "1"));
        var api = ApiModules.ofThisProgram();
        var classes = new HookClasses(new SourceHooks(
                api, new HookCompiler(api, () -> null), null, InstantSource.system(), Dependencies.NONE));

        var loaded = classes.load(List.of(hook), _ -> {});

        assertThat(loaded.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .contains("has no compiler")
                        .contains("JDK"));
    }

    @Test
    void hooks_share_the_vocabulary_and_nothing_else() throws Exception {
        var source = supplier("A", "A.class.getClassLoader()");
        var loaded = folder.load(folder.write("a.java", source), folder.write("b.java", source));

        assertThat(ask(loaded, 0)).isNotSameAs(ask(loaded, 1));
        assertThat(loaded.hooks())
                .allSatisfy(hook ->
                        assertThat(Hook.class).isAssignableFrom(hook.classes().getFirst()));
    }

    @Test
    void a_class_knows_the_file_it_comes_from() throws IOException {
        var hook = folder.write("a.java", supplier("A", "1"));

        var type = folder.load(hook).hooks().getFirst().classes().getFirst();

        assertThat(type.getProtectionDomain().getCodeSource().getLocation())
                .isEqualTo(hook.path().toUri().toURL());
    }

    @Test
    void a_file_may_belong_to_two_hooks() throws Exception {
        folder.write("x/index.java", supplier("Index", "new Other().get()"));
        folder.write("x/other.java", supplier("Other", "2"));

        var loaded = folder.load(folder.file("x"), folder.file("x/other.java"));

        assertThat(loaded.problems()).isEmpty();
        assertThat(ask(loaded, 0)).isEqualTo(2);
        assertThat(ask(loaded, 1)).isEqualTo(2);
    }

    @Test
    void many_hooks_are_compiled_together() throws Exception {
        var hooks = new HookFile[50];
        for (int i = 0; i < hooks.length; i++) {
            hooks[i] = folder.write("hook" + i + ".java", supplier("Hook" + i, String.valueOf(i)));
        }

        var loaded = folder.load(hooks);

        assertThat(folder.progress).containsExactly("Compiling 50 hooks");
        for (int i = 0; i < hooks.length; i++) {
            assertThat(ask(loaded, i)).isEqualTo(i);
        }
    }
}

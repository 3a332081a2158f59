package dev.pawl.loader.compile;

import static dev.pawl.loader.HookFolder.ask;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.loader.HookFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lambdas of hooks have classes that are made by the compiler, and do what they did. */
class LambdaClassesTest {
    @TempDir
    Path root;

    HookFolder folder;

    @BeforeEach
    void folder() {
        folder = new HookFolder(root);
    }

    private static String hook(String body, String more) {
        return """
            import module dev.pawl.api;
            import module java.base;

            class A implements Hook, Supplier<Object> {
                private int count = 40;

                public void install(Host pi) {}

                public Object get() {
                    %s
                }

                %s
            }
            """.formatted(body, more);
    }

    /** All of these return 42. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Supplier<Integer> s = () -> 42; return s.get();",
                "IntSupplier s = () -> count + 2; return s.getAsInt();",
                "int a = 40; long b = 1; double c = 1; IntSupplier s = () -> (int) (a + b + c); return s.getAsInt();",
                "byte a = 40; char b = 1; boolean c = true; float d = 1; Supplier<Number> s = () -> c ? (int) (a + b +"
                        + " d) : 0L; return s.get().intValue();",
                "ToIntFunction<String> f = text -> text.length() + count; return f.applyAsInt(\"ab\");",
                "BiFunction<Integer, Long, Number> f = (a, b) -> (int) (a + b); return f.apply(40, 2L);",
                "IntBinaryOperator f = (a, b) -> a + b; return f.applyAsInt(40, 2);",
                "LongFunction<int[]> f = n -> new int[] {(int) n}; return f.apply(42)[0];",
                "Function<int[], Object> f = all -> all[0]; return f.apply(new int[] {42});",
                "Runnable add = () -> count += 2; add.run(); return count;",
                "Function<Integer, Function<Integer, Integer>> f = a -> b -> a + b; return f.apply(40).apply(2);",
                "var ends = new ArrayList<Runnable>(); for (int i = 0; i < 2; i++) { ends.add(() -> count++); }"
                        + " ends.forEach(Runnable::run); return count;",
                "Object x = count > 1 ? \"ab\" : 1; IntSupplier s = x instanceof String t ? () -> count + t.length() :"
                        + " () -> 0; return s.getAsInt();",
                "try { Runnable r = () -> { throw new IllegalStateException(\"42\"); }; r.run(); return 0; }"
                        + " catch (IllegalStateException e) { return Integer.parseInt(e.getMessage()); }",
                "return new Pair(count > 1 ? 40 : 0, () -> count > 1 ? 2 : 0).sum();",
                "return new Inner().sum(2);",
                "return new Below().both();",
                "return Kind.ONE.answer.getAsInt();",
                "return new Above() {}.answer();",
                "Callable<Integer> c = () -> 42; try { return c.call(); } catch (Exception e) { return 0; }",
                "Only only = n -> n + 2; return only.of(40);",
                "Comparator<String> c = (a, b) -> b.compareTo(a); return c.thenComparing(x -> x).compare(\"a\", \"b\")"
                        + " > 0 ? 42 : 0;",
                "Function<String, Integer> f = Integer::parseInt; return f.apply(\"42\");",
                "Runnable r = (Runnable & Serializable) () -> count = 42; r.run(); return count;",
                "try { ((Function) (Function<String, Integer>) text -> text.length()).apply(1); return 0; }"
                        + " catch (ClassCastException e) { return 42; }",
            })
    void a_lambda_does_what_it_did(String body) throws Exception {
        var hook = folder.write("a.java", hook(body, """
            record Pair(int a, IntSupplier b) { int sum() { IntSupplier s = () -> a + b.getAsInt(); return s.getAsInt(); } }

            private interface Only { int of(int n); }

            class Inner {
                int sum(int n) { IntSupplier s = () -> { IntSupplier t = () -> count + n; return t.getAsInt(); }; return s.getAsInt(); }
            }

            static class Over { private int own = 40; int over() { IntSupplier s = () -> own; return s.getAsInt(); } }

            static class Below extends Over {
                private int more = 2;
                int over(int n) { IntSupplier s = () -> more; return s.getAsInt(); }
                int both() { return over() + over(1); }
            }

            enum Kind { ONE(() -> 42); final IntSupplier answer; Kind(IntSupplier answer) { this.answer = answer; } }

            interface Above { default int answer() { IntSupplier s = () -> 42; return s.getAsInt(); } }
            """));
        var loaded = folder.load(hook);
        assertThat(loaded.problems()).isEmpty();
        assertThat(ask(loaded)).isEqualTo(42);
    }

    @Test
    void each_lambda_has_a_class_of_its_own() throws Exception {
        var files = folder.classFiles(hook(
                "Runnable a = () -> {}; Runnable b = () -> count++; return a == b;",
                "class Inner { Runnable c = () -> count++; }"));
        assertThat(files.keySet())
                .containsExactly(
                        "A$$Lambda0.class", "A$$Lambda1.class", "A$Inner$$Lambda0.class", "A$Inner.class", "A.class");
    }

    @Test
    void one_that_keeps_nothing_is_the_same_object_every_time() throws Exception {
        var hook = folder.write("a.java", hook("return plain() == plain() && keeping() != keeping();", """
            Runnable plain() { return () -> {}; }
            Runnable keeping() { return () -> count++; }
            """));
        assertThat(ask(folder.load(hook))).isEqualTo(true);
    }

    @Test
    void a_stack_names_the_line_of_the_lambda() throws Exception {
        var hook = folder.write("a.java", hook("""
            Supplier<List<String>> s = () -> Stream.of(new Exception().getStackTrace())
                        .limit(3).map(frame -> frame.getMethodName() + " " + frame.getLineNumber()).toList();
                    return s.get();\
            """, ""));
        assertThat(ask(folder.load(hook))).isEqualTo(List.of("lambda$get$0 10", "get -1", "get 12"));
    }
}

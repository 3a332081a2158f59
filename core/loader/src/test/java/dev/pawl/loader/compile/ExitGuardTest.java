package dev.pawl.loader.compile;

import static dev.pawl.loader.HookFolder.ask;
import static dev.pawl.loader.HookFolder.supplier;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.loader.HookFolder;
import dev.pawl.loader.classfile.ExitGuard;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExitGuardTest {
    @TempDir
    Path root;

    HookFolder folder;

    @BeforeEach
    void folder() {
        folder = new HookFolder(root);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.exit(1);",
                "Runtime.getRuntime().exit(1);",
                "Runtime.getRuntime().halt(1);",
                "IntConsumer end = System::exit; end.accept(1);",
                "IntConsumer end = Runtime.getRuntime()::halt; end.accept(1);",
                "BiConsumer<Runtime, Integer> end = Runtime::exit; end.accept(Runtime.getRuntime(), 1);",
                "Runnable end = () -> System.exit(1); end.run();",
                "Ending.end();",
                "new Ending() {}.endToo();"
            })
    void a_way_out_is_an_exception(String statement) throws Exception {
        var hook = folder.write("a.java", supplier("A", "end()").replaceFirst("\\}\\s*$", """
                Object end() {
                    %s
                    return 1;
                }
            }

            interface Ending {
                static void end() {
                    System.exit(2);
                }

                default void endToo() {
                    IntConsumer end = System::exit;
                    end.accept(2);
                }
            }
            """.formatted(statement)));

        var loaded = folder.load(hook);

        assertThat(loaded.problems()).isEmpty();
        assertThatThrownBy(() -> ask(loaded))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a hook may not end the program; use ctx.project().shutdown()");
    }

    @Test
    void the_code_around_a_way_out_stays_as_it_was() throws Exception {
        var hook = folder.write("a.java", """
            import module dev.pawl.api;

            class A implements Hook, Supplier<Object> {
                public void install(Host pi) {}

                public Object get() {
                    var said = new ArrayList<Object>();
                    for (long i = 0; i < 3; i++) {
                        Number n = i == 0 ? (Number) 1 : i == 1 ? (Number) 2L : (Number) 3.0;
                        try {
                            if (n instanceof Long) {
                                System.exit(n.intValue() + (i > 7 ? 1 : 2));
                            } else if (n instanceof Double) {
                                Runtime.getRuntime().halt((int) i);
                            }
                            said.add(n);
                        } catch (IllegalStateException e) {
                            said.add(e.getStackTrace()[1].getLineNumber());
                        } finally {
                            said.add(switch (n) { case Integer x -> "int"; case Long x -> "long"; default -> "other"; });
                        }
                    }
                    return said;
                }

                static int untouched(Object o) {
                    return o instanceof String s && s.length() > 3 ? s.length() : 0;
                }
            }
            """);

        assertThat(ask(folder.load(hook))).isEqualTo(List.of(1, "int", 12, "long", 14, "other"));
    }

    @Test
    void methods_of_ones_own_may_be_called_exit() throws Exception {
        var hook = folder.write(
                "a.java", supplier("A", "Door.exit(1)") + "class Door { static int exit(int x) { return x; } }");

        assertThat(ask(folder.load(hook))).isEqualTo(1);
    }

    @Test
    void a_class_without_a_way_out_stays_the_same_array() throws Exception {
        var bytes = folder.classFiles(supplier("A", "1")).values().iterator().next();

        assertThat(ExitGuard.guard(bytes)).isSameAs(bytes);
    }
}

package dev.pawl.loader.compile;

import static dev.pawl.loader.HookFolder.ask;
import static dev.pawl.loader.HookFolder.supplier;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.loader.HookFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTest {
    @TempDir
    Path root;

    HookFolder folder;
    Path cache;

    @BeforeEach
    void folder() {
        folder = new HookFolder(root);
        cache = root.resolve("cache/hooks");
    }

    @Test
    void a_second_start_compiles_nothing() throws Exception {
        var hook = folder.write("a.java", supplier("A", "new B().x") + "class B { int x = 7; }");
        folder.load(cache, hook);
        folder.progress.clear();

        var loaded = folder.load(cache, hook);

        assertThat(folder.progress).isEmpty();
        assertThat(loaded.problems()).isEmpty();
        assertThat(ask(loaded)).isEqualTo(7);
        assertThat(entries()).hasSize(1);
    }

    @Test
    void only_what_has_changed_is_compiled() throws Exception {
        var a = folder.write("a.java", supplier("A", "1"));
        var b = folder.write("b.java", supplier("B", "1"));
        folder.load(cache, a, b);
        folder.progress.clear();
        folder.write("b.java", supplier("B", "2"));

        var loaded = folder.load(cache, a, b);

        assertThat(folder.progress).containsExactly("Compiling b.java");
        assertThat(ask(loaded, 1)).isEqualTo(2);
    }

    @Test
    void any_file_of_a_folder_counts() throws Exception {
        folder.write("x/index.java", supplier("A", "Helper.X"));
        folder.write("x/helper.java", "class Helper { static final int X = 1; }");
        folder.load(cache, folder.file("x"));
        folder.write("x/helper.java", "class Helper { static final int X = 2; }");

        assertThat(ask(folder.load(cache, folder.file("x")))).isEqualTo(2);
    }

    @Test
    void another_vocabulary_and_other_names_are_other_keys() throws IOException {
        var sources = HookSources.read(folder.write("a.java", supplier("A", "1")));
        var renamed = HookSources.read(folder.write("b.java", supplier("A", "1")));
        var one = new ClassCache(cache, "jar 1", InstantSource.system());
        var two = new ClassCache(cache, "jar 2", InstantSource.system());
        one.write(one.key(sources), new CompileResult.Compiled(List.of(), Map.of()));

        assertThat(one.read(one.key(sources))).isNotNull();
        assertThat(one.read(one.key(renamed))).isNull();
        assertThat(two.read(two.key(sources))).isNull();
    }

    @Test
    void what_does_not_compile_is_not_kept() throws IOException {
        var hook = folder.write("a.java", "class {");

        folder.load(cache, hook);
        folder.load(cache, hook);

        assertThat(folder.progress).hasSize(2);
    }

    @Test
    void a_damaged_file_is_compiled_again_and_replaced() throws Exception {
        var hook = folder.write("a.java", supplier("A", "1"));
        folder.load(cache, hook);
        var entry = entries().getFirst();
        var good = Files.readAllBytes(entry);
        var flipped = good.clone();
        flipped[good.length / 2] ^= 1;
        var foreign = "not one of ours".getBytes(StandardCharsets.UTF_8);
        for (var bad : List.of(new byte[0], flipped, Arrays.copyOf(good, good.length - 1), foreign)) {
            Files.write(entry, bad);
            folder.progress.clear();

            var loaded = folder.load(cache, hook);

            assertThat(folder.progress).hasSize(1);
            assertThat(ask(loaded)).isEqualTo(1);
            assertThat(entry).hasBinaryContent(good);
        }
    }

    @Test
    void a_file_cut_off_anywhere_is_no_entry() throws IOException {
        var sources = HookSources.read(folder.write("a.java", supplier("A", "1")));
        var key = ClassCache.key("here", sources.files());
        var good = ClassCache.encode(key, new CompileResult.Compiled(List.of("A"), Map.of("A", new byte[100])));

        assertThat(ClassCache.decode(key, good)).isNotNull();
        for (int length = 0; length < good.length; length++) {
            assertThat(ClassCache.decode(key, Arrays.copyOf(good, length))).isNull();
        }
    }

    @Test
    void the_file_of_another_key_is_no_entry() throws IOException {
        var a = folder.write("a.java", supplier("A", "1"));
        var b = folder.write("b.java", supplier("B", "1"));
        folder.load(cache, a);
        var ofA = entries().getFirst();
        folder.load(cache, b);
        var ofB =
                entries().stream().filter(path -> !path.equals(ofA)).findFirst().orElseThrow();
        Files.copy(ofA, ofB, StandardCopyOption.REPLACE_EXISTING);

        var loaded = folder.load(cache, b);

        assertThat(loaded.hooks().getFirst().classes())
                .extracting(Class::getName)
                .containsExactly("B");
    }

    @Test
    void deleting_the_cache_only_costs_time() throws Exception {
        var hook = folder.write("a.java", supplier("A", "new B().x") + "class B { int x = 7; }");
        var before = folder.load(cache, hook);
        var cached = folder.load(cache, hook);
        delete(root.resolve("cache"));

        var after = folder.load(cache, hook);

        for (var loaded : List.of(before, cached, after)) {
            assertThat(loaded.problems()).isEmpty();
            assertThat(ask(loaded)).isEqualTo(7);
        }
        assertThat(entries()).hasSize(1);
    }

    @Test
    void a_folder_that_cannot_be_written_is_reported_once_and_hooks_are_loaded() throws Exception {
        var file = Files.writeString(root.resolve("file"), "in the way");
        var a = folder.write("a.java", supplier("A", "1"));
        var b = folder.write("b.java", supplier("B", "1"));

        var loaded = folder.load(file.resolve("cache"), a, b);

        assertThat(loaded.hooks()).hasSize(2);
        assertThat(loaded.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.fatal()).isFalse();
            assertThat(problem.path()).isEqualTo(file.resolve("cache").toString());
        });
    }

    @Test
    void many_starts_at_once_share_a_cache() throws Exception {
        var hook = folder.write("a.java", supplier("A", "1"));
        var together = new CyclicBarrier(4);
        Callable<LoadableHooks> start = () -> {
            var classes = HookFolder.classes(cache, InstantSource.system());
            together.await();
            return classes.load(List.of(hook), _ -> {});
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var done : threads.invokeAll(List.of(start, start, start, start))) {
                assertThat(done.get().problems()).isEmpty();
                assertThat(ask(done.get())).isEqualTo(1);
            }
        }
        assertThat(entries())
                .singleElement()
                .satisfies(path -> assertThat(path.toString()).endsWith(".hook"));
        assertThat(ask(folder.load(cache, hook))).isEqualTo(1);
        assertThat(folder.progress).isEmpty();
    }

    @Test
    void many_programs_at_once_share_a_cache() throws Exception {
        var hook = folder.write("a.java", supplier("A", "1"));
        var program = new OtherProgram(root.resolve("program"));

        var running = List.of(
                program.start(cache, hook.path()),
                program.start(cache, hook.path()),
                program.start(cache, hook.path()));

        for (var process : running) {
            assertThat(process.inputReader().readAllAsString()).isEqualTo("[class A] []");
            assertThat(process.waitFor()).isZero();
        }
        assertThat(entries()).hasSize(1);
        assertThat(ask(folder.load(cache, hook))).isEqualTo(1);
        assertThat(folder.progress).isEmpty();
    }

    @Test
    void what_was_not_used_for_a_month_goes_when_something_is_compiled() throws Exception {
        var a = folder.write("a.java", supplier("A", "1"));
        folder.load(cache, a);
        var now = Instant.now();
        var old = Files.writeString(cache.resolve("old.hook"), "");
        var ours = Files.writeString(cache.resolve("readme.txt"), "");
        Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofDays(31))));
        Files.setLastModifiedTime(ours, FileTime.from(now.minus(Duration.ofDays(31))));

        folder.load(cache, a);
        assertThat(old).exists();

        folder.load(cache, folder.write("b.java", supplier("B", "1")));
        assertThat(old).doesNotExist();
        assertThat(ours).exists();
    }

    @Test
    void what_is_used_stays_young() throws Exception {
        var hook = folder.write("a.java", supplier("A", "1"));
        folder.load(cache, hook);
        var entry = entries().getFirst();
        var later = Files.getLastModifiedTime(entry).toInstant().plus(Duration.ofDays(29));

        HookFolder.classes(cache, InstantSource.fixed(later)).load(List.of(hook), _ -> {});

        assertThat(Files.getLastModifiedTime(entry).toInstant()).isAfterOrEqualTo(later.minusSeconds(1));
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.sorted().toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

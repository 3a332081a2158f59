package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a prompt comes from: words, files behind {@code @}, and what is piped in. */
class PromptSourcesTest {
    private static final byte[] PIXEL = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

    @TempDir
    Path dir;

    @Test
    void what_is_piped_in_comes_first_then_files_then_the_first_message() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok")).file("a.txt", "content of a")) {
            pawl.piped("  from a pipe\n\n", "-p", "@a.txt", "Explain");
            assertThat(pawl.asked(1))
                    .containsExactly("user:   from a pipe\n<file name=\"" + pawl.project + "/a.txt\">\ncontent of a\n"
                            + "</file>\nExplain");
        }
    }

    @Test
    void what_is_piped_in_is_enough() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok"))) {
            assertThat(pawl.piped("Hello from a pipe\n").out()).isEqualTo("ok\n");
            assertThat(pawl.asked(1)).containsExactly("user: Hello from a pipe");
        }
    }

    @Test
    void a_file_is_found_from_home_too_and_may_be_named_behind_two_dashes() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok"))) {
            Files.writeString(pawl.home.resolve("notes.md"), "\uFEFFmine");
            pawl.run("-p", "--", "@~/notes.md", "--what?");
            assertThat(pawl.asked(1))
                    .containsExactly("user: <file name=\"" + pawl.home + "/notes.md\">\nmine\n</file>\n--what?");
        }
    }

    @ParameterizedTest
    @CsvSource({"pipe", "/dev/zero", "link"})
    void what_is_no_regular_file_is_refused_and_not_waited_for(String name) throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok"))) {
            var pipe = pawl.project.resolve("pipe");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            Files.createSymbolicLink(pawl.project.resolve("link"), pipe);
            var run = pawl.run("-p", "@" + name, "Explain");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("@" + name + " is not a regular file");
        }
    }

    @Test
    void a_file_behind_a_link_is_named_as_what_it_is() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok")).file(".env", "KEY=1")) {
            Files.createSymbolicLink(pawl.project.resolve("innocent.txt"), Path.of(".env"));
            pawl.run("-p", "@innocent.txt", "Explain");
            assertThat(pawl.asked(1))
                    .containsExactly("user: <file name=\"" + pawl.project + "/.env\">\nKEY=1\n</file>\nExplain");
        }
    }

    @Test
    void an_image_goes_along_as_an_image() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("a pixel"))) {
            Files.write(pawl.project.resolve("dot.dat"), PIXEL);
            assertThat(pawl.run("-p", "@dot.dat", "What is it?").out()).isEqualTo("a pixel\n");
            assertThat(pawl.asked(1))
                    .containsExactly(
                            "user: <file name=\"" + pawl.project + "/dot.dat\"></file>\nWhat is it?\n[image_url]");
        }
    }

    @Test
    void an_image_behind_a_link_is_named_as_what_it_is() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("a pixel"))) {
            Files.write(pawl.project.resolve("private.png"), PIXEL);
            Files.createSymbolicLink(pawl.project.resolve("holiday.png"), Path.of("private.png"));
            pawl.run("-p", "@holiday.png", "What is it?");
            assertThat(pawl.asked(1).getLast()).contains("<file name=\"" + pawl.project + "/private.png\"></file>");
        }
    }

    @Test
    void an_empty_file_is_passed_over() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok")).file("empty.txt", "")) {
            pawl.run("-p", "@empty.txt", "Hi");
            assertThat(pawl.asked(1)).containsExactly("user: Hi");
        }
    }

    @Test
    void a_prompt_that_begins_like_front_matter_is_one_behind_p() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok"))) {
            pawl.run("-p", "---\ntitle: x\n---");
            assertThat(pawl.asked(1)).containsExactly("user: ---\ntitle: x\n---");
        }
    }

    @Test
    void ten_megabytes_are_a_prompt_like_any_other() throws Exception {
        var large = "0123456789abcde\n".repeat(640 * 1024).strip();
        try (var pawl = TestProgram.in(dir, Turn.text("That was long."))) {
            var run = pawl.piped(large, "-p");
            assertThat(run.out()).isEqualTo("That was long.\n");
            assertThat(pawl.asked(1).getFirst()).hasSize("user: ".length() + large.length());
            assertThat(TestProgram.messagesIn(pawl.sessions().getFirst())).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        @missing.txt | there is no file
        @            | there is no file
        @folder      | is a folder
        @binary      | is neither text (UTF-8) nor an image
        """)
    void a_file_that_cannot_be_said_is_named_and_nothing_is_asked(String file, String why) throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never said")).file("folder/a", "")) {
            Files.write(pawl.project.resolve("binary"), new byte[] {0, 1, 2, (byte) 0xFF});
            var run = pawl.run("-p", file, "Explain");
            assertThat(run.err()).startsWith("pawl: ").contains(why, file.substring(1));
            assertThat(run.out()).isEmpty();
            assertThat(run.status()).isEqualTo(1);
            assertThat(pawl.requests()).isZero();
            assertThat(pawl.sessions()).isEmpty();
        }
    }

    @Test
    void what_is_piped_in_and_is_no_text_is_refused() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never said"))) {
            for (var bytes : new byte[][] {{(byte) 0xFF, (byte) 0xFE}, {'a', 0, 'b'}}) {
                var run = pawl.piped(bytes, "-p", "Explain");
                assertThat(run.err()).contains("what was piped in is not text (UTF-8)");
                assertThat(run.status()).isEqualTo(1);
            }
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void saying_nothing_is_a_mistake() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never said")).file("empty.txt", "")) {
            for (var args : new String[][] {{"-p"}, {}, {"--mode", "json"}, {"-p", "@empty.txt"}}) {
                var run = pawl.piped(" \n", args);
                assertThat(run.err()).contains("there is no prompt");
                assertThat(run.out()).isEmpty();
                assertThat(run.status()).isEqualTo(2);
            }
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void hooks_see_the_prompt_as_a_user_s() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok"))
                .hook(
                        "shout",
                        "pi.on(INPUT, (input, _) -> input.transform(input.text().toUpperCase() + input.source()));")) {
            pawl.piped("piped", "-p", "said");
            assertThat(pawl.asked(1)).containsExactly("user: PIPED\nSAIDINTERACTIVE");
            assertThat(JsonObject.parse(Files.readAllLines(pawl.sessions().getFirst(), StandardCharsets.UTF_8)
                                    .getFirst())
                            .string("type"))
                    .isEqualTo("session");
        }
    }
}

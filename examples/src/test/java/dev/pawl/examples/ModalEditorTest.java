package dev.pawl.examples;

import static dev.pawl.api.HookPoints.SESSION_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.ui.EditorFactory.EditorComponent;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModalEditorTest {
    private static final String ESCAPE = "\u001b";
    private static final String CURSOR = "\u001b_pi:c\u0007";

    private HookTrial trial;
    private EditorComponent editor;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("modal-editor.java"));
        trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
        editor = Objects.requireNonNull(trial.ui().editorComponent());
    }

    @AfterEach
    void close() {
        trial.close();
    }

    private ModalEditorTest type(String keys) {
        keys.codePoints().forEach(key -> editor.handleInput(Character.toString(key)));
        return this;
    }

    private ModalEditorTest escape() {
        editor.handleInput(ESCAPE);
        return this;
    }

    @Test
    void one_writes_and_sends_as_in_any_editor() {
        type("Hello");
        assertThat(editor.render(40)).containsExactly("─".repeat(40), "Hello" + CURSOR, "── INSERT " + "─".repeat(30));

        editor.handleInput("\r");
        assertThat(trial.ui().shown()).containsExactly("submitted: Hello");
    }

    @Test
    void escape_leads_to_the_normal_mode_where_letters_are_commands() {
        type("one two").escape().type("0");

        assertThat(editor.render(20)).containsExactly("─".repeat(20), CURSOR + "one two", "── NORMAL ──────────");
        type("d");
        assertThat(editor.render(20).getLast()).isEqualTo("── NORMAL d ────────");
    }

    // format:off
    @ParameterizedTest
    @CsvSource({
        "0x,        one two|hree",
        "bx,        one two|hree",
        "ggdw,      two|three",
        "ggwD,      one |three",
        "ggdd,      three",
        "dd,        one two|",
        "ggddp,     one two|three",
        "kx,        one wo|three",
        "ggA!,      one two!|three",
        "ggI!,      !one two|three",
        "ggi!,      !one two|three",
        "gga!,      o!ne two|three",
        "ggo!,      one two|!|three",
        "O!,        one two|!|three",
        "ggcc!,     !|three",
        "ggxxuu,    one two|three",
        "gg$hhxx,   one o|three",
        "ggjllx,    one two|thee",
        "Gi!,       one two|thre!e",
        "zzx,       one two|thre",
    })
    // format:on
    void commands_do_what_they_do_in_vi(String commands, String expected) {
        type("one two").insertLine().type("three").escape().type(commands);

        assertThat(editor.text()).isEqualTo(expected.replace('|', '\n'));
    }

    private ModalEditorTest insertLine() {
        editor.handleInput("\n");
        return this;
    }

    @Test
    void characters_that_are_two_for_java_stay_whole() {
        type("a🦊b").escape().type("hx");
        assertThat(editor.text()).isEqualTo("ab");

        type("i🦊");
        editor.handleInput("\u007f");
        assertThat(editor.text()).isEqualTo("ab");
    }

    @Test
    void a_paste_goes_in_whole_and_unknown_keys_do_nothing() {
        editor.handleInput("\u001b[200~two\nlines\u001b[201~");
        editor.handleInput("\u001b[24~");
        editor.handleInput("\u0007");

        assertThat(editor.text()).isEqualTo("two\nlines");
        assertThat(editor.render(20)).contains("two", "lines" + CURSOR);
    }

    @Test
    void long_lines_are_wrapped_and_keep_their_cursor() {
        type("abcdefghij");

        assertThat(editor.render(5)).containsSequence("abcd", "efgh", "ij" + CURSOR);
    }

    @Test
    void what_others_write_into_it_can_be_gone_on_with() {
        escape();
        editor.setText("from a hook");

        type("!");
        assertThat(editor.text()).isEqualTo("from a hook!");
    }

    @Test
    void the_command_brings_the_usual_editor_back_and_takes_it_away() throws Exception {
        assertThat(trial.run("vi", "")).isEqualTo(Outcome.status("The usual editor"));
        assertThat(trial.ui().editorComponent()).isNull();

        assertThat(trial.run("vi", "")).isEqualTo(Outcome.status("vi: escape for the normal mode"));
        assertThat(trial.ui().editorComponent()).isNotNull();
    }
}

package dev.pawl.screen.look;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.markdown.Markdown;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Untrusted;
import dev.pawl.tui.theme.LiveTheme;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How things look: colours, keys, paths as users read them, and what is folded. */
public final class Look {
    static final String THINKING_LABEL = "Thinking…";

    public final Tui tui;
    public final LiveTheme theme;
    public final Keymap keys;
    private final Path home;

    public volatile boolean toolsExpanded;
    public volatile boolean showImages = true;
    public boolean thinkingHidden;
    public int outputPad = 1;
    public int imageWidth = 60;
    private String codeIndent = "  ";
    private @Nullable String thinkingLabel;

    public Look(Tui tui, LiveTheme theme, Keymap keys, Path home) {
        this.tui = tui;
        this.theme = theme;
        this.keys = keys;
        this.home = home;
    }

    /** Applies the settings. */
    public void settle(Settings settings) {
        outputPad = settings.get(Keys.OUTPUT_PAD);
        thinkingHidden = settings.get(Keys.HIDE_THINKING_BLOCK);
        showImages = settings.get(Keys.TERMINAL_SHOW_IMAGES);
        imageWidth = settings.get(Keys.TERMINAL_IMAGE_WIDTH);
        codeIndent = Untrusted.line(settings.get(Keys.MARKDOWN_CODE_INDENT));
        tui.showCursor(settings.get(Keys.SHOW_HARDWARE_CURSOR));
    }

    public String fg(String token, String text) {
        return theme.fg(token, text);
    }

    public String dim(String text) {
        return theme.fg("dim", text);
    }

    public String muted(String text) {
        return theme.fg("muted", text);
    }

    public String accent(String text) {
        return theme.fg("accent", text);
    }

    /** A text in the colour of a permission mode. */
    public String inMode(PermissionMode mode, String text) {
        return fg(
                switch (mode) {
                    case PLAN -> "accent";
                    case ASK_ALL -> "success";
                    case DEFAULT -> "muted";
                    case ACCEPT_EDITS -> "warning";
                    case BYPASS -> "error";
                },
                text);
    }

    public String bold(String text) {
        return theme.bold(text);
    }

    public UnaryOperator<String> background(String token) {
        return text -> theme.bg(token, text);
    }

    public String thinkingLabel() {
        return thinkingLabel == null ? THINKING_LABEL : thinkingLabel;
    }

    public void thinkingLabel(@Nullable String label) {
        thinkingLabel = label == null ? null : Untrusted.line(label);
    }

    /** A key and what it does: {@code ctrl+o expand}. */
    public String hint(String actionId, String what) {
        var text = keys.text(actionId);
        return text.isEmpty() ? "" : dim(text) + muted(" " + what);
    }

    /** A path with {@code ~} for the home folder, harmless to show. */
    public String path(String path) {
        var start = home.toString();
        var shown =
                path.equals(start) ? "~" : path.startsWith(start + "/") ? "~" + path.substring(start.length()) : path;
        return Untrusted.line(shown);
    }

    /** A text with {@code ~} for the home folder wherever it names it, harmless to show. */
    public String paths(String text) {
        return Untrusted.text(text).replace(home + "/", "~/");
    }

    public String path(Path path) {
        return path(path.toString());
    }

    public Markdown markdown(String text, String token, UnaryOperator<String> background) {
        return markdown(text, coloured(token), background, outputPad);
    }

    /** What the model thinks, which is told from what tools write by its slant. */
    public Markdown thought() {
        return markdown("", part -> theme.italic(theme.fg("thinkingText", part)), part -> part, outputPad);
    }

    /** Returns what is in a box that has its own margin. */
    public Markdown boxed(String text, String token) {
        return markdown(text, coloured(token), part -> part, 0);
    }

    private UnaryOperator<String> coloured(String token) {
        return token.isEmpty() ? UnaryOperator.identity() : part -> theme.fg(token, part);
    }

    private Markdown markdown(String text, UnaryOperator<String> style, UnaryOperator<String> background, int pad) {
        return new Markdown(
                Untrusted.text(text),
                theme,
                new Markdown.Options(pad, style, background, tui.capabilities().hyperlinks(), codeIndent));
    }
}

package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.base.ImageSize;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A picture, where the terminal shows pictures; its name and size where not. */
public final class Image implements Component {
    /** The size of a character in most terminals: they report the true size only on request. */
    private static final double CELL_WIDTH = 9;

    private static final double CELL_HEIGHT = 18;

    /** Sixels are not scaled by the terminal, so they fit into the smallest usual character. */
    private static final int SIXEL_WIDTH = 8;

    private static final int SIXEL_HEIGHT = 16;
    private static final int KITTY_WIDTH = 20;
    private static final int KITTY_HEIGHT = 40;
    private static final int MOST_COLUMNS = 200;

    private final Tui tui;
    private final Theme theme;
    private final byte[] data;
    private final String mimeType;
    private final Options options;
    private final @Nullable ImageSize size;
    private List<String> lines = List.of();
    private String mark = "";
    private volatile int width = -1;
    private volatile byte @Nullable [] converted;
    private boolean converting;

    public Image(Tui tui, Theme theme, byte[] data, String mimeType, Options options) {
        this.tui = tui;
        this.theme = theme;
        this.data = data.clone();
        this.mimeType = mimeType;
        this.options = options;
        this.size = ImageSize.of(data);
    }

    /** How large it may get, and what it is called. */
    public record Options(int maxColumns, int maxRows, String name) {}

    @Override
    public List<String> render(int newWidth) {
        if (newWidth != width) {
            dispose();
            width = newWidth;
            var shown = size == null ? null : shown(size);
            lines = size != null && shown != null
                    ? picture(size, shown)
                    : List.of(Lines.truncate(theme.fg("muted", words()), newWidth));
        }
        return lines;
    }

    /** The picture in the form that the terminal takes; null if it takes none, or while the form is made. */
    private byte @Nullable [] shown(ImageSize known) {
        return switch (tui.capabilities().images()) {
            case NONE -> null;
            case ITERM -> data;
            case KITTY -> mimeType.equals("image/png") ? data : converted(known, false);
            case SIXEL -> converted(known, true);
        };
    }

    /** Kitty's protocol knows no other format than PNG, and sixels are made of pixels; that takes a while. */
    private byte @Nullable [] converted(ImageSize known, boolean sixels) {
        if (!converting) {
            converting = true;
            int widest = Math.min(MOST_COLUMNS, options.maxColumns);
            Thread.ofVirtual().name("image").start(() -> {
                try {
                    converted = sixels
                            ? Pixels.sixel(data, known, widest * SIXEL_WIDTH, options.maxRows * SIXEL_HEIGHT)
                            : Pixels.png(data, known, widest * KITTY_WIDTH, options.maxRows * KITTY_HEIGHT);
                } catch (LinkageError e) {
                    // A Java without java.desktop shows the name.
                }
                if (converted != null) {
                    // Its row may be finished by now, and it becomes higher.
                    tui.redraw();
                }
            });
        }
        return converted;
    }

    private List<String> picture(ImageSize known, byte[] form) {
        int columns = Math.clamp(
                (int) Math.ceil(known.width() / CELL_WIDTH), 1, Math.max(1, Math.min(width, options.maxColumns)));
        double perColumn = known.height() * CELL_WIDTH / (known.width() * CELL_HEIGHT);
        int rows = Math.max(1, (int) Math.round(columns * perColumn));
        if (rows > options.maxRows) {
            rows = Math.max(1, options.maxRows);
            columns = Math.clamp(Math.round(rows / perColumn), 1, columns);
        }
        mark = tui.addImage(form, columns, rows);
        var drawn = new ArrayList<String>(Collections.nCopies(rows - 1, ""));
        drawn.add(mark);
        return drawn;
    }

    private String words() {
        var measure = size != null ? ", " + size.width() + "×" + size.height() : "";
        var name = options.name.isBlank() ? "image" : Untrusted.line(options.name);
        return "[" + name + ": " + Untrusted.line(mimeType) + measure + "]";
    }

    @Override
    public void invalidate() {
        width = -1;
    }

    @Override
    public void dispose() {
        if (!mark.isEmpty()) {
            tui.removeImage(mark);
            mark = "";
        }
    }
}

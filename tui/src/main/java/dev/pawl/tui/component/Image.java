package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.base.ImageSize;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.ImageProtocol;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A picture, where the terminal shows pictures; its name and size where not. */
public final class Image implements Component {
    /** What most terminals give a character: nobody tells the true measure without being asked. */
    private static final double CELL_WIDTH = 9;

    private static final double CELL_HEIGHT = 18;

    private final Tui tui;
    private final Theme theme;
    private final byte[] data;
    private final String mimeType;
    private final Options options;
    private final @Nullable ImageSize size;
    private List<String> lines = List.of();
    private String mark = "";
    private int width = -1;

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
            lines = size != null && canShow()
                    ? picture(size)
                    : List.of(Lines.truncate(theme.fg("muted", words()), newWidth));
        }
        return lines;
    }

    /** Kitty's protocol knows no other format than PNG. */
    private boolean canShow() {
        var protocol = tui.capabilities().images();
        return protocol == ImageProtocol.ITERM || (protocol == ImageProtocol.KITTY && mimeType.equals("image/png"));
    }

    private List<String> picture(ImageSize known) {
        int columns = Math.clamp(
                (int) Math.ceil(known.width() / CELL_WIDTH), 1, Math.max(1, Math.min(width, options.maxColumns)));
        double perColumn = known.height() * CELL_WIDTH / (known.width() * CELL_HEIGHT);
        int rows = Math.max(1, (int) Math.round(columns * perColumn));
        if (rows > options.maxRows) {
            rows = Math.max(1, options.maxRows);
            columns = Math.clamp(Math.round(rows / perColumn), 1, columns);
        }
        mark = tui.addImage(data, columns, rows);
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

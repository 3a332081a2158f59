package dev.pawl.tui.screen;

import dev.pawl.tui.terminal.ImageProtocol;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pictures that were added to the screen. In lines they are a mark with an unguessable number, so that no text,
 * wherever it comes from, can show a picture; only on the way to the terminal it becomes one.
 */
final class Images {
    static final String MARK = "\u001b_pawl:i";
    private static final String END = "\u001b\\";
    private static final int CHUNK = 4_096;

    private final Map<String, Picture> pictures = new HashMap<>();
    private @Nullable SecureRandom random;
    private int count;

    private record Picture(String data, int number, int columns, int rows, ImageProtocol protocol) {}

    /** Keeps a picture; the mark goes into the last of its lines. */
    String add(byte[] data, int columns, int rows, ImageProtocol protocol) {
        var numbers = random == null ? new SecureRandom() : random;
        random = numbers;
        var id = Long.toUnsignedString(numbers.nextLong(), 36);
        pictures.put(id, new Picture(Base64.getEncoder().encodeToString(data), ++count, columns, rows, protocol));
        return MARK + id + END;
    }

    void remove(String mark) {
        pictures.remove(mark.substring(MARK.length(), mark.length() - END.length()));
    }

    /** A line as the terminal gets it; a picture whose upper lines are not on the screen is left out. */
    String resolve(String line, int linesAbove) {
        int at = line.indexOf(MARK);
        if (at < 0) {
            return line;
        }
        int end = line.indexOf(END, at);
        var picture = end < 0 ? null : pictures.get(line.substring(at + MARK.length(), end));
        var rest = line.substring(0, at) + (end < 0 ? "" : line.substring(end + END.length()));
        return picture == null || picture.rows - 1 > linesAbove ? rest : rest + show(picture);
    }

    private static String show(Picture picture) {
        var up = picture.rows > 1 ? "\u001b[" + (picture.rows - 1) + "A" : "";
        var data = switch (picture.protocol) {
            case KITTY -> kitty(picture);
            case ITERM -> iterm(picture);
            case SIXEL -> new String(Base64.getDecoder().decode(picture.data), StandardCharsets.US_ASCII);
            case NONE -> "";
        };
        return "\u001b7\r" + up + data + "\u001b8";
    }

    private static String kitty(Picture picture) {
        var text = picture.data;
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i += CHUNK) {
            int end = Math.min(text.length(), i + CHUNK);
            out.append("\u001b_G");
            if (i == 0) {
                out.append("a=T,f=100,q=2,C=1,i=").append(picture.number);
                out.append(",c=")
                        .append(picture.columns)
                        .append(",r=")
                        .append(picture.rows)
                        .append(',');
            }
            out.append("m=")
                    .append(end < text.length() ? 1 : 0)
                    .append(';')
                    .append(text, i, end)
                    .append(END);
        }
        return out.toString();
    }

    private static String iterm(Picture picture) {
        return "\u001b]1337;File=inline=1;width=" + picture.columns + ";height="
                + picture.rows + ";preserveAspectRatio=1:"
                + picture.data + "\u0007";
    }
}

package dev.pawl.observe.page;

import dev.pawl.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.Objects;

/** What all pages are made of: scripts and styles allowed by their hash alone, data that no browser takes for markup. */
public final class PageParts {
    private PageParts() {}

    /** A file of this room's resources. */
    public static String resource(String name) {
        try (var in = PageParts.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " is not part of this program", e);
        }
    }

    /** Allows one script, one style and pictures that stand in the page, and nothing else, above all no address. */
    public static String policy(String script, String style) {
        return "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
    }

    private static String hash(String text) {
        return "sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text));
    }

    /** JSON that can stand in a script element: without a character that HTML or old JavaScript would understand. */
    public static String inert(String json) {
        var safe = new StringBuilder(json.length() + json.length() / 16);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            switch (c) {
                case '<' -> safe.append("\\u003c");
                case '>' -> safe.append("\\u003e");
                case '&' -> safe.append("\\u0026");
                case '\u2028' -> safe.append("\\u2028");
                case '\u2029' -> safe.append("\\u2029");
                default -> {
                    // A surrogate without its other half cannot be written as UTF-8.
                    if (Character.isSurrogate(c) && !isWhole(json, i)) {
                        safe.append("\\ufffd");
                    } else {
                        safe.append(c);
                    }
                }
            }
        }
        return safe.toString();
    }

    private static boolean isWhole(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    /** A text as it stands in HTML. */
    public static String escaped(String text) {
        var safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                // What no page may hold: control characters but for tab and line breaks.
                default -> safe.append(c < ' ' && c != '\t' && c != '\n' && c != '\r' ? '\ufffd' : c);
            }
        }
        return safe.toString();
    }

    /** Writes a file by a sibling that takes its place: a full disk leaves the one that was there. */
    public static void replace(Path target, Content content) throws IOException {
        var file = Files.exists(target) ? target.toRealPath() : target;
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            try (var out = Files.newBufferedWriter(file)) {
                content.writeTo(out);
            }
            return;
        }
        var fresh = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            try (var out = Files.newBufferedWriter(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.writeTo(out);
            }
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** What a file is to hold. */
    @FunctionalInterface
    public interface Content {
        void writeTo(Appendable out) throws IOException;
    }
}

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

/** The parts that all pages share: a policy that allows scripts and styles by their hash only, and data that no browser
 * interprets as markup. */
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

    /** Allows one script, one style and pictures inside the page, and nothing else; in particular no address. */
    public static String policy(String script, String style) {
        return "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
    }

    private static String hash(String text) {
        return "sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text));
    }

    /** JSON that is safe in a script element: without characters that HTML or old JavaScript would interpret. */
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
                    if (Character.isSurrogate(c) && !isPaired(json, i)) {
                        safe.append("\\ufffd");
                    } else {
                        safe.append(c);
                    }
                }
            }
        }
        return safe.toString();
    }

    private static boolean isPaired(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    /** A text escaped for HTML. */
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
                // Control characters other than tab and line breaks are not allowed in a page.
                default -> safe.append(c < ' ' && c != '\t' && c != '\n' && c != '\r' ? '\ufffd' : c);
            }
        }
        return safe.toString();
    }

    /** Replaces a file by a new one that is written beside it: a full disk leaves the old one. */
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

    /** The content of a file. */
    @FunctionalInterface
    public interface Content {
        void writeTo(Appendable out) throws IOException;
    }
}

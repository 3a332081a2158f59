package dev.pawl.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of a page of the documentation that is made from the code; {@code -Dgoldens=write} writes it again. */
public final class GeneratedDoc {
    private GeneratedDoc() {}

    /** Fails unless the page has this text between its marks {@code <!-- name:begin -->} and {@code <!-- name:end -->}. */
    public static void check(Path page, String name, String text) throws IOException {
        var doc = Files.readString(page);
        var mark = "<!-- " + name + ":begin -->\n";
        int begin = doc.indexOf(mark) + mark.length();
        int end = doc.indexOf("<!-- " + name + ":end -->", begin);
        if (begin < mark.length() || end < 0) {
            throw new AssertionError(page + " has no marks for " + name);
        }
        var written = doc.substring(begin, end);
        if (written.equals(text)) {
            return;
        }
        if (!"write".equals(System.getProperty("goldens"))) {
            throw new AssertionError("The part " + name + " of " + page.getFileName()
                    + " differs from the code; -Dgoldens=write writes it again. It should be:\n" + text
                    + "\nIt is:\n"
                    + written);
        }
        Files.writeString(page, doc.substring(0, begin) + text + doc.substring(end));
    }
}

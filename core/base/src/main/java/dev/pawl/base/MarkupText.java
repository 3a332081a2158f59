package dev.pawl.base;

/** Text between the marks and in the quoted attributes of XML. */
public final class MarkupText {
    private MarkupText() {}

    /** Returns a text in which nothing is taken for a mark. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns the text of which {@link #escaped} made this one. */
    public static String unescaped(String escaped) {
        return escaped.replace("&quot;", "\"")
                .replace("&gt;", ">")
                .replace("&lt;", "<")
                .replace("&amp;", "&");
    }
}

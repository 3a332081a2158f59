package dev.pawl.session.list;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The text by which a session can be found.
 *
 * <p>It stays the bytes it came as until the first search, since a list of a thousand sessions should not wait for the
 * texts of all of them.
 */
final class SearchText {
    private final ByteBuffer utf8;
    private volatile @Nullable String lower;

    /** Takes over what is left in a buffer on an array. */
    SearchText(ByteBuffer utf8) {
        this.utf8 = utf8;
    }

    static SearchText of(String text) {
        return new SearchText(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the text in small letters. */
    String lower() {
        var known = lower;
        if (known == null) {
            known = toString().toLowerCase(Locale.ROOT);
            lower = known;
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SearchText text && utf8.equals(text.utf8);
    }

    @Override
    public int hashCode() {
        return utf8.hashCode();
    }

    @Override
    public String toString() {
        return new String(utf8.array(), utf8.arrayOffset() + utf8.position(), utf8.remaining(), StandardCharsets.UTF_8);
    }
}

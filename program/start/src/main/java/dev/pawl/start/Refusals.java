package dev.pawl.start;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells which options of a question refuse. */
public final class Refusals {
    private static final Pattern REFUSES = Pattern.compile(
            "(no|deny|block|reject|refuse|cancel|abort|do not|don't|don’t|never|stop|skip)\\b.*", Pattern.DOTALL);

    private Refusals() {}

    /** Returns whether an option means no. */
    public static boolean refuses(String option) {
        return REFUSES.matcher(plain(option)).matches();
    }

    /** Without the signs that options are adorned with. */
    private static String plain(String option) {
        return option.replaceFirst("^[^\\p{L}]+", "").toLowerCase(Locale.ROOT);
    }
}

package dev.pawl.start;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finds, among the options of a question that asks to allow something, the one that refuses. */
public final class Refusals {
    private static final Pattern ALLOWS = Pattern.compile(
            "(yes|allow|approve|accept|trust|run|proceed|continue|ok|always|permit|grant)\\b.*", Pattern.DOTALL);
    private static final Pattern REFUSES = Pattern.compile(
            "(no|deny|block|reject|refuse|cancel|abort|do not|don't|don’t|never|stop|skip)\\b.*", Pattern.DOTALL);

    private Refusals() {}

    /** The place of the first option that refuses, if the first one allows; otherwise the first. */
    public static int preselected(List<String> options) {
        if (options.isEmpty() || !ALLOWS.matcher(plain(options.getFirst())).matches()) {
            return 0;
        }
        for (int i = 1; i < options.size(); i++) {
            if (refuses(options.get(i))) {
                return i;
            }
        }
        return 0;
    }

    /** Whether an option means no. */
    public static boolean refuses(String option) {
        return REFUSES.matcher(plain(option)).matches();
    }

    /** Without the signs that options are adorned with. */
    private static String plain(String option) {
        return option.replaceFirst("^[^\\p{L}]+", "").toLowerCase(Locale.ROOT);
    }
}

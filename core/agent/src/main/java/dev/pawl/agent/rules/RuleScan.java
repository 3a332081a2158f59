package dev.pawl.agent.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Watches one block of an answer, piece by piece, for what rules forbid.
 *
 * <p>A rule is tried only where a word of it was seen, and then on a stretch of text that grows by a quarter from one
 * try to the next, so the work stays in proportion to the text. What is longer than the stretch is found when the block
 * ends.
 */
public final class RuleScan {
    private static final int LOOK_BACK = 1_024;
    private static final int STRETCH = 8_192;
    private static final int SOON = 64;

    private final List<RuleTrigger> triggers;
    /** The words of rules by their last letters. */
    private final Map<Character, List<Word>> words = new HashMap<>();

    private final StringBuilder text = new StringBuilder();
    /** The position where the word of a rule was seen last; -1 if it was not. */
    private final int[] seen;
    /** The length of the text from which on a rule is to be tried. */
    private final int[] due;

    private int earliestDue;

    public RuleScan(List<RuleTrigger> triggers) {
        this.triggers = triggers;
        for (int rule = 0; rule < triggers.size(); rule++) {
            for (var written : triggers.get(rule).words()) {
                var word = new Word(written.toLowerCase(Locale.ROOT), rule);
                words.computeIfAbsent(word.charBeforeEnd(0), _ -> new ArrayList<>())
                        .add(word);
            }
        }
        this.seen = new int[triggers.size()];
        this.due = new int[triggers.size()];
        Arrays.fill(due, Integer.MAX_VALUE);
        for (int i = 0; i < seen.length; i++) {
            seen[i] = -1;
            if (triggers.get(i).words().isEmpty() && !triggers.get(i).wholeOnly()) {
                seen[i] = 0;
                due[i] = SOON;
            }
        }
        earliestDue = Arrays.stream(due).min().orElse(Integer.MAX_VALUE);
    }

    /** A word in lower case, and the rule for which it stands. */
    private record Word(String text, int rule) {
        char charBeforeEnd(int back) {
            return text.charAt(text.length() - 1 - back);
        }

        /** Returns whether a text has the word, in either case, up to a place. */
        boolean endsAt(CharSequence seen, int last) {
            for (int back = 0; back < text.length(); back++) {
                if (back > last || lower(seen.charAt(last - back)) != charBeforeEnd(back)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Letters from A to Z count in both cases. */
    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
    }

    /** Takes in a piece; the first rule that it breaks, -1 if it breaks none. */
    public int add(String piece) {
        int from = text.length();
        text.append(piece);
        for (int at = from; at < text.length(); at++) {
            for (var word : words.getOrDefault(lower(text.charAt(at)), List.of())) {
                if (word.endsAt(text, at)) {
                    found(word.rule, at);
                }
            }
        }
        return text.length() < earliestDue ? -1 : tryDue();
    }

    /** The block is over: the first rule that it breaks as a whole, -1 if it breaks none. */
    public int end() {
        for (int i = 0; i < seen.length; i++) {
            var trigger = triggers.get(i);
            if ((seen[i] >= 0 || trigger.words().isEmpty())
                    && trigger.pattern().matcher(text).find()) {
                return i;
            }
        }
        return -1;
    }

    private void found(int rule, int place) {
        seen[rule] = place;
        if (!triggers.get(rule).wholeOnly() && due[rule] == Integer.MAX_VALUE) {
            // One character more shows that the match is over.
            due[rule] = place + 2;
            earliestDue = Math.min(earliestDue, place + 2);
        }
    }

    private int tryDue() {
        int length = text.length();
        earliestDue = Integer.MAX_VALUE;
        for (int i = 0; i < due.length; i++) {
            if (due[i] <= length) {
                boolean always = triggers.get(i).words().isEmpty();
                if (!always && length - seen[i] > STRETCH) {
                    due[i] = Integer.MAX_VALUE;
                    continue;
                }
                int start = Math.max(0, Math.max(length - STRETCH, always ? 0 : seen[i] - LOOK_BACK));
                var matcher = triggers.get(i).pattern().matcher(text);
                // What reaches to the end of the text so far may still turn out to be something else.
                if (matcher.find(start) && matcher.end() < length) {
                    return i;
                }
                due[i] = length + Math.max(SOON, (length - start) / 4);
            }
            earliestDue = Math.min(earliestDue, due[i]);
        }
        return -1;
    }
}

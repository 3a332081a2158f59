package dev.pawl.screen.dialog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The key that chooses each answer of a question with few of them.
 *
 * <p>Every answer has its number. Where one answer is a plain No, those that refuse have letters, {@code n} and
 * {@code e}, and so has Yes; {@code y} also is the first answer, and {@code a} the one that begins with Always.
 *
 * @param shown the key that stands beside each answer; none if there are too many of them
 */
record AnswerKeys(List<String> shown, List<String> words) {
    private static final int MOST = 9;

    static AnswerKeys of(List<String> answers) {
        if (answers.size() > MOST) {
            return new AnswerKeys(List.of(), List.of());
        }
        var words = answers.stream()
                .map(answer -> answer.strip().toLowerCase(Locale.ROOT))
                .toList();
        boolean decides = words.contains("no");
        var keys = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            var letter = !decides
                    ? ""
                    : word.equals("yes") ? "y" : word.equals("no") ? "n" : word.startsWith("no,") ? "e" : "";
            keys.add(letter.isEmpty() || keys.contains(letter) ? String.valueOf(i + 1) : letter);
        }
        return new AnswerKeys(List.copyOf(keys), words);
    }

    /** Returns the place of the answer that a key means; -1 if it means none. */
    int meant(String key) {
        if (shown.contains(key)) {
            return shown.indexOf(key);
        }
        if (key.length() == 1 && key.charAt(0) > '0' && key.charAt(0) <= '0' + shown.size()) {
            return key.charAt(0) - '1';
        }
        if (!shown.contains("n")) {
            return -1;
        }
        return switch (key) {
            case "y" -> words.getFirst().startsWith("no") ? -1 : 0;
            case "a" -> first("always");
            default -> -1;
        };
    }

    private int first(String word) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).startsWith(word)) {
                return i;
            }
        }
        return -1;
    }

    /** Names the keys, those that follow each other as a range. */
    String hint() {
        if (shown.isEmpty()) {
            return "";
        }
        int numbers = 0;
        while (numbers < shown.size() && shown.get(numbers).equals(String.valueOf(numbers + 1))) {
            numbers++;
        }
        var keys = new ArrayList<>(shown);
        if (numbers > 2) {
            keys.subList(0, numbers).clear();
            keys.addFirst("1–" + numbers);
        }
        return String.join("/", keys) + " answer";
    }
}

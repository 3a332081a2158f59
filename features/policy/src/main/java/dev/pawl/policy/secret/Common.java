package dev.pawl.policy.secret;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells values that cannot be secrets: taking them out of texts would take out ordinary words. */
final class Common {
    private static final int SHORTEST = 8;

    /** So long a text of letters alone, or of digits alone, is no word and no date. */
    private static final int LONG = 14;

    // format:off
    private static final Set<String> WORDS = Set.of(
            "password1", "password12", "password123", "passw0rd", "p@ssw0rd", "qwerty123", "letmein123", "admin123",
            "changeme1", "changeme123", "test1234", "localhost", "127.0.0.1", "example.com", "user@example.com",
            "undefined", "your-token", "your-api-key", "your_token", "your_api_key", "<your-token>");
    // format:on

    private Common() {}

    /**
     * Returns why a value cannot be a secret, in words that follow "its value"; null if it can.
     *
     * @param environment what other variables hold is no secret
     */
    static @Nullable String flaw(String value, @Nullable String variable, Map<String, String> environment) {
        if (value.length() < SHORTEST) {
            return "has fewer than " + SHORTEST + " characters";
        }
        var lower = value.toLowerCase(Locale.ROOT);
        boolean word = value.chars().allMatch(Character::isLetter);
        boolean number = value.chars().allMatch(c -> Character.isDigit(c) || c == '-' || c == '.' || c == ':');
        if (WORDS.contains(lower) || ((word || number) && value.length() < LONG)) {
            return "is too common: a word or a number that stands in many texts";
        }
        if (value.chars().distinct().count() < 5) {
            return "is too common: it has fewer than five different characters";
        }
        for (var name : Set.of("HOME", "USER", "LOGNAME", "PWD", "PATH", "SHELL", "LANG", "TERM", "HOSTNAME")) {
            if (!name.equals(variable) && value.equals(environment.get(name))) {
                return "is too common: it is that of the variable " + name;
            }
        }
        return null;
    }
}

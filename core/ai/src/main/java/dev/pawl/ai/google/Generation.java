package dev.pawl.ai.google;

import java.util.Locale;

/**
 * The differences between the generations of models behind the API, by the model's name.
 *
 * @param thirdGemini Gemini from 3 on: calls have ids and must be signed, results may hold images
 * @param thinksInLevels takes a word for how long to think; the others take a number of tokens
 */
record Generation(boolean thirdGemini, boolean thinksInLevels) {
    static Generation of(String modelId) {
        var name = modelId.substring(modelId.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        boolean third = name.startsWith("gemini-") && (name.endsWith("-latest") || number(name) >= 3);
        return new Generation(third, third || name.startsWith("gemma-4") || name.startsWith("gemma4"));
    }

    /** Returns the first number of {@code gemini-3.1-pro} and {@code gemini-live-2.5-flash}. */
    private static int number(String name) {
        int from = name.startsWith("gemini-live-") ? "gemini-live-".length() : "gemini-".length();
        int number = 0;
        for (int i = from; i < name.length() && Character.isDigit(name.charAt(i)) && number < 1_000; i++) {
            number = number * 10 + Character.digit(name.charAt(i), 10);
        }
        return number;
    }
}

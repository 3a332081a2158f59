package dev.pawl.ai.google;

/** Describes in a sentence why an answer ended early. */
final class FinishWords {
    private FinishWords() {}

    /** @param message the provider's message about it, if any */
    static String of(String model, String reason, String message) {
        var sentence = model + " stopped (" + reason + "): ";
        return sentence + (message.isBlank() ? meaning(reason) : message + " — " + meaning(reason));
    }

    private static String meaning(String reason) {
        return switch (reason) {
            case "SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT" ->
                "the provider's filter objected to the answer. Reword the prompt.";
            case "SPII" -> "the answer held personal data that the provider's filter keeps back. Reword the prompt.";
            case "RECITATION", "IMAGE_RECITATION" ->
                "the answer was too close to a text it was trained on. Ask for it in other words.";
            case "LANGUAGE" -> "it does not support the language of the prompt. Ask in another one.";
            case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MALFORMED_RESPONSE" ->
                "it wrote a tool call that cannot be read. Try again.";
            case "TOO_MANY_TOOL_CALLS" -> "it asked for too many tools in a row. Prompt it to go on.";
            case "MISSING_THOUGHT_SIGNATURE" ->
                "the conversation lacks a signature of its earlier thoughts. Begin a new one, or go back a turn.";
            default -> "the provider gives no reason that is known here.";
        };
    }
}

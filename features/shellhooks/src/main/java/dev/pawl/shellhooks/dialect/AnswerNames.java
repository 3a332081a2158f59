package dev.pawl.shellhooks.dialect;

import java.util.List;

/**
 * Where the parts of an answer stand, as paths with dots; of several the first that is there counts.
 *
 * @param verdict allow, deny, ask and words like them
 * @param reason why
 * @param input the input that takes the place of the call's
 * @param output the text that takes the place of the result's
 * @param context what the model reads besides
 * @param user what is shown to the user
 * @param more what sends an agent back to work, beside a verdict that denies
 */
public record AnswerNames(
        List<String> verdict,
        List<String> reason,
        List<String> input,
        List<String> output,
        List<String> context,
        List<String> user,
        List<String> more) {}

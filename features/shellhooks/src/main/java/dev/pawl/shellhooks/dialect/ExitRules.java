package dev.pawl.shellhooks.dialect;

import java.util.Set;

/**
 * What exit codes mean in a dialect. Code 2 blocks in all of them.
 *
 * @param jsonAlways whether JSON on standard output counts at every exit code, and not at 0 alone
 * @param blockNeedsWords whether code 2 without a word on standard error is only a failure
 * @param warnings codes besides 0 that let the action go ahead with a warning
 * @param otherBlocks whether all other codes block, at these moments
 * @param errorAsOutput whether standard error is read as output where standard output is empty
 * @param closed the moments at which any failure blocks, unless a hook has {@code onFailure: continue}
 * @param strict whether output that begins like a JSON list, text where an agent stops, and a block without a reason are failures
 */
public record ExitRules(
        boolean jsonAlways,
        boolean blockNeedsWords,
        Set<Integer> warnings,
        Set<Moment> otherBlocks,
        boolean errorAsOutput,
        Set<Moment> closed,
        boolean strict) {
    ExitRules(
            boolean jsonAlways,
            boolean blockNeedsWords,
            Set<Integer> warnings,
            Set<Moment> otherBlocks,
            boolean errorAsOutput) {
        this(jsonAlways, blockNeedsWords, warnings, otherBlocks, errorAsOutput, Set.of(), false);
    }
}

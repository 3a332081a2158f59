package dev.pawl.app.wiring;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.tools.file.OpenTexts;
import org.jspecify.annotations.Nullable;

/**
 * What of this machine the tools reach through another program.
 *
 * @param texts what that program has open
 * @param shell where its commands run; null for a shell that the tools start themselves
 */
public record Workplace(OpenTexts texts, @Nullable BashOperations shell) {
    /** Nothing. */
    public static final Workplace HERE = new Workplace(OpenTexts.NONE, null);
}

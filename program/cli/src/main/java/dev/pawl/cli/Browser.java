package dev.pawl.cli;

import dev.pawl.base.Programs;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The user's browser, where there is one. */
public final class Browser {
    private static final List<String> OPENERS = List.of("xdg-open", "open", "wslview");

    private Browser() {}

    /** Opens a page; nothing happens where no program for it is installed. */
    public static void open(String page, Map<String, String> environment) {
        for (var opener : OPENERS) {
            var program = Programs.find(opener, environment);
            if (program != null) {
                try {
                    Programs.away(List.of(program.toString(), page))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
                    return;
                } catch (IOException e) {
                    // The address is on the screen.
                }
            }
        }
    }
}

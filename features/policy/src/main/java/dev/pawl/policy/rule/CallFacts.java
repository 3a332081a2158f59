package dev.pawl.policy.rule;

import dev.pawl.api.tool.CallFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a call that rules use.
 *
 * @param command the command line of a bash call; null for other tools
 * @param file the file it works on; null if there is none
 * @param written the path of the file before links are followed; null if only the file is known
 * @param url the address that it fetches; null if there is none
 * @param readOnly whether the tool declares that it changes nothing
 * @param ofServer whether a tool server does the work: what it declares is not trusted
 * @param reach the tools that a script names, {@code all} if it may call others; none for other calls
 */
public record CallFacts(
        String tool,
        @Nullable String command,
        Path cwd,
        @Nullable CallFile file,
        @Nullable Path written,
        @Nullable String url,
        boolean readOnly,
        boolean ofServer,
        List<String> reach) {
    /** A call that calls no other tools. */
    public CallFacts(
            String tool,
            @Nullable String command,
            Path cwd,
            @Nullable CallFile file,
            @Nullable Path written,
            @Nullable String url,
            boolean readOnly,
            boolean ofServer) {
        this(tool, command, cwd, file, written, url, readOnly, ofServer, List.of());
    }

    /** A command line in a folder. */
    public static CallFacts command(String command, Path cwd) {
        return new CallFacts("bash", command, cwd, null, null, null, false, false);
    }
}

package dev.pawl.api.tool;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The words of a script, by which one sees what it may call. */
final class ScriptWords {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_$]+");

    /**
     * What finds tools that are not named, or comes by {@code tools} without a name behind it: what is not
     * {@code tools.name}, {@code tools?.name} or {@code tools["name"]} may be any of them.
     */
    private static final Pattern OPEN = Pattern.compile(
            "\\b(?:searchTools|describeNamespace|describeTool|ALL_TOOLS|globalThis|this|eval|Function|constructor"
                + "|__proto__)\\b|\\\\u"
                + "|\\btools\\b(?!\\s*(?:\\?\\.|\\.)\\s*[\\p{L}_$]|\\s*\\[\\s*(?:\"[\\p{L}\\p{N}_-]+\"|'[\\p{L}\\p{N}_-]+')\\s*\\])");

    private ScriptWords() {}

    static List<String> reach(String code) {
        return OPEN.matcher(code).find()
                ? List.of("all")
                : WORD.matcher(code)
                        .results()
                        .map(MatchResult::group)
                        .distinct()
                        .toList();
    }
}

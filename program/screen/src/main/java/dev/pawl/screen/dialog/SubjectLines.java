package dev.pawl.screen.dialog;

import dev.pawl.api.ui.DialogOptions.Subject;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a decision is about: the reason, and below it the text, in which the parts that are asked about stand out.
 *
 * <p>Each line of the text has a bar in front of it, so that no text can look like a line of the dialog.
 */
final class SubjectLines {
    private static final String BAR = "▎ ";

    private SubjectLines() {}

    static List<String> of(Subject subject, Look look, int width) {
        var lines = new ArrayList<String>();
        for (var line : Lines.wrap(Untrusted.visible(subject.why()), width)) {
            lines.add(look.muted(line));
        }
        if (!subject.text().isEmpty()) {
            lines.add("");
            var bar = look.fg("warning", BAR);
            for (var line : Lines.wrap(marked(subject, look), Math.max(1, width - BAR.length()))) {
                lines.add(bar + line);
            }
        }
        return lines;
    }

    private static String marked(Subject subject, Look look) {
        var text = Untrusted.visible(subject.text());
        var written = subject.marked().stream()
                .filter(part -> !part.replace("…", "").isBlank())
                .map(SubjectLines::written)
                .collect(Collectors.joining("|"));
        if (written.isEmpty()) {
            return text;
        }
        return Pattern.compile(written)
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(match.group()
                        .lines()
                        .map(line -> look.fg("warning", look.bold(line)))
                        .collect(Collectors.joining("\n"))));
    }

    /** A part as it may be written in the text: its words with quotes and blanks between them. */
    private static String written(String part) {
        return "(?<![\\w./-])"
                + Arrays.stream(Untrusted.visible(part).strip().split("\\s+"))
                        .map(word -> Arrays.stream(word.split("…", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining("\\S*")))
                        .collect(Collectors.joining("[\"'\\\\]*\\s[\\s\"'\\\\]*"))
                + "[\"']*";
    }
}

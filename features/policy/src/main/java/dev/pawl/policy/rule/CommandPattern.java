package dev.pawl.policy.rule;

import dev.pawl.api.shell.Word;
import dev.pawl.policy.command.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The pattern of a rule about command lines, matched against one program of a line. */
final class CommandPattern {
    /** A program and short options, which may be in any order and combined with others. */
    private static final Pattern FLAGS = Pattern.compile("([\\w./-]+) -([a-zA-Z]+)( ?\\*|:\\*)?");

    private final TextPattern pattern;
    private final String program;
    private final Set<Character> flags = new TreeSet<>();

    CommandPattern(String written) {
        pattern = new TextPattern(written);
        var matcher = FLAGS.matcher(written);
        boolean options = matcher.matches();
        program = options ? matcher.group(1) : "";
        if (options) {
            letters(matcher.group(2), flags);
        }
    }

    /** Whether it certainly allows a program, whatever its unknown parts are. */
    boolean allows(Part part) {
        return pattern.mustMatch(part.text());
    }

    /** Whether it certainly matches a program, in any spelling. */
    boolean matches(Part part) {
        return forms(part).stream().anyMatch(pattern::mustMatch) || hasFlags(part);
    }

    /** Whether it may match a program whose name is a pattern of file names. */
    boolean mayMatch(Part part) {
        var first = part.words().getFirst();
        var name = pattern.firstWord();
        if (first.loose().equals(first.text()) || !TextPattern.matches(base(name), base(first.loose()), true)) {
            return matches(part);
        }
        var words = new ArrayList<>(part.words());
        words.set(0, Word.of(name));
        return matches(Part.of(words));
    }

    private boolean hasFlags(Part part) {
        var words = part.words();
        if (flags.isEmpty() || !base(words.getFirst().text()).equals(program)) {
            return false;
        }
        var given = new TreeSet<Character>();
        for (var word : words.subList(1, words.size())) {
            var text = word.text();
            switch (text) {
                case "--" -> {}
                default -> {
                    if (text.length() > 2 && "--recursive".startsWith(text)) {
                        given.add('r');
                    } else if (text.length() > 2 && "--force".startsWith(text)) {
                        given.add('f');
                    } else if (text.startsWith("-") && !text.startsWith("--")) {
                        letters(text.substring(1), given);
                    }
                }
            }
        }
        return given.containsAll(flags);
    }

    private static void letters(String text, Set<Character> into) {
        for (int i = 0; i < text.length(); i++) {
            into.add(text.charAt(i) == 'R' ? 'r' : text.charAt(i));
        }
    }

    /** A program as it is written, by its name alone, and git without the options before its command. */
    private static List<String> forms(Part part) {
        var words = part.words();
        var forms = new ArrayList<String>();
        forms.add(Word.joined(words, false));
        var named = new ArrayList<>(words);
        named.set(0, Word.of(base(words.getFirst().text())));
        forms.add(Word.joined(named, false));
        if (named.getFirst().text().equals("git")) {
            int at = 1;
            while (at < named.size() && named.get(at).text().startsWith("-")) {
                at += Set.of("-C", "-c", "--git-dir", "--work-tree", "--namespace")
                                .contains(named.get(at).text())
                        ? 2
                        : 1;
            }
            var plain = new ArrayList<>(named.subList(Math.min(at, named.size()), named.size()));
            plain.addFirst(named.getFirst());
            forms.add(Word.joined(plain, false));
        }
        return forms;
    }

    private static String base(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }
}

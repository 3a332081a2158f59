package dev.pawl.policy.command;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What programs may run that are on no list, as far as the words show that they are given.
 *
 * <p>Such a program may start whatever its arguments, or a text that is piped to it, are made of: so each of these words may
 * be the first one of another call, and so may each piece of a word, such as in {@code --run='rm -rf x'}.
 *
 * @param calls what these calls would be; the rest of the words is cut off where it is long
 * @param code whether a word has signs that are none of a name, a number or a sentence: it may be a program itself
 */
public record Mentions(List<Part> calls, boolean code) {
    static final Mentions NONE = new Mentions(List.of(), false);

    private static final int MOST = 400;
    private static final int LONGEST = 40;
    private static final Pattern BETWEEN_NAMES = Pattern.compile("[^\\w./~*?-]+");
    private static final Pattern CODE = Pattern.compile("[`$()\\[\\]{};|&<>\"'\\\\\\p{Cntrl}]");
    private static final Set<String> MESSAGES = Set.of("-m", "-am", "--message");

    public Mentions {
        calls = List.copyOf(calls);
    }

    static Mentions of(List<Command> commands) {
        var calls = new ArrayList<Part>();
        boolean code = false;
        for (var command : commands) {
            var pieces = new ArrayList<Word>();
            for (var word : arguments(command.words())) {
                code |= CODE.matcher(word.text().replaceAll("@\\{[0-9]+}", "")).find();
                BETWEEN_NAMES
                        .splitAsStream(word.text())
                        .filter(each -> !each.isEmpty())
                        .map(Mentions::name)
                        .forEach(pieces::add);
            }
            if (calls.size() + pieces.size() > MOST) {
                return new Mentions(List.of(Part.unknown("it has too many words to look at")), true);
            }
            for (int i = 0; i < pieces.size(); i++) {
                var rest = pieces.subList(i, Math.min(pieces.size(), i + LONGEST));
                calls.add(Part.of(rest));
                if (rest.getFirst().text().matches("(?s)-.{2,}")) {
                    // The value of an option in the same word.
                    var attached = new ArrayList<>(rest);
                    attached.set(0, rest.getFirst().after(2));
                    calls.add(Part.of(attached));
                }
            }
        }
        return new Mentions(calls, code);
    }

    /** A name, or a pattern of names: who takes the word apart may expand it, too. */
    private static Word name(String text) {
        return new Word(text, text.replace('*', Word.UNKNOWN).replace('?', Word.UNKNOWN), false, false, false);
    }

    /** The arguments, without the messages of commits, which are no more than text. */
    private static List<Word> arguments(List<Word> words) {
        var arguments = new ArrayList<Word>();
        boolean commits = words.size() > 2
                && "git".equals(words.getFirst().exactText())
                && "commit".equals(words.get(1).exactText());
        for (int i = 1; i < words.size(); i++) {
            arguments.add(words.get(i));
            if (commits && MESSAGES.contains(words.get(i).text())) {
                i++;
            }
        }
        return arguments;
    }
}

package dev.pawl.api.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A command line made of plain shapes alone: literal words, quotes without expansion, patterns of file names, pipes,
 * {@code &&}, {@code ||}, {@code ;}, line ends, comments, and redirections of which everything is written there.
 *
 * <p>The shapes are those that bash and every shell of POSIX read in the same way. What is not one of them is refused, so
 * that nothing has to be known about it.
 *
 * @param commands in the order of the text
 */
public record PlainLine(List<Command> commands) {
    private static final int LONGEST = 20_000;
    private static final int MOST_WORDS = 1_000;
    // format:off
    private static final Set<String> RESERVED = Set.of(
            "!", "if", "then", "elif", "else", "fi", "while", "until", "for", "select", "do", "done", "case", "esac",
            "function", "time", "coproc", "in");
    // format:on
    private static final String UNQUOTED = "./:=@%+,^-_";

    public PlainLine {
        commands = List.copyOf(commands);
    }

    /** A line, or a part of it, that is not plain; the message names what is not. */
    public static final class NotPlain extends Exception {
        private static final long serialVersionUID = 1L;

        public NotPlain(String message) {
            super(message, null, false, false);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /** Reads a line. */
    public static PlainLine of(String text) throws NotPlain {
        if (text.length() > LONGEST) {
            throw new NotPlain("it is longer than " + LONGEST + " characters");
        }
        return new Reader(text).line();
    }

    /** A word that is being read. */
    private static final class WordBuilder {
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder loose = new StringBuilder();
        private boolean quoted;
        private boolean tilde;

        void literal(char c) {
            text.append(c);
            loose.append(c);
        }

        void pattern(char c) {
            text.append(c);
            loose.append(Word.UNKNOWN);
        }

        Word word() {
            return new Word(text.toString(), loose.toString(), quoted, false, tilde);
        }
    }

    /** The text and the reading position. */
    private static final class Reader {
        private static final String META = " \t\n;&|<>()";

        private final String text;
        private int at;
        private final List<Command> commands = new ArrayList<>();
        private final List<Word> words = new ArrayList<>();
        private int wordsOfAll;

        /** Whether the present command has a redirection, also one between descriptors, which is not kept. */
        private boolean redirected;

        private final List<Redirect> redirects = new ArrayList<>();

        /** Whether the present command has ended but for its separator. */
        private boolean complete;

        Reader(String text) {
            this.text = text;
        }

        private boolean atEnd() {
            return at >= text.length();
        }

        private char peek() {
            return peek(0);
        }

        private char peek(int ahead) {
            return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
        }

        private static boolean isMeta(char c) {
            return META.indexOf(c) >= 0;
        }

        PlainLine line() throws NotPlain {
            boolean expected = false;
            while (true) {
                blanks();
                if (atEnd()) {
                    break;
                }
                char c = peek();
                if (c == '<' || c == '>' || (c == '&' && peek(1) == '>')) {
                    redirect(c == '<' ? 0 : 1);
                } else if (c == '|' || c == '&' || c == ';' || c == '\n') {
                    expected = separator(c);
                } else if (complete) {
                    throw new NotPlain("something follows &>, which only bash takes for one redirection");
                } else {
                    word();
                }
            }
            if (words.isEmpty() && !redirected && expected) {
                throw new NotPlain("a command is missing at its end");
            }
            end(false);
            if (commands.isEmpty()) {
                throw new NotPlain("it has no command");
            }
            return new PlainLine(commands);
        }

        private void blanks() throws NotPlain {
            while (!atEnd() && (peek() == ' ' || peek() == '\t')) {
                at++;
            }
            if (!atEnd() && peek() == '#') {
                while (!atEnd() && peek() != '\n') {
                    literal(peek());
                    at++;
                }
            }
        }

        /** Returns whether a command has to follow. */
        private boolean separator(char c) throws NotPlain {
            boolean pair = (c == '|' || c == '&') && peek(1) == c;
            if (c == '&' && !pair) {
                throw new NotPlain("& runs a command in the background");
            }
            if (c == ';' && peek(1) == ';') {
                throw new NotPlain(";; is not a plain shape");
            }
            if (c == '|' && !pair && peek(1) == '&') {
                throw new NotPlain("|& is not a plain shape");
            }
            boolean joins = c == '|' || c == '&';
            end(joins || c == ';');
            at += pair ? 2 : 1;
            while (joins && !atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n')) {
                at++;
            }
            return joins;
        }

        private void end(boolean required) throws NotPlain {
            if (words.isEmpty() && (required || redirected)) {
                throw new NotPlain(redirected ? "it redirects without a command" : "a command is missing");
            }
            redirected = false;
            complete = false;
            if (!words.isEmpty()) {
                var first = words.getFirst();
                if (RESERVED.contains(first.text()) || first.text().matches("(?s)\\w+(\\[.*])?\\+?=.*")) {
                    throw new NotPlain(first + " is not the name of a program");
                }
                commands.add(new Command(words, redirects));
                words.clear();
                redirects.clear();
            }
        }

        // Words

        private void word() throws NotPlain {
            var word = new WordBuilder();
            int start = at;
            while (!atEnd() && !isMeta(peek())) {
                piece(word, start);
            }
            if (!atEnd() && (peek() == '(' || peek() == ')')) {
                throw new NotPlain("parentheses are not a plain shape");
            }
            var written = text.substring(start, at);
            if (!atEnd() && (peek() == '<' || peek() == '>') && written.matches("[0-9]+")) {
                if (!written.matches("[012]")) {
                    throw new NotPlain("it redirects the descriptor " + written);
                }
                redirect(Integer.parseInt(written));
                return;
            }
            if (++wordsOfAll > MOST_WORDS) {
                throw new NotPlain("it has more than " + MOST_WORDS + " words");
            }
            words.add(word.word());
        }

        private void piece(WordBuilder word, int start) throws NotPlain {
            char c = peek();
            switch (c) {
                case '\'' -> {
                    int end = text.indexOf('\'', at + 1);
                    if (end < 0) {
                        throw new NotPlain("a quote is not closed");
                    }
                    word.quoted = true;
                    for (at++; at < end; at++) {
                        word.literal(quoted(peek()));
                    }
                    at++;
                }
                case '"' -> doubleQuoted(word);
                case '\\' -> {
                    char next = peek(1);
                    if ((next <= ' ' && next != ' ') || next >= 0x7f) {
                        throw new NotPlain("a backslash at the end of a line, or before an odd character");
                    }
                    word.quoted = true;
                    word.literal(next);
                    at += 2;
                }
                case '*', '?' -> {
                    word.pattern(c);
                    at++;
                }
                case '~' -> tilde(word, start);
                case '{' -> {
                    int end = at + 1;
                    while (end < text.length() && Character.isDigit(text.charAt(end))) {
                        end++;
                    }
                    if (at == start
                            || text.charAt(at - 1) != '@'
                            || end == at + 1
                            || end >= text.length()
                            || text.charAt(end) != '}') {
                        throw new NotPlain("braces are not a plain shape");
                    }
                    for (; at <= end; at++) {
                        word.literal(peek());
                    }
                }
                case '[', ']', '!' -> {
                    if (at > start || (at + 1 < text.length() && !isMeta(peek(1)))) {
                        throw new NotPlain("the character " + c + " is not plain outside of quotes");
                    }
                    word.literal(c);
                    at++;
                }
                default -> {
                    boolean letter = c < 0x80 && Character.isLetterOrDigit(c);
                    if (!letter && UNQUOTED.indexOf(c) < 0 && !(c == '#' && at > start)) {
                        throw new NotPlain("the character " + shown(c) + " is not plain outside of quotes");
                    }
                    word.literal(c);
                    at++;
                }
            }
        }

        private void doubleQuoted(WordBuilder word) throws NotPlain {
            word.quoted = true;
            at++;
            while (true) {
                if (atEnd()) {
                    throw new NotPlain("a quote is not closed");
                }
                char c = peek();
                if (c == '"') {
                    at++;
                    return;
                }
                boolean last = peek(1) == '"' && (at + 2 >= text.length() || isMeta(peek(2)));
                if (c == '`' || (c == '$' && !last)) {
                    throw new NotPlain("what " + c + " stands for is only known when it runs");
                }
                if (c == '\\') {
                    char next = peek(1);
                    if (next == '\n') {
                        throw new NotPlain("a backslash at the end of a line");
                    }
                    boolean escaped = next == '$' || next == '`' || next == '"' || next == '\\';
                    if (escaped) {
                        at++;
                        c = next;
                    }
                }
                word.literal(quoted(c));
                at++;
            }
        }

        private void tilde(WordBuilder word, int start) throws NotPlain {
            if (at == start) {
                if (at + 1 < text.length() && !isMeta(peek(1)) && peek(1) != '/') {
                    throw new NotPlain("~ with a name is not a plain shape");
                }
                word.tilde = true;
            } else if (!Character.isLetterOrDigit(text.charAt(at - 1)) && "^}~".indexOf(text.charAt(at - 1)) < 0) {
                throw new NotPlain("~ may stand for another folder there");
            }
            word.literal('~');
            at++;
        }

        private static char quoted(char c) throws NotPlain {
            if (c != '\n') {
                literal(c);
            }
            return c;
        }

        private static void literal(char c) throws NotPlain {
            if ((c < ' ' && c != '\t') || c == 0x7f || c == Word.UNKNOWN || (c >= 0x80 && c < 0xa0)) {
                throw new NotPlain("it has the control character " + shown(c));
            }
        }

        private static String shown(char c) {
            return c > ' ' && c < 0x7f ? String.valueOf(c) : String.format("U+%04X", (int) c);
        }

        // Redirections

        private void redirect(int descriptor) throws NotPlain {
            if (complete) {
                throw new NotPlain("something follows &>, which only bash takes for one redirection");
            }
            redirected = true;
            boolean both = peek() == '&';
            complete = both;
            at += both ? 1 : 0;
            boolean writes = peek() == '>';
            at++;
            boolean appends = writes && peek() == '>';
            at += appends ? 1 : 0;
            if (peek() == '&' && !both && !appends) {
                at++;
                if (peek() < '0' || peek() > '2' || (at + 1 < text.length() && !isMeta(peek(1)))) {
                    throw new NotPlain("it redirects to something else than a descriptor");
                }
                at++;
                return;
            }
            while (!atEnd() && (peek() == ' ' || peek() == '\t')) {
                at++;
            }
            if (atEnd() || isMeta(peek())) {
                throw new NotPlain("a redirection that is not a plain shape");
            }
            int before = words.size();
            word();
            if (words.size() != before + 1) {
                throw new NotPlain("a redirection that is not a plain shape");
            }
            var target = words.removeLast();
            var file = target.exactText();
            if ("/dev/null".equals(file)) {
                return;
            }
            if (both || (writes && descriptor == 0) || (!writes && descriptor != 0)) {
                throw new NotPlain("a redirection that is not a plain shape");
            }
            if (file == null ? !target.tilde() || target.loose().indexOf(Word.UNKNOWN) >= 0 : !isFile(file)) {
                throw new NotPlain("it redirects to " + target);
            }
            redirects.add(new Redirect(target, writes));
        }

        /** Bash connects to hosts below /dev, and processes have other names for files below /proc. */
        private static boolean isFile(String file) {
            return !file.isEmpty() && !file.matches("/+(\\./+)*(dev|proc|sys)(/.*)?") && !file.startsWith("//");
        }
    }
}

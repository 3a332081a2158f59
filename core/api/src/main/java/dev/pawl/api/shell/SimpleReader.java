package dev.pawl.api.shell;

import dev.pawl.api.shell.Place.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads simple commands: variables, words, redirections, and the blanks around them. */
abstract class SimpleReader extends WordReader {
    SimpleReader(String text, Script.Found found, int depth) {
        super(text, found, depth);
    }

    /** The body of a function: a compound command. */
    abstract void body() throws ShellSyntax;

    // Blanks

    final void blanks() {
        while (!atEnd()) {
            char c = peek();
            if (c == ' ' || c == '\t') {
                at++;
            } else if (c == '\\' && peek(1) == '\n') {
                at += 2;
            } else if (c == '#') {
                while (!atEnd() && peek() != '\n') {
                    at++;
                }
            } else {
                return;
            }
        }
    }

    final void lines() throws ShellSyntax {
        blanks();
        while (peek() == '\n' && !atEnd()) {
            at++;
            bodies();
            blanks();
        }
    }

    final String shown() {
        return atEnd() ? "end" : "\"" + text.substring(at, Math.min(text.length(), at + 10)) + "\"";
    }

    /** The next word if it is plain; null if something in it is quoted or expanded. */
    final @Nullable String plainWord() {
        int end = at;
        while (end < text.length() && !isMeta(text.charAt(end))) {
            char c = text.charAt(end);
            if (c == '\\' || c == '\'' || c == '"' || c == '$' || c == '`') {
                return null;
            }
            end++;
        }
        return end == at ? null : text.substring(at, end);
    }

    final boolean isProcess() {
        return (peek() == '<' || peek() == '>') && peek(1) == '(';
    }

    // Simple commands

    final void simple() throws ShellSyntax {
        boolean assigns = false;
        var words = new ArrayList<Word>();
        var redirects = new ArrayList<Redirect>();
        var places = new ArrayList<Span>();
        var outputs = new ArrayList<Span>();
        int start = at;
        while (true) {
            blanks();
            if (atEnd()) {
                break;
            }
            if (redirection(redirects, outputs)) {
                continue;
            }
            if (peek() == '(' && words.size() == 1 && !assigns && redirects.isEmpty()) {
                definition(words.getFirst(), start);
                return;
            }
            if (isMeta(peek()) && !isProcess()) {
                break;
            }
            if (words.isEmpty() && assignment()) {
                assigns = true;
            } else {
                int from = at;
                words.add(argument(words));
                places.add(new Span(from, at));
            }
        }
        if (!assigns && words.isEmpty() && redirects.isEmpty()) {
            throw error("a command is missing before " + shown());
        }
        found.add(new Place(new Command(words, redirects), places, outputs));
    }

    /** Some builtins of the shell accept assignments of lists as arguments. */
    private Word argument(List<Word> words) throws ShellSyntax {
        var word = word();
        if (peek() == '('
                && word.text().endsWith("=")
                && !words.isEmpty()
                && Set.of("declare", "local", "export", "readonly", "typeset")
                        .contains(words.getFirst().text())) {
            array();
            return new Word(word.text() + Word.UNKNOWN, word.loose() + Word.UNKNOWN, true, true, false);
        }
        return word;
    }

    private void definition(Word name, int start) throws ShellSyntax {
        at++;
        blanks();
        if (peek() != ')' || !name.exact() || name.quoted() || text.charAt(start) == '{') {
            throw error("unexpected (");
        }
        at++;
        lines();
        body();
    }

    /** {@code name=…}, {@code name+=…}, {@code name[…]=…} or {@code name=(…)}, if there is one. */
    private boolean assignment() throws ShellSyntax {
        int end = at;
        while (end < text.length() && isName(text.charAt(end))) {
            end++;
        }
        if (end == at || Character.isDigit(text.charAt(at)) || end == text.length()) {
            return false;
        }
        var name = text.substring(at, end);
        if (text.charAt(end) == '[') {
            return element(name, end);
        }
        if (text.startsWith("+=", end)) {
            end++;
        }
        if (end >= text.length() || text.charAt(end) != '=') {
            return false;
        }
        at = end + 1;
        value();
        return true;
    }

    /** An element of a list; its index is arithmetic. */
    private boolean element(String name, int bracket) throws ShellSyntax {
        int close = text.indexOf(']', bracket);
        if (close < 0) {
            return false;
        }
        var index = text.substring(bracket + 1, close);
        int equals = text.startsWith("+=", close + 1) ? close + 2 : close + 1;
        if (equals >= text.length() || text.charAt(equals) != '=') {
            return false;
        }
        if (!index.chars().allMatch(c -> isName((char) c))) {
            throw error("the index of " + name + "[" + index + "] cannot be read");
        }
        at = equals + 1;
        value();
        return true;
    }

    private void value() throws ShellSyntax {
        if (peek() == '(') {
            array();
        } else {
            word();
        }
    }

    private void array() throws ShellSyntax {
        at++;
        lines();
        while (peek() != ')') {
            if (atEnd() || (isMeta(peek()) && !isProcess())) {
                throw error("a list of values is not closed");
            }
            word();
            lines();
        }
        at++;
    }

    // Redirections

    final void redirections() throws ShellSyntax {
        var redirects = new ArrayList<Redirect>();
        var outputs = new ArrayList<Span>();
        blanks();
        while (redirection(redirects, outputs)) {
            blanks();
        }
        if (!redirects.isEmpty()) {
            found.add(new Place(new Command(List.of(), redirects), List.of(), outputs));
        }
    }

    private boolean redirection(List<Redirect> redirects, List<Span> outputs) throws ShellSyntax {
        int operator = RedirectOperators.start(text, at);
        if (operator < 0 || (text.startsWith("(", operator + 1) && operator == at)) {
            return false;
        }
        at = operator;
        var sign = RedirectOperators.at(text, operator);
        at += sign.length();
        blanks();
        if (sign.startsWith("<<") && !sign.equals("<<<")) {
            hereDocument(sign.equals("<<-"));
            return true;
        }
        if (atEnd() || (isMeta(peek()) && !isProcess())) {
            throw error("\"" + sign + "\" needs a file");
        }
        int from = at;
        var target = word();
        if (sign.equals("<<<") || (sign.endsWith("&") && RedirectOperators.isDescriptor(target))) {
            return true;
        }
        redirects.add(new Redirect(target, !sign.equals("<")));
        if (!sign.startsWith("<")) {
            outputs.add(new Span(from, at));
        }
        return true;
    }

    private void hereDocument(boolean tabs) throws ShellSyntax {
        int start = at;
        var delimiter = word();
        if (at == start) {
            throw error("a here-document needs a delimiter");
        }
        var written = text.substring(start, at);
        if (written.contains("$") || written.contains("`")) {
            throw error("the delimiter of a here-document cannot be read");
        }
        waiting.add(new HereDocument(delimiter.text(), delimiter.quoted(), tabs));
        documented = true;
    }

    final String name() throws ShellSyntax {
        var word = plainWord();
        if (word == null
                || word.isEmpty()
                || Character.isDigit(word.charAt(0))
                || !word.chars().allMatch(c -> isName((char) c))) {
            throw error("a name is missing");
        }
        at += word.length();
        return word;
    }

    final List<Word> words() throws ShellSyntax {
        var words = new ArrayList<Word>();
        blanks();
        while (!atEnd() && (!isMeta(peek()) || isProcess())) {
            words.add(word());
            blanks();
        }
        return words;
    }
}

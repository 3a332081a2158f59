package dev.pawl.api.shell;

import java.util.Set;

/** Reads the grammar of bash: lists, pipelines, compound commands, functions, and the simple commands in them. */
final class ShellParser extends SimpleReader {
    private static final Set<String> CLOSING = Set.of("then", "do", "done", "fi", "esac", "else", "elif", "}");

    private static final Set<String> OPENING =
            Set.of("if", "while", "until", "for", "select", "case", "function", "{", "[[", "!", "time", "coproc");

    private static final int MOST_NESTED = 200;

    private int level;

    ShellParser(String text, Script.Found found, int depth) {
        super(text, found, depth);
    }

    /** The whole text. */
    void script() throws ShellSyntax {
        list();
        if (!atEnd()) {
            throw error("unexpected " + shown());
        }
        if (!waiting.isEmpty()) {
            throw error("the here-document " + waiting.getFirst().delimiter() + " has no body");
        }
    }

    /** The commands of a substitution up to its closing parenthesis; returns the position after it. */
    int substitution() throws ShellSyntax {
        list();
        if (peek() != ')') {
            throw error("a command substitution is not closed");
        }
        if (!waiting.isEmpty()) {
            throw error("a here-document does not end inside of its command substitution");
        }
        at++;
        return at;
    }

    // Lists

    /** Commands up to the end of the text, a closing parenthesis, a {@code ;;} or a word that closes something. */
    private void list() throws ShellSyntax {
        lines();
        while (!atEnd() && peek() != ')' && !startsWith(";;") && !startsWith(";&") && !closes()) {
            pipelines();
            blanks();
            char c = peek();
            if (atEnd() || c == ')' || startsWith(";;") || startsWith(";&")) {
                return;
            }
            if (c == ';' && depth > 0 && documented) {
                throw error("bash joins the commands around \";\" after a here-document in a substitution");
            }
            if (c == '\n' || c == ';' || c == '&') {
                at += c == '\n' ? 0 : 1;
                lines();
            } else if (!closes()) {
                throw error("unexpected " + shown());
            } else {
                return;
            }
        }
    }

    private boolean closes() {
        var word = plainWord();
        return word != null && CLOSING.contains(word);
    }

    private void pipelines() throws ShellSyntax {
        pipeline();
        blanks();
        while (startsWith("&&") || startsWith("||")) {
            at += 2;
            lines();
            pipeline();
            blanks();
        }
    }

    private void pipeline() throws ShellSyntax {
        blanks();
        var word = plainWord();
        if ("!".equals(word)) {
            at++;
            blanks();
            pipeline();
            return;
        }
        if ("time".equals(word)) {
            at += 4;
            blanks();
            if (startsWith("-p") && (at + 2 == text.length() || isMeta(peek(2)))) {
                at += 2;
                blanks();
            }
            if (atEnd() || peek() == ';' || peek() == '\n') {
                return;
            }
            pipeline();
            return;
        }
        command();
        blanks();
        while (peek() == '|' && peek(1) != '|') {
            at += peek(1) == '&' ? 2 : 1;
            lines();
            command();
            blanks();
        }
    }

    // Commands

    private void command() throws ShellSyntax {
        if (++level > MOST_NESTED) {
            throw error("commands are nested more than " + MOST_NESTED + " deep");
        }
        blanks();
        if (startsWith("((") && arithmeticEnd(at + 2) >= 0) {
            at += 2;
            arithmetic();
            redirections();
        } else if (peek() == '(') {
            at++;
            separate(')');
            redirections();
        } else {
            var word = plainWord();
            if (word != null && CLOSING.contains(word)) {
                throw error("unexpected " + word);
            }
            if (word != null && OPENING.contains(word)) {
                compound(word);
            } else {
                simple();
            }
        }
        level--;
    }

    private void separate(char end) throws ShellSyntax {
        required();
        if (peek() != end) {
            throw error("\"" + end + "\" is missing");
        }
        at++;
    }

    private void compound(String word) throws ShellSyntax {
        at += word.length();
        switch (word) {
            case "if" -> conditional();
            case "while", "until" -> {
                required();
                loop();
            }
            case "for", "select" -> each();
            case "case" -> cases();
            case "function" -> {
                function();
            }
            case "{" -> {
                required();
                expect("}");
            }
            case "[[" -> test();
            case "coproc" -> {
                blanks();
                found.unknowns().add("coproc runs a command in the background");
                command();
            }
            default -> throw error("unexpected " + word);
        }
        redirections();
    }

    /** A list that is not empty. */
    private void required() throws ShellSyntax {
        lines();
        int before = at;
        list();
        if (at == before) {
            throw error("a command is missing");
        }
    }

    private void expect(String word) throws ShellSyntax {
        lines();
        if (!word.equals(plainWord())) {
            throw error("\"" + word + "\" is missing");
        }
        at += word.length();
    }

    private boolean skip(String word) throws ShellSyntax {
        lines();
        if (!word.equals(plainWord())) {
            return false;
        }
        at += word.length();
        return true;
    }

    private void conditional() throws ShellSyntax {
        required();
        expect("then");
        required();
        while (skip("elif")) {
            required();
            expect("then");
            required();
        }
        if (skip("else")) {
            required();
        }
        expect("fi");
    }

    private void loop() throws ShellSyntax {
        lines();
        if ("{".equals(plainWord())) {
            at++;
            required();
            expect("}");
        } else {
            expect("do");
            required();
            expect("done");
        }
    }

    private void each() throws ShellSyntax {
        blanks();
        if (startsWith("((")) {
            at += 2;
            arithmetic();
        } else {
            name();
            if (skip("in")) {
                words();
            }
        }
        blanks();
        if (peek() == ';') {
            at++;
        }
        loop();
    }

    private void cases() throws ShellSyntax {
        blanks();
        if (atEnd() || isMeta(peek())) {
            throw error("case needs a word");
        }
        word();
        expect("in");
        while (!skip("esac")) {
            lines();
            if (atEnd()) {
                throw error("\"esac\" is missing");
            }
            if (peek() == '(') {
                at++;
            }
            patterns();
            list();
            lines();
            if (startsWith(";;&")) {
                at += 3;
            } else if (startsWith(";;") || startsWith(";&")) {
                at += 2;
            } else {
                expect("esac");
                return;
            }
        }
    }

    private void patterns() throws ShellSyntax {
        while (true) {
            blanks();
            if (atEnd() || isMeta(peek())) {
                throw error("a pattern is missing");
            }
            word();
            blanks();
            if (peek() == ')') {
                at++;
                return;
            }
            if (peek() != '|') {
                throw error("\")\" is missing");
            }
            at++;
        }
    }

    private void function() throws ShellSyntax {
        blanks();
        var word = plainWord();
        if (word == null) {
            throw error("a function needs a plain name");
        }
        at += word.length();
        blanks();
        if (peek() == '(') {
            at++;
            blanks();
            if (peek() != ')') {
                throw error("\")\" is missing");
            }
            at++;
        }
        lines();
        body();
    }

    /** The body of a function: a compound command. */
    @Override
    void body() throws ShellSyntax {
        var word = plainWord();
        if (peek() != '(' && (word == null || !OPENING.contains(word) || "!".equals(word) || "time".equals(word))) {
            throw error("the body of a function is missing");
        }
        command();
    }

    /** <code>[[ … ]]</code>: words and operators, in which only expansions can run something. */
    private void test() throws ShellSyntax {
        boolean any = false;
        while (true) {
            lines();
            if (atEnd()) {
                throw error("\"]]\" is missing");
            }
            if ("]]".equals(plainWord()) && any) {
                at += 2;
                return;
            }
            char c = peek();
            if (isMeta(c) && !isProcess()) {
                if (c == ';' || (c == '&' && peek(1) != '&')) {
                    throw error("unexpected " + shown());
                }
                at += c == '&' ? 2 : 1;
            } else {
                word();
            }
            any = true;
        }
    }
}

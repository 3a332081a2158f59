package dev.pawl.policy.rule;

import dev.pawl.base.ServerToolName;
import dev.pawl.base.glob.GlobException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads rules as they are written in settings. */
final class RuleReader {
    private static final String SCRIPTS = "codemode";

    private final Path cwd;
    private final Path home;

    RuleReader(Path cwd, Path home) {
        this.cwd = cwd;
        this.home = home;
    }

    /** A rule that cannot be used, and why. */
    static final class BadRule extends Exception {
        private static final long serialVersionUID = 1L;

        BadRule(String message) {
            super(message);
        }

        /** The problem; never null. */
        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /**
     * Reads a rule.
     *
     * @param strict whether the rule forbids or asks
     * @param foreign whether it was written for another agent
     */
    Rule read(String written, String source, boolean strict, boolean foreign) throws BadRule {
        var text = written.strip();
        int open = text.indexOf('(');
        var name = (open < 0 ? text : text.substring(0, open)).strip();
        if (name.isEmpty()) {
            throw new BadRule("it names no tool");
        }
        if (open >= 0 && !text.endsWith(")")) {
            throw new BadRule("the parenthesis is not closed");
        }
        if (open < 0 && text.indexOf(')') >= 0) {
            throw new BadRule("a parenthesis is closed that was not opened");
        }
        if (!name.matches("[\\w.*-]+")) {
            throw new BadRule("\"" + name + "\" is not the name of a tool");
        }
        var inside = open < 0 ? "" : text.substring(open + 1, text.length() - 1).strip();
        if (open >= 0 && inside.isEmpty()) {
            throw new BadRule("the parentheses are empty");
        }
        var kind = kind(name);
        boolean whole = inside.isEmpty() || inside.equals("*") || (kind != ToolKind.BASH && inside.equals("**"));
        if (whole) {
            return new Rule(text, source, kind, tool(name, kind), null, null, null);
        }
        try {
            return switch (kind) {
                case BASH -> new Rule(text, source, kind, "bash", null, new CommandPattern(inside), null);
                case READ, EDIT ->
                    new Rule(
                            text,
                            source,
                            kind,
                            tool(name, kind),
                            new PathPattern(inside, cwd, home, strict),
                            null,
                            null);
                case FETCH -> new Rule(text, source, kind, "fetch", null, null, domain(inside));
                case OTHER -> {
                    if (name.equals(SCRIPTS)) {
                        yield new Rule(text, source, kind, name, null, null, null, reach(inside, strict));
                    }
                    if (!foreign || !strict) {
                        throw new BadRule("rules about " + name + " have nothing in parentheses");
                    }
                    yield new Rule(text, source, kind, tool(name, kind), null, null, null);
                }
            };
        } catch (GlobException | InvalidPathException e) {
            throw new BadRule("the pattern " + inside + " cannot be read: " + e.getMessage());
        }
    }

    static ToolKind kind(String name) {
        return switch (name) {
            case "Bash", "bash" -> ToolKind.BASH;
            case "Read", "read", "Grep", "grep", "Glob", "find", "LS", "ls" -> ToolKind.READ;
            case "Edit", "edit", "Write", "write", "MultiEdit", "NotebookEdit" -> ToolKind.EDIT;
            case "WebFetch" -> ToolKind.FETCH;
            default -> ToolKind.OTHER;
        };
    }

    /** The tool that a rule applies to; {@code *} for all of its kind. */
    static String tool(String name) {
        return tool(name, kind(name));
    }

    private static String tool(String name, ToolKind kind) {
        return switch (kind) {
            case READ ->
                switch (name) {
                    case "Grep", "grep" -> "grep";
                    case "Glob", "find" -> "find";
                    case "LS", "ls" -> "ls";
                    default -> "*";
                };
            case BASH, EDIT, FETCH -> "*";
            case OTHER ->
                ServerToolName.isOf(name) && name.indexOf('*') < 0 && ServerToolName.parse(name) == null
                        ? name + "__*"
                        : name;
        };
    }

    private static String reach(String inside, boolean strict) throws BadRule {
        if (!inside.matches("reach:[\\w-]+")) {
            throw new BadRule("a rule about " + SCRIPTS + " has reach:TOOL in its parentheses");
        }
        if (!strict) {
            throw new BadRule("what a script names is not all that it may do, so a rule with reach: forbids or asks;"
                    + " allow the tool itself");
        }
        return inside.substring(inside.indexOf(':') + 1);
    }

    private static String domain(String inside) throws BadRule {
        if (!inside.startsWith("domain:") || inside.length() == 7) {
            throw new BadRule("a rule about WebFetch has domain:HOST in its parentheses");
        }
        return inside.substring(7).toLowerCase(Locale.ROOT);
    }
}

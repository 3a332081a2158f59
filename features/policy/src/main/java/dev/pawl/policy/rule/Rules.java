package dev.pawl.policy.rule;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All rules for a project, and the problems of those that cannot be used.
 *
 * <p>The lists are immutable and replaced as a whole, so that reading them needs no lock.
 */
public final class Rules {
    volatile List<Rule> deny = List.of();
    volatile List<Rule> ask = List.of();
    volatile List<Rule> allow = List.of();

    private volatile List<String> problems = List.of();
    private volatile List<String> notices = List.of();
    private final RuleReader reader;

    /** No rules yet, for a project and a user. */
    public Rules(Path cwd, Path home) {
        reader = new RuleReader(cwd, home);
    }

    /** Adds the rules of one list; rules of a project that allow something are not used, because a project may only tighten. */
    public synchronized void add(String source, String list, List<String> written, boolean ofProject) {
        for (var rule : written) {
            try {
                boolean strict = !list.equals("allow");
                var read = reader.read(rule, source, strict);
                if (ofProject && !strict) {
                    notices = with(
                            notices,
                            source + ": permissions.allow " + rule
                                    + " is not used, because a project can only tighten what you set; add it to your"
                                    + " own settings if you want it.");
                    continue;
                }
                switch (list) {
                    case "deny" -> deny = with(deny, read);
                    case "ask" -> ask = with(ask, read);
                    default -> allow = with(allow, read);
                }
            } catch (RuleReader.BadRule e) {
                broken(source + ": permissions." + list + " " + rule + ": " + e.getMessage());
            }
        }
    }

    /** Adds a problem; every call is asked about from then on. */
    public synchronized void broken(String problem) {
        problems = with(problems, problem);
    }

    /** Adds a rule that allows, as an answer of the user. */
    public synchronized void allow(String rule, String source) {
        try {
            allow = with(allow, reader.read(rule, source, false));
        } catch (RuleReader.BadRule e) {
            throw new IllegalArgumentException(rule + ": " + e.getMessage(), e);
        }
    }

    /** Whether a rule could not be read, so that every call is asked about. */
    public boolean isBroken() {
        return !problems.isEmpty();
    }

    /** The problems, for the user. */
    public List<String> problems() {
        return problems;
    }

    /** Rules that are valid but not used. */
    public List<String> notices() {
        return notices;
    }

    private static <T> List<T> with(List<T> before, T one) {
        var all = new ArrayList<>(before);
        all.add(one);
        return List.copyOf(all);
    }
}

package dev.pawl.policy.rule;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * All rules for a project, and the problems of those that cannot be used. Rules are only ever added: calls that are judged
 * meanwhile see a list as it was when they began to look at it.
 */
public final class Rules {
    final List<Rule> deny = new CopyOnWriteArrayList<>();
    final List<Rule> ask = new CopyOnWriteArrayList<>();
    final List<Rule> allow = new CopyOnWriteArrayList<>();

    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final RuleReader reader;
    private final RuleExamples examples;
    private volatile boolean broken;

    /** No rules yet, for a project and a user. */
    public Rules(Path cwd, Path home) {
        reader = new RuleReader(cwd, home);
        examples = new RuleExamples(cwd, home);
    }

    /** Adds the rules of one list; rules of a project that allow something are not used, because a project may only tighten. */
    public void add(String source, String list, List<String> written, boolean ofProject) {
        add(source, list, written, ofProject, false);
    }

    /**
     * Adds the rules of one list of another agent. One that forbids or asks about some uses of a tool that has no such
     * uses here counts for all of them.
     */
    public void addForeign(String source, String list, List<String> written, boolean ofProject) {
        add(source, list, written, ofProject, true);
    }

    /** Adds the rules of all lists of {@code permissions}. */
    public void add(String source, JsonObject permissions, boolean ofProject) {
        lists(source, permissions, ofProject, false);
    }

    /** Adds the rules of all lists of another agent's {@code permissions}. */
    public void addForeign(String source, JsonObject permissions, boolean ofProject) {
        lists(source, permissions, ofProject, true);
    }

    private void lists(String source, JsonObject permissions, boolean ofProject, boolean foreign) {
        for (var list : List.of("deny", "ask", "allow")) {
            var written = permissions.get(list);
            var texts = new ArrayList<String>();
            if (written instanceof List<?> all) {
                for (var one : all) {
                    if (one instanceof String text) {
                        texts.add(text);
                    } else if (one instanceof JsonObject rule && !foreign) {
                        texts.addAll(withExamples(source + ": permissions." + list, list, rule));
                    } else {
                        broken(source + ": permissions." + list + " has " + one + ", but a rule is a text in quotes");
                    }
                }
            } else if (written != null) {
                broken(source + ": permissions." + list + " must be a list of rules");
            }
            add(source, list, texts, ofProject, foreign);
        }
    }

    /** The rule of {@code {"rule": …, "match": […], "notMatch": […]}}, whose examples are checked. */
    private List<String> withExamples(String where, String list, JsonObject written) {
        var rule = written.string("rule");
        if (rule == null) {
            broken(where + " has " + written
                    + ", which names no rule: {\"rule\": \"Bash(git push *)\", \"match\": […]}");
            return List.of();
        }
        written.asMap().keySet().stream()
                .filter(field -> !RuleExamples.FIELDS.contains(field))
                .forEach(field -> broken(where + " " + rule + " has the field " + field + ", which is none of "
                        + String.join(", ", RuleExamples.FIELDS)));
        examples.disagreeing(list, rule, written).forEach(problem -> broken(where + " " + rule + ": " + problem));
        return List.of(rule);
    }

    private void add(String source, String list, List<String> written, boolean ofProject, boolean foreign) {
        for (var rule : written) {
            try {
                boolean strict = !list.equals("allow");
                var read = reader.read(rule, source, strict, foreign);
                if (ofProject && !strict) {
                    notices.add(source + ": permissions.allow " + rule
                            + " is not used, because a project can only tighten what you set; add it to your own"
                            + " settings if you want it.");
                } else {
                    (list.equals("deny") ? deny : list.equals("ask") ? ask : allow).add(read);
                }
            } catch (RuleReader.BadRule e) {
                if (foreign && list.equals("allow")) {
                    notice(source + ": permissions.allow " + rule + " allows nothing here: " + e.getMessage());
                    continue;
                }
                broken(source + ": permissions." + list + " " + rule + ": " + e.getMessage());
            }
        }
    }

    /** Adds what the user should know of rules that are valid. */
    public void notice(String notice) {
        notices.add(notice);
    }

    /** Returns whether there is a rule that forbids or asks, or one that could not be read. */
    public boolean restrict() {
        return broken || !deny.isEmpty() || !ask.isEmpty();
    }

    /** Adds a problem; every call is asked about from then on. */
    public void broken(String problem) {
        problems.add(problem);
        broken = true;
    }

    /** Adds a rule that allows, as an answer of the user. */
    public void allow(String rule, String source) {
        try {
            allow.add(reader.read(rule, source, false, false));
        } catch (RuleReader.BadRule e) {
            throw new IllegalArgumentException(rule + ": " + e.getMessage(), e);
        }
    }

    /** Whether a rule could not be read, so that every call is asked about. */
    public boolean isBroken() {
        return broken;
    }

    /** The problems, for the user. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Rules that are valid but not used. */
    public List<String> notices() {
        return List.copyOf(notices);
    }
}

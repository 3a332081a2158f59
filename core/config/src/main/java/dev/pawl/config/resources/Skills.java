package dev.pawl.config.resources;

import dev.pawl.base.MarkupText;
import dev.pawl.config.text.FrontMatter;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The skills that can be used, and what is wrong with others. */
public record Skills(List<Skill> all, List<Problem> problems) {
    private static final String COMMAND = "/skill:";
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 1024;

    public static Skills load(ResourceRequest request) {
        var problems = new ArrayList<Problem>();
        var byName = new LinkedHashMap<String, Skill>();
        for (var file : ResourceFinder.find(request, ResourceKind.SKILL, problems)) {
            var skill = read(file, problems);
            var first = skill == null ? null : byName.putIfAbsent(skill.name(), skill);
            if (skill != null && first != null) {
                problems.add(Problem.warning(
                        skill.path(),
                        "is not used, because another skill is called \"" + skill.name() + "\", too: " + first.path()));
            }
        }
        return new Skills(List.copyOf(byName.values()), List.copyOf(problems));
    }

    /** Those that the model may choose, which is what the system prompt lists. */
    public List<Skill> forModel() {
        var shown = new ArrayList<Skill>();
        for (var skill : all) {
            if (!skill.manualOnly()) {
                shown.add(skill);
            }
        }
        return List.copyOf(shown);
    }

    public @Nullable Skill find(String name) {
        for (var skill : all) {
            if (skill.name().equals(name)) {
                return skill;
            }
        }
        return null;
    }

    /** A message with its skill in place; the problem states why the skill could not be read. */
    public record Expansion(String text, @Nullable Problem problem) {}

    /** Puts the instructions in the place of {@code /skill:name}. Any other text stays as it is. */
    public Expansion expand(String text) {
        if (!text.startsWith(COMMAND)) {
            return new Expansion(text, null);
        }
        int end = COMMAND.length();
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        var skill = find(text.substring(COMMAND.length(), end));
        if (skill == null) {
            return new Expansion(text, null);
        }
        try {
            var body = FrontMatter.parse(TextFile.read(skill.path(), null, new ArrayList<>()))
                    .body()
                    .strip();
            var request = text.substring(end).strip();
            return new Expansion(block(skill, body) + (request.isEmpty() ? "" : "\n\n" + request), null);
        } catch (IOException e) {
            return new Expansion(
                    text,
                    Problem.error(
                            skill.path(),
                            "the skill \"" + skill.name() + "\" cannot be read: " + TextFile.why(e)
                                    + ". The message is sent as it was typed."));
        }
    }

    private static String block(Skill skill, String body) {
        return "<skill name=\"" + MarkupText.escaped(skill.name()) + "\" location=\""
                + MarkupText.escaped(skill.location()) + "\">\n"
                + "Relative paths in this skill start at " + skill.folder() + ".\n\n"
                + body
                + "\n</skill>";
    }

    private static @Nullable Skill read(ResourceFile file, List<Problem> problems) {
        var path = file.path();
        boolean declared = path.endsWith(ResourceWalk.SKILL_FILE);
        FrontMatter head;
        try {
            head = FrontMatter.parse(TextFile.head(path, FrontMatter.LONGEST));
        } catch (IOException e) {
            problems.add(Problem.warning(path, "this skill cannot be read: " + TextFile.why(e) + "."));
            return null;
        }
        var description = head.text("description");
        boolean missing = description == null || description.isBlank();
        if (missing && !declared) {
            return null; // Some other text among the skills.
        }
        for (var complaint : head.complaints()) {
            problems.add(Problem.warning(path, complaint));
        }
        if (description == null || missing) {
            problems.add(Problem.warning(
                    path, "this skill is not used, because it has no description. Add one at its head."));
            return null;
        }
        var given = head.text("name");
        var name = given == null || given.isBlank() ? nameOf(file, declared) : given.strip();
        check(path.toString(), name, description, problems);
        return new Skill(name, description.strip(), path, head.flag("disable-model-invocation"), file.source());
    }

    private static String nameOf(ResourceFile file, boolean declared) {
        var folder = file.path().getParent();
        var named =
                declared && folder != null ? folder.getFileName() : file.path().getFileName();
        var name = String.valueOf(named);
        return declared ? name : name.substring(0, name.length() - ResourceKind.SKILL.suffix.length());
    }

    private static void check(String where, String name, String description, List<Problem> problems) {
        var wrong = new ArrayList<String>();
        if (name.length() > LONGEST_NAME) {
            wrong.add("is " + name.length() + " characters long, but should have at most " + LONGEST_NAME);
        }
        boolean plain = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            plain &= (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        }
        if (!plain) {
            wrong.add("should have small letters a-z, digits and hyphens only");
        }
        if (name.startsWith("-") || name.endsWith("-") || name.contains("--")) {
            wrong.add("should neither begin nor end with a hyphen nor have two in a row");
        }
        for (var each : wrong) {
            problems.add(Problem.warning(where, "the skill's name \"" + name + "\" " + each + "."));
        }
        if (description.length() > LONGEST_DESCRIPTION) {
            problems.add(Problem.warning(
                    where,
                    "the skill's description is " + description.length() + " characters long, but should have at most "
                            + LONGEST_DESCRIPTION + "."));
        }
    }
}

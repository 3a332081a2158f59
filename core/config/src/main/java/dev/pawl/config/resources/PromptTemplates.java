package dev.pawl.config.resources;

import dev.pawl.config.text.FrontMatter;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The prompt templates that can be used, and what is wrong with others. */
public record PromptTemplates(List<PromptTemplate> all, List<Problem> problems) {
    private static final int LONGEST_DESCRIPTION = 60;

    public static PromptTemplates load(ResourceRequest request) {
        var problems = new ArrayList<Problem>();
        var byName = new LinkedHashMap<String, PromptTemplate>();
        for (var file : ResourceFinder.find(request, ResourceKind.PROMPT, problems)) {
            var template = read(file, problems);
            var first = template == null ? null : byName.putIfAbsent(template.name(), template);
            if (template != null && first != null) {
                problems.add(Problem.warning(
                        template.path(),
                        "is not used, because another prompt template is called /" + template.name() + ", too: "
                                + first.path()));
            }
        }
        return new PromptTemplates(List.copyOf(byName.values()), List.copyOf(problems));
    }

    public @Nullable PromptTemplate find(String name) {
        for (var template : all) {
            if (template.name().equals(name)) {
                return template;
            }
        }
        return null;
    }

    /** Puts the template in the place of {@code /name arguments}. Any other text stays as it is. */
    public String expand(String text) {
        if (!text.startsWith("/")) {
            return text;
        }
        int end = 1;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        var template = find(text.substring(1, end));
        return template == null ? text : template.expand(text.substring(end));
    }

    private static @Nullable PromptTemplate read(ResourceFile file, List<Problem> problems) {
        var path = file.path();
        FrontMatter matter;
        try {
            matter = FrontMatter.parse(TextFile.read(path, null, problems));
        } catch (IOException e) {
            problems.add(Problem.warning(path, "this prompt template cannot be read: " + TextFile.why(e) + "."));
            return null;
        }
        for (var complaint : matter.complaints()) {
            problems.add(Problem.warning(path, complaint));
        }
        var name = path.getFileName().toString();
        var description = matter.text("description");
        return new PromptTemplate(
                name.substring(0, name.length() - ResourceKind.PROMPT.suffix.length()),
                description == null || description.isBlank() ? firstLine(matter.body()) : description.strip(),
                matter.text("argument-hint"),
                matter.body(),
                path,
                file.source());
    }

    private static String firstLine(String body) {
        for (var line : body.split("\n")) {
            var text = line.strip();
            if (!text.isEmpty()) {
                return text.codePointCount(0, text.length()) <= LONGEST_DESCRIPTION
                        ? text
                        : text.substring(0, text.offsetByCodePoints(0, LONGEST_DESCRIPTION)) + "...";
            }
        }
        return "";
    }
}

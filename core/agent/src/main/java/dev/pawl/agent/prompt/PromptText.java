package dev.pawl.agent.prompt;

import dev.pawl.agent.setup.Resources;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.base.MarkupText;
import dev.pawl.config.resources.ContextFiles;
import dev.pawl.config.resources.PromptFiles;
import dev.pawl.config.resources.Skill;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes the sections of the system prompt. */
public final class PromptText {
    private static final List<String> CLOSING =
            List.of("Be concise.", "Name files by their paths when you speak of them.");
    private static final String SHELL_HINT = "Look around with shell commands such as ls, rg and find.";

    private PromptText() {}

    /** Returns the sections for tools and resources, each as plain text under its name. */
    public static Map<String, String> sections(
            Resources resources, List<Tool> tools, List<String> guidelines, Path cwd) {
        var sections = new LinkedHashMap<String, String>();
        var own = resources.prompts().system();
        if (own != null) {
            sections.put("preamble", own.text().strip());
        } else {
            sections.put("preamble", text("preamble.md"));
            sections.put("tools", tools(tools));
            sections.put("rules", rules(tools, guidelines));
            sections.put("docs", text("docs.md"));
        }
        var added = resources.prompts().append();
        if (!added.isEmpty()) {
            sections.put(
                    "addendum",
                    String.join(
                            "\n\n",
                            added.stream()
                                    .map(PromptFiles.Source::text)
                                    .map(String::strip)
                                    .toList()));
        }
        var files = resources.contextFiles().files();
        if (!files.isEmpty()) {
            sections.put("project_context", projectContext(files));
        }
        var skills = resources.skills().forModel();
        boolean readable = tools.stream()
                .anyMatch(tool -> tool.name().equals("read") || tool.name().equals("bash"));
        if (!skills.isEmpty() && readable) {
            sections.put("skills", skills(skills));
        }
        sections.put("cwd", cwd.toString().replace('\\', '/'));
        return sections;
    }

    /** Returns a section as it is in the prompt. */
    static String wrapped(String name, String text) {
        return name.equals("preamble") ? text : "<" + name + ">\n" + text + "\n</" + name + ">";
    }

    public static Map<String, String> wrapped(Map<String, String> sections) {
        var wrapped = new LinkedHashMap<String, String>();
        sections.forEach((name, text) -> {
            if (!text.isBlank()) {
                wrapped.put(name, wrapped(name, text));
            }
        });
        return wrapped;
    }

    /** Returns the parts as hooks see them. */
    static SystemPromptOptions options(
            Map<String, String> sections, Resources resources, List<Tool> tools, List<String> guidelines) {
        var snippets = new LinkedHashMap<String, String>();
        for (var tool : tools) {
            if (tool.traits().promptSnippet() != null) {
                snippets.put(tool.name(), oneLine(tool.traits().promptSnippet()));
            }
        }
        var files = new LinkedHashMap<String, String>();
        resources.contextFiles().files().forEach(file -> files.put(file.path().toString(), file.content()));
        return new SystemPromptOptions(
                sections,
                tools.stream().map(Tool::name).toList(),
                snippets,
                guidelines,
                files,
                resources.skills().forModel().stream().map(Skill::name).toList());
    }

    private static String tools(List<Tool> tools) {
        var lines = new ArrayList<String>();
        for (var tool : tools) {
            if (tool.traits().promptSnippet() != null) {
                lines.add("- " + tool.name() + ": " + oneLine(tool.traits().promptSnippet()));
            }
        }
        return (lines.isEmpty() ? "(none)" : String.join("\n", lines)) + "\n\n" + text("more-tools.md");
    }

    private static String rules(List<Tool> tools, List<String> guidelines) {
        var names = tools.stream().map(Tool::name).toList();
        var rules = new LinkedHashSet<String>();
        if (names.contains("bash") && !names.contains("grep") && !names.contains("find") && !names.contains("ls")) {
            rules.add(SHELL_HINT);
        }
        tools.forEach(tool -> tool.traits().promptGuidelines().forEach(rule -> rules.add(rule.strip())));
        guidelines.forEach(rule -> rules.add(rule.strip()));
        rules.addAll(CLOSING);
        rules.remove("");
        return "- " + String.join("\n- ", rules);
    }

    private static String projectContext(List<ContextFiles.ContextFile> files) {
        var text = new StringBuilder("The project and its people say how to work here:");
        for (var file : files) {
            text.append("\n\n<project_instructions path=\"")
                    .append(MarkupText.escaped(file.path().toString()))
                    .append("\">\n");
            text.append(file.content().strip()).append("\n</project_instructions>");
        }
        return text.toString();
    }

    private static String skills(List<Skill> skills) {
        var text = new StringBuilder("Instructions for particular kinds of work. Read the file of a skill before you do"
                + " what it describes; relative paths in it start at its folder.\n\n<available_skills>");
        for (var skill : skills) {
            text.append("\n<skill><name>")
                    .append(MarkupText.escaped(skill.name()))
                    .append("</name><description>");
            text.append(MarkupText.escaped(skill.description())).append("</description><location>");
            text.append(MarkupText.escaped(skill.location())).append("</location></skill>");
        }
        return text.append("\n</available_skills>").toString();
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private static String text(String resource) {
        try (var in = Objects.requireNonNull(PromptText.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

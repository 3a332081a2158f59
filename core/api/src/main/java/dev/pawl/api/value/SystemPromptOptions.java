package dev.pawl.api.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts that the system prompt is made of: named sections, the tools in it, and rules. */
public record SystemPromptOptions(
        Map<String, String> sections,
        List<String> selectedTools,
        Map<String, String> toolSnippets,
        List<String> promptGuidelines,
        Map<String, String> contextFiles,
        List<String> skills) {
    public SystemPromptOptions {
        sections = Collections.unmodifiableMap(new LinkedHashMap<>(sections));
        toolSnippets = Collections.unmodifiableMap(new LinkedHashMap<>(toolSnippets));
        contextFiles = Collections.unmodifiableMap(new LinkedHashMap<>(contextFiles));
        selectedTools = List.copyOf(selectedTools);
        promptGuidelines = List.copyOf(promptGuidelines);
        skills = List.copyOf(skills);
    }

    public SystemPromptOptions withSection(String name, String text) {
        var changed = new LinkedHashMap<>(sections);
        changed.put(name, text);
        return with(changed);
    }

    public SystemPromptOptions withoutSection(String name) {
        var changed = new LinkedHashMap<>(sections);
        changed.remove(name);
        return with(changed);
    }

    public SystemPromptOptions withSelectedTools(List<String> selectedTools) {
        return new SystemPromptOptions(
                sections, List.copyOf(selectedTools), toolSnippets, promptGuidelines, contextFiles, skills);
    }

    public SystemPromptOptions withGuideline(String guideline) {
        var changed = new java.util.ArrayList<>(promptGuidelines);
        changed.add(guideline);
        return new SystemPromptOptions(
                sections, selectedTools, toolSnippets, List.copyOf(changed), contextFiles, skills);
    }

    public static SystemPromptOptions empty() {
        return new SystemPromptOptions(Map.of(), List.of(), Map.of(), List.of(), Map.of(), List.of());
    }

    private SystemPromptOptions with(LinkedHashMap<String, String> changed) {
        return new SystemPromptOptions(
                Collections.unmodifiableMap(changed),
                selectedTools,
                toolSnippets,
                promptGuidelines,
                contextFiles,
                skills);
    }
}

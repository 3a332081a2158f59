package dev.pawl.cli;

import java.util.List;

/** A list of tools as it is written: names, which replace a list, or changes ({@code +grep,-bash}) of one. */
public record ToolNames(List<String> names) {
    public ToolNames {
        names = List.copyOf(names);
    }

    public boolean isChanges() {
        return !names.isEmpty() && names.stream().allMatch(ToolNames::isChange);
    }

    boolean isMixed() {
        return !names.isEmpty() && !isChanges() && names.stream().anyMatch(ToolNames::isChange);
    }

    private static boolean isChange(String name) {
        return name.startsWith("+") || name.startsWith("-");
    }
}

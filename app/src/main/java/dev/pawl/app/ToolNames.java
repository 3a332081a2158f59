package dev.pawl.app;

import java.util.List;

/** A list of tools as it is written: names, which replace a list, or changes ({@code +grep,-bash}) of one. */
record ToolNames(List<String> names) {
    ToolNames {
        names = List.copyOf(names);
    }

    boolean isChanges() {
        return !names.isEmpty() && names.stream().allMatch(ToolNames::isChange);
    }

    boolean isMixed() {
        return !isChanges() && names.stream().anyMatch(ToolNames::isChange);
    }

    private static boolean isChange(String name) {
        return name.startsWith("+") || name.startsWith("-");
    }
}

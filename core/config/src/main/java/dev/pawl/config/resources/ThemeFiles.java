package dev.pawl.config.resources;

import dev.pawl.config.text.Problem;
import java.util.ArrayList;
import java.util.List;

/** The files that may hold themes; they are read when the screen is drawn. */
public record ThemeFiles(List<ResourceFile> files, List<Problem> problems) {
    public static ThemeFiles load(ResourceRequest request) {
        var problems = new ArrayList<Problem>();
        var files = ResourceFinder.find(request, ResourceKind.THEME, problems);
        return new ThemeFiles(List.copyOf(files), List.copyOf(problems));
    }
}

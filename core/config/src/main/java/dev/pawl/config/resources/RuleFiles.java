package dev.pawl.config.resources;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.FrontMatter;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that a user and a project have for what a model writes, from {@code rules/*.md}. */
public record RuleFiles(List<RuleFile> all, List<Problem> problems) {
    public static final RuleFiles NONE = new RuleFiles(List.of(), List.of());

    private static final String SUFFIX = ".md";

    /**
     * One rule.
     *
     * @param name the name of its file
     * @param content the message to the model when it breaks the rule
     * @param trigger a regular expression over what the model writes; null for a rule that watches nothing
     */
    public record RuleFile(
            String name,
            Path path,
            String content,
            List<String> globs,
            boolean alwaysApply,
            @Nullable String description,
            @Nullable String trigger) {}

    /** The project's rules, if it is trusted, and the user's; of two with one name the project's counts. */
    public static RuleFiles load(Folders folders, boolean projectTrusted) {
        var problems = new ArrayList<Problem>();
        var byName = new LinkedHashMap<String, RuleFile>();
        if (projectTrusted) {
            read(folders.projectDir().resolve("rules"), folders.confines(folders.cwd()), byName, problems);
        }
        read(folders.agentDir().resolve("rules"), null, byName, problems);
        return byName.isEmpty() && problems.isEmpty()
                ? NONE
                : new RuleFiles(List.copyOf(byName.values()), List.copyOf(problems));
    }

    private static void read(
            Path folder, @Nullable Path within, LinkedHashMap<String, RuleFile> byName, List<Problem> problems) {
        var files = new ArrayList<Path>();
        try (var found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            found.forEach(files::add);
        } catch (NoSuchFileException | NotDirectoryException _) {
            return;
        } catch (IOException e) {
            problems.add(Problem.warning(folder, "the rules in it cannot be read: " + TextFile.why(e) + "."));
            return;
        }
        files.sort(null);
        for (var file : files) {
            var rule = read(file, within, problems);
            if (rule != null) {
                byName.putIfAbsent(rule.name(), rule);
            }
        }
    }

    private static @Nullable RuleFile read(Path file, @Nullable Path within, List<Problem> problems) {
        FrontMatter matter;
        try {
            matter = FrontMatter.parse(TextFile.read(file, within, problems));
        } catch (IOException e) {
            problems.add(Problem.warning(file, "this rule cannot be read: " + TextFile.why(e) + "."));
            return null;
        }
        matter.complaints().forEach(complaint -> problems.add(Problem.warning(file, complaint)));
        var name = file.getFileName().toString();
        return new RuleFile(
                name.substring(0, name.length() - SUFFIX.length()),
                file,
                matter.body(),
                matter.texts("globs"),
                matter.flag("alwaysApply"),
                matter.text("description"),
                matter.text("ttsr_trigger"));
    }
}

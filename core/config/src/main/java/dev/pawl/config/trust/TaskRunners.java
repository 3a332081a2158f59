package dev.pawl.config.trust;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Programs that run tasks of a project by name, and the files in which these stand. */
final class TaskRunners {
    private static final Set<String> OF_NODE =
            Set.of("npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx", "tsx", "ts-node");
    private static final List<String> NODE_FILES = List.of(
            "package.json",
            ".npmrc",
            "package-lock.json",
            "npm-shrinkwrap.json",
            "yarn.lock",
            ".yarnrc",
            ".yarnrc.yml",
            ".pnp.cjs",
            ".pnp.loader.mjs",
            "pnpm-lock.yaml",
            "pnpm-workspace.yaml",
            ".pnpmfile.cjs",
            "bun.lock",
            "bunfig.toml",
            "tsconfig.json");
    private static final List<String> PYTHON_FILES = List.of(
            "pyproject.toml", "uv.lock", "uv.toml", "poetry.lock", "Pipfile", "Pipfile.lock", "tox.ini", "noxfile.py");

    private static final Map<String, List<String>> FILES = Map.ofEntries(
            Map.entry("make", List.of("GNUmakefile", "makefile", "Makefile")),
            Map.entry("gmake", List.of("GNUmakefile", "makefile", "Makefile")),
            Map.entry("just", List.of("justfile", "Justfile", ".justfile")),
            Map.entry("task", List.of("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml")),
            Map.entry("rake", List.of("Rakefile", "rakefile", "Rakefile.rb", "Gemfile", "Gemfile.lock", ".bundle")),
            Map.entry("bundle", List.of("Gemfile", "Gemfile.lock", ".bundle", "Rakefile")),
            Map.entry("deno", List.of("deno.json", "deno.jsonc", "deno.lock", "package.json")),
            Map.entry("cargo", List.of("Cargo.toml", "Cargo.lock", "build.rs", ".cargo", "rust-toolchain.toml")),
            Map.entry("mvn", List.of("pom.xml", ".mvn")),
            Map.entry("mvnw", List.of("pom.xml", ".mvn")),
            Map.entry("gradle", gradle()),
            Map.entry("gradlew", gradle()),
            Map.entry("docker", List.of("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml")),
            Map.entry("go", List.of("go.mod", "go.sum", "go.work")),
            Map.entry("pytest", List.of("conftest.py", "pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")),
            Map.entry("ant", List.of("build.xml")),
            Map.entry("composer", List.of("composer.json", "composer.lock")),
            Map.entry("pre-commit", List.of(".pre-commit-config.yaml")),
            Map.entry("lefthook", List.of("lefthook.yml", ".lefthook.yml")),
            Map.entry("mise", List.of("mise.toml", ".mise.toml", ".tool-versions")),
            Map.entry("uv", PYTHON_FILES),
            Map.entry("poetry", PYTHON_FILES),
            Map.entry("pipenv", PYTHON_FILES),
            Map.entry("hatch", PYTHON_FILES),
            Map.entry("tox", PYTHON_FILES),
            Map.entry("nox", PYTHON_FILES));

    private static final Pattern WORD = Pattern.compile("[\\w.-]+");

    /**
     * One of these programs.
     *
     * @param files the files and folders that it reads
     * @param ofNode whether it runs programs of installed packages
     */
    record Runner(List<String> files, boolean ofNode) {}

    private TaskRunners() {}

    private static List<String> gradle() {
        return List.of(
                "build.gradle",
                "build.gradle.kts",
                "settings.gradle",
                "settings.gradle.kts",
                "gradle.properties",
                "gradle");
    }

    /** Those that a text names. */
    static List<Runner> in(String text) {
        var found = new ArrayList<Runner>();
        var words = WORD.matcher(text).results().map(word -> word.group()).toList();
        for (var word : Set.copyOf(words)) {
            var files = FILES.get(word);
            if (OF_NODE.contains(word)) {
                found.add(new Runner(NODE_FILES, true));
            } else if (files != null) {
                var all = new ArrayList<>(files);
                words.stream()
                        .filter(named -> named.matches(".*\\.(mk|mak|make)|.*[Mm]akefile.*"))
                        .forEach(all::add);
                found.add(new Runner(all, false));
            }
        }
        return found;
    }

    /** Whether a file holds tasks whose lines a shell runs. */
    static boolean isFile(Path path) {
        var name = String.valueOf(path.getFileName());
        return name.matches(".*[Mm]akefile.*|.*\\.(mk|mak|make|toml|ya?ml)")
                || FILES.values().stream().anyMatch(files -> files.contains(name));
    }
}

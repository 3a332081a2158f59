package dev.pawl.config.trust;

import dev.pawl.api.shell.Word;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a command reads without running it: files by which a gate decides, and the configuration of programs that check. */
final class ReadFiles {
    /** A program of awk or sed that starts others. */
    private static final Pattern STARTS = Pattern.compile(
            "\\bsystem\\s*\\(|\\|\\s*(?:getline|&?\\s*\")|\\be\\b\\s*$|/[gp0-9]*e[gp0-9]*$|\\d\\s*e\\s");

    /** An option of awk, jq or sed in front of a file with its program. */
    private static final Pattern OF_A_PROGRAM =
            Pattern.compile("(?:-[a-zA-Z]*[filE]|--(?:file|from-file|include|load|exec)=?)([^=]*)", Pattern.DOTALL);

    private final Reach reach;
    private final LoadedFiles programs;
    private final ProjectTasks tasks;
    private final NamedFiles names;
    private final List<Word> words;
    private final Set<Path> bases;

    /**
     * @param words of the command
     * @param bases the folders in which it may run
     */
    ReadFiles(ShellCommands shell, List<Word> words, Set<Path> bases) {
        this.reach = shell.reach;
        this.programs = shell.programs;
        this.tasks = shell.tasks;
        this.names = new NamedFiles(reach);
        this.words = words;
        this.bases = bases;
    }

    /** Of a program that only reads, the files that its words name decide; patterns of awk and jq may name more. */
    void reads(String program, String arguments) {
        if (program.matches("g?awk|mawk|jq|yq|sed")) {
            programs();
            for (var word : words) {
                if (!program.matches("jq|yq") && STARTS.matcher(word.text()).find()) {
                    reach.unknown(program + " with a program that runs others");
                }
                ProgramText.names(word.text().replace(";", "\n")).forEach(name -> programs.file(bases, name));
                for (var part : word.text().split("[\\s\"'();,<>|]+", -1)) {
                    decided(part);
                }
            }
        }
        if (reach.decides && KnownPrograms.evaluates(program, arguments)) {
            reach.unknown(program + " with a word that runs a command");
        }
        if (reach.decides && !program.matches("echo|printf|mkdir|rm|rmdir|touch|cd|pushd|kill")) {
            words.subList(1, words.size()).forEach(this::named);
        }
    }

    /** What the files name in which such a program is written. */
    private void programs() {
        for (int i = 1; i < words.size(); i++) {
            var file = OF_A_PROGRAM.matcher(words.get(i).text());
            if (file.matches()) {
                boolean next = file.group(1).isEmpty() && i + 1 < words.size();
                programs.file(bases, next ? words.get(i + 1).text() : file.group(1));
            }
        }
    }

    /** A program that checks files by its configuration. */
    void checks(String program) {
        reach.elsewhere(program);
        tasks.installed(program);
        if (!reach.decides) {
            LoadedFiles.children(reach.project, name -> name.matches("\\.?" + Pattern.quote(program) + ".*"))
                    .forEach(file -> reach.add(file, Extent.FILE));
            return;
        }
        tasks.configured();
        if (program.equals("cargo")) {
            reach.add(reach.project.resolve(".cargo"), Extent.WHOLE);
        }
        for (int i = 1; i < words.size(); i++) {
            var before = words.get(i - 1).text();
            boolean project = before.matches("-p|--project");
            boolean value = before.startsWith("-") && !KnownPrograms.isFlagOfChecker(before);
            reach.found(bases, words.get(i), path -> {
                if (Files.isRegularFile(path)) {
                    reach.add(path, Extent.FILE);
                    if (LoadedFiles.isScript(path) && value) {
                        programs.program(path);
                    }
                } else if (Files.isDirectory(path) && (project || value)) {
                    reach.add(path, project ? Extent.CONFIGURATION : Extent.WHOLE);
                }
            });
        }
    }

    /** A piece of a program in another language that may name a file. */
    private void decided(String part) {
        reach.each(bases, part, path -> {
            if (Files.isRegularFile(path)) {
                reach.add(path, Extent.FILE);
            }
        });
    }

    /** A word that may name what a program loads, or decides by, also if it is not there yet. */
    void named(Word word) {
        if (reach.decides && word.known() && !word.exact()) {
            names.pattern(word.text(), bases);
        }
        reach.found(bases, word, path -> {
            if (Files.isRegularFile(path)) {
                reach.add(path, Extent.FILE);
                if (LoadedFiles.isScript(path)) {
                    programs.program(path);
                }
            } else if (reach.decides && Files.isDirectory(path) && !reach.isProject(path)) {
                if (!words.getFirst().text().matches("test|\\[")) { // They tell only whether it is there.
                    reach.add(path, Extent.WHOLE);
                }
            } else if (reach.decides && word.exact()) {
                names.mayCome(path);
            }
        });
    }
}

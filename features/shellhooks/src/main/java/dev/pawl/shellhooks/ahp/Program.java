package dev.pawl.shellhooks.ahp;

import dev.pawl.tools.shell.PipedPrograms;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * The program of a backend. It is started directly and not by a shell.
 *
 * @param words the program and its arguments, with what is put around them when it is started
 * @param cwd the folder in which it works
 * @param programs runs programs with the few variables that those of backends inherit
 */
record Program(Supplier<List<String>> words, Path cwd, PipedPrograms programs) {}

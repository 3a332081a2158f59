/**
 * Parses command lines. {@link Option}, {@link Subcommand} and {@link SlashCommand} are the tables from which
 * parser, help and completions are made; {@link CommandLine} is the parsed and immutable result. {@link Streams}
 * separates the answer on standard output from everything else, and a {@link Refusal} ends the program with a
 * sentence.
 */
package dev.pawl.cli;

/**
 * Analyses shell command lines: the programs that they run and the files that they name. {@link CommandLine} is the
 * result, and {@code CommandReader} computes it; the tables of programs and options describe the commands that only
 * read.
 */
package dev.pawl.policy.command;

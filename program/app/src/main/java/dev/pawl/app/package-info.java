/**
 * Starts the program. {@link Main} answers {@code --version} and {@code --help} without loading anything else;
 * {@link Invocation} hands every other command line to the module that runs it.
 */
package dev.pawl.app;

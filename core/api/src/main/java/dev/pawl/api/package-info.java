/**
 * The vocabulary of hooks and its entry points. Begin with {@link HookPoints}, the list of all moments at which hooks
 * are called. A {@link Hook} registers its handlers, tools and commands with a {@link Host}.
 */
package dev.pawl.api;

/** Installs and loads packages of hooks, skills, prompt templates and themes. Begin with {@link Packages}. */
package dev.pawl.packages;

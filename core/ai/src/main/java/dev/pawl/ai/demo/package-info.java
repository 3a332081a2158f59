/**
 * A small model that needs neither key nor network, for trying the program. {@link DemoProvider} offers it;
 * {@code Tour} decides on its answers.
 */
package dev.pawl.ai.demo;

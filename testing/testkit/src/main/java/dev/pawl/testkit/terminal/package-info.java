/** A terminal in memory. Begin with {@link VirtualTerminal}. */
package dev.pawl.testkit.terminal;

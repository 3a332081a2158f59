/**
 * Values that commands and tools can use and that nothing shows. {@link dev.pawl.tools.secret.Secrets} is what an agent
 * asks about them.
 */
@org.jspecify.annotations.NullMarked
package dev.pawl.tools.secret;

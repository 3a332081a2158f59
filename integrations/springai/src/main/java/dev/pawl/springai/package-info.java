/** A gate around the tool calls of Spring AI. {@link SpringAiGateAutoConfiguration} puts it in place. */
@org.jspecify.annotations.NullMarked
package dev.pawl.springai;

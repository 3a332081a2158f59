/** A gate around the tool calls of LangChain4j. {@link LangChain4jGate} is where a program begins. */
@org.jspecify.annotations.NullMarked
package dev.pawl.langchain4j;

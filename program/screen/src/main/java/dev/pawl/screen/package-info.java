/**
 * Connects a user at a terminal with an agent. {@link InteractiveRun} is one run of the program, and
 * {@link Conversation} joins the screen with the agent: prompts of the user go through {@code PromptSender}, and
 * events of the agent are drawn.
 */
package dev.pawl.screen;

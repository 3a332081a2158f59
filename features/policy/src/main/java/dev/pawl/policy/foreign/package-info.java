/**
 * Rules of other agents as rules of Pawl: {@link dev.pawl.policy.foreign.CodexRules execpolicy files of Codex} and
 * {@link dev.pawl.policy.foreign.GeminiPolicy policies of Gemini CLI}.
 */
@org.jspecify.annotations.NullMarked
package dev.pawl.policy.foreign;

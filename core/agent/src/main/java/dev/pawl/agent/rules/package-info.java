/**
 * Watches answers for text that a rule of the project forbids while they stream in. {@link RuleWatch} follows an
 * answer; {@link RequiredWords} avoids running a regular expression that cannot match.
 */
package dev.pawl.agent.rules;

/**
 * Reads the answers of hooks. {@link AnswerReader} applies the rules of a dialect, and {@link Answer} is the result
 * in one form for all dialects.
 */
package dev.pawl.shellhooks.answer;

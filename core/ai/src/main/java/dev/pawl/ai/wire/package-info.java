/**
 * The interface between requests and the APIs of providers. {@link Wire} is implemented once for each API: it encodes
 * a {@link Question}, and its {@link StreamReader} builds the answer with an {@link AnswerBuilder}. Each API has a
 * package beside this one.
 */
package dev.pawl.ai.wire;

/** Finds tools by words: {@link ToolRanking}. */
package dev.pawl.tools.ranking;

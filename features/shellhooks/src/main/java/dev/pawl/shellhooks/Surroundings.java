package dev.pawl.shellhooks;

import org.jspecify.annotations.Nullable;

/**
 * What all hooks of a program share.
 *
 * @param status what they show beside the working indicator
 * @param transcripts sessions in the lines of Claude Code; null if hooks read session files as they are
 */
record Surroundings(StatusLine status, @Nullable Transcripts transcripts) {}

package dev.pawl.api.session;

/** Why a conversation is compacted. */
public enum CompactionReason {
    MANUAL,
    THRESHOLD,
    OVERFLOW
}

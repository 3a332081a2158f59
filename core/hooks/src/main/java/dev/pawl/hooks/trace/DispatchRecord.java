package dev.pawl.hooks.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The record of what the handlers of one dispatch did, written by the thread that calls them.
 *
 * <p>A thread that is abandoned keeps its record and may still write to it; the dispatch continues with a copy.
 */
public final class DispatchRecord {
    final long[] nanos;
    final @Nullable Effect[] effects;

    @Nullable
    String[] notes = {};

    /** The text of notes once their values have been changed again. */
    private @Nullable String[] bare = {};

    boolean hadEffect;

    public DispatchRecord(int handlers) {
        this(new long[handlers], new @Nullable Effect[handlers]);
    }

    private DispatchRecord(long[] nanos, @Nullable Effect[] effects) {
        this.nanos = nanos;
        this.effects = effects;
    }

    /**
     * Adds what a handler did. Of an event that it changed, values that earlier handlers put in and this one may have
     * taken out are no longer shown.
     *
     * @param bare the note without values; null if it has none
     */
    public void add(int index, long took, Effect effect, @Nullable String note, @Nullable String bare) {
        nanos[index] = took;
        effects[index] = effect;
        hadEffect |= effect != Effect.PASSED;
        if (effect == Effect.CHANGED) {
            for (int i = 0; i < Math.min(index, this.bare.length); i++) {
                notes[i] = this.bare[i] == null ? notes[i] : this.bare[i];
            }
        }
        if (note != null) {
            notes = notes.length == 0 ? new @Nullable String[nanos.length] : notes;
            notes[index] = note;
        }
        if (bare != null) {
            this.bare = this.bare.length == 0 ? new @Nullable String[nanos.length] : this.bare;
            this.bare[index] = bare;
        }
    }

    /** Returns a copy with the handlers before an index. */
    public DispatchRecord upTo(int index) {
        var copy = new DispatchRecord(nanos.clone(), effects.clone());
        Arrays.fill(copy.effects, index, effects.length, null);
        copy.notes = notes.clone();
        copy.bare = bare.clone();
        copy.hadEffect = hadEffect;
        return copy;
    }
}

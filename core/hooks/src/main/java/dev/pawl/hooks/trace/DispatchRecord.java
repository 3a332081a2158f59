package dev.pawl.hooks.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the handlers of one dispatch did, written down by the thread that calls them.
 *
 * <p>A thread that is left behind keeps its story and may write on in it; the dispatch goes on with a copy.
 */
public final class DispatchRecord {
    final long[] nanos;
    final Trace.@Nullable Effect[] effects;

    @Nullable
    String[] notes = {};

    /** The text of notes once their values have been changed again. */
    private @Nullable String[] bare = {};

    boolean hadEffect;

    public DispatchRecord(int handlers) {
        this(new long[handlers], new Trace.@Nullable Effect[handlers]);
    }

    private DispatchRecord(long[] nanos, Trace.@Nullable Effect[] effects) {
        this.nanos = nanos;
        this.effects = effects;
    }

    public void passed(int index, long took) {
        nanos[index] = took;
        effects[index] = Trace.Effect.PASSED;
    }

    /** A handler that let the event pass and left a note about it. */
    public void passed(int index, long took, String note) {
        boolean before = hadEffect;
        add(index, took, Trace.Effect.PASSED, note);
        hadEffect = before;
    }

    public void add(int index, long took, Trace.Effect effect, @Nullable String note) {
        if (notes.length == 0) {
            notes = new @Nullable String[nanos.length];
        }
        nanos[index] = took;
        effects[index] = effect;
        notes[index] = note;
        hadEffect = true;
    }

    /**
     * A handler that changed the event: values that earlier handlers put in and this one may have taken out are not
     * shown.
     *
     * @param withoutValues the note without values; null if it has none
     */
    public void changed(int index, long took, String note, @Nullable String withoutValues) {
        for (int i = 0; i < Math.min(index, bare.length); i++) {
            notes[i] = bare[i] == null ? notes[i] : bare[i];
        }
        add(index, took, Trace.Effect.CHANGED, note);
        if (withoutValues != null) {
            bare = bare.length == 0 ? new @Nullable String[nanos.length] : bare;
            bare[index] = withoutValues;
        }
    }

    /** The story of the handlers before one. */
    public DispatchRecord upTo(int index) {
        var copy = new DispatchRecord(nanos.clone(), effects.clone());
        Arrays.fill(copy.effects, index, effects.length, null);
        copy.notes = notes.clone();
        copy.bare = bare.clone();
        copy.hadEffect = hadEffect;
        return copy;
    }
}

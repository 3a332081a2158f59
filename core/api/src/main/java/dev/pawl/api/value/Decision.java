package dev.pawl.api.value;

/** The result of a handler at a gate: continue, perhaps with a changed event, or stop here. */
public sealed interface Decision<E, S> {
    record Pass<E, S>(E event) implements Decision<E, S> {}

    record Stop<E, S>(S result) implements Decision<E, S> {}

    static <E, S> Decision<E, S> pass(E event) {
        return new Pass<>(event);
    }

    static <E, S> Decision<E, S> stop(S result) {
        return new Stop<>(result);
    }
}

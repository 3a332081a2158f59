package dev.pawl.api;

import dev.pawl.api.value.Budget;
import dev.pawl.api.value.Mode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The traits of a hook point besides its kind.
 *
 * @param awaited whether the program waits for the handlers before it goes on
 * @param checks what is done about answers that cannot be used
 */
public record PointTraits<E>(
        String name,
        Class<E> event,
        String doc,
        List<Alias<E>> aliases,
        Budget budget,
        Set<Mode> modes,
        boolean awaited,
        Checks<E> checks) {

    /**
     * The checks of answers, and the replacements for those that cannot be used.
     *
     * @param flaw what is wrong with an event a handler returned, given the event it received; null for no check
     * @param withheld the replacement for an event whose handler failed and was registered to stop then, given the
     *     event and the reason; null if that is not possible at the point
     */
    public record Checks<E>(
            @Nullable BiFunction<E, E, @Nullable String> flaw,
            @Nullable BiFunction<E, String, E> withheld) {}

    /** An older name of a point: it receives only some of the point's events. */
    public record Alias<E>(String name, Predicate<E> hears) {}

    static <E> PointTraits<E> of(String name, Class<E> event, String doc) {
        return new PointTraits<>(
                name,
                event,
                doc,
                List.of(),
                Budget.HOOK_TIMEOUT,
                EnumSet.allOf(Mode.class),
                true,
                new Checks<>(null, null));
    }

    PointTraits<E> alias(String alias, Predicate<E> hears) {
        var all = new ArrayList<>(aliases);
        all.add(new Alias<>(alias, hears));
        return new PointTraits<>(name, event, doc, List.copyOf(all), budget, modes, awaited, checks);
    }

    PointTraits<E> budget(Budget budget) {
        return new PointTraits<>(name, event, doc, aliases, budget, modes, awaited, checks);
    }

    PointTraits<E> only(Mode... modes) {
        return new PointTraits<>(name, event, doc, aliases, budget, Set.of(modes), awaited, checks);
    }

    PointTraits<E> notAwaited() {
        return new PointTraits<>(name, event, doc, aliases, budget, modes, false, checks);
    }

    PointTraits<E> checked(BiFunction<E, E, @Nullable String> flaw) {
        return with(new Checks<>(flaw, checks.withheld()));
    }

    PointTraits<E> withheld(BiFunction<E, String, E> withheld) {
        return with(new Checks<>(checks.flaw(), withheld));
    }

    private PointTraits<E> with(Checks<E> checks) {
        return new PointTraits<>(name, event, doc, aliases, budget, modes, awaited, checks);
    }
}

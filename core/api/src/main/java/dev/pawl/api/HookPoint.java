package dev.pawl.api;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.value.Budget;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A moment at which hooks are called. The kind of a point is the rule by which its handlers combine.
 *
 * @param <E> the event, an immutable record
 * @param <H> the handler, so that a lambda is checked where it is registered
 */
public sealed interface HookPoint<E, H> {
    PointTraits<E> traits();

    /** Returns the word for the kind in documents. */
    String kind();

    /** Calls one handler and puts its answer into the form that all kinds share. */
    Decision<E, ?> call(H handler, E event, HookContext ctx) throws Exception;

    /** Returns what is used instead of the answer of a handler that failed; null where such a handler is passed over. */
    @Nullable
    Decision<E, ?> failed(String reason);

    /** Returns a handler of this kind that asks one which knows the event's name only. */
    H named(NamedHandler handler);

    default String name() {
        return traits().name();
    }

    default Class<E> event() {
        return traits().event();
    }

    default List<PointTraits.Alias<E>> aliases() {
        return traits().aliases();
    }

    default Budget budget() {
        return traits().budget();
    }

    default Set<Mode> modes() {
        return traits().modes();
    }

    /** All handlers are called; none can change anything. */
    record Notice<E>(PointTraits<E> traits) implements HookPoint<E, Notice.Handler<E>> {
        @FunctionalInterface
        public interface Handler<E> {
            void handle(E event, HookContext ctx) throws Exception;
        }

        @Override
        public String kind() {
            return "notice";
        }

        @Override
        public Decision<E, ?> call(Handler<E> handler, E event, HookContext ctx) throws Exception {
            handler.handle(event, ctx);
            return Decision.pass(event);
        }

        @Override
        public @Nullable Decision<E, ?> failed(String reason) {
            return null;
        }

        @Override
        public Handler<E> named(NamedHandler handler) {
            return handler::handle;
        }
    }

    /** Each handler receives what the one before returned. */
    record Chain<E>(PointTraits<E> traits) implements HookPoint<E, Chain.Handler<E>> {
        @FunctionalInterface
        public interface Handler<E> {
            E handle(E event, HookContext ctx) throws Exception;
        }

        @Override
        public String kind() {
            return "chain";
        }

        @Override
        public Decision<E, ?> call(Handler<E> handler, E event, HookContext ctx) throws Exception {
            return Decision.pass(Objects.requireNonNull(handler.handle(event, ctx), "the handler returned null"));
        }

        @Override
        public @Nullable Decision<E, ?> failed(String reason) {
            return null;
        }

        @Override
        public Handler<E> named(NamedHandler handler) {
            return (event, ctx) -> {
                var answer = handler.handle(event, ctx);
                return answer == null ? event : cast(this, answer);
            };
        }
    }

    /**
     * The first handler to stop ends it; until then what one passes on is what the next one gets.
     *
     * @param whenFailed the result in place of a failed handler's answer (a closed gate); null passes over it (open)
     */
    record Gate<E, S>(PointTraits<E> traits, @Nullable Function<String, S> whenFailed)
            implements HookPoint<E, Gate.Handler<E, S>> {
        @FunctionalInterface
        public interface Handler<E, S> {
            Decision<E, S> handle(E event, HookContext ctx) throws Exception;
        }

        public boolean closed() {
            return whenFailed != null;
        }

        @Override
        public String kind() {
            return closed() ? "closed gate" : "open gate";
        }

        @Override
        public Decision<E, ?> call(Handler<E, S> handler, E event, HookContext ctx) throws Exception {
            return Objects.requireNonNull(handler.handle(event, ctx), "the handler returned null");
        }

        @Override
        public @Nullable Decision<E, ?> failed(String reason) {
            return whenFailed == null ? null : Decision.stop(whenFailed.apply(reason));
        }

        @Override
        @SuppressWarnings("unchecked") // A stop's result is of the type that the event's own methods make.
        public Handler<E, S> named(NamedHandler handler) {
            return (event, ctx) -> {
                var answer = handler.handle(event, ctx);
                return switch (answer) {
                    case null -> Decision.pass(event);
                    case Decision<?, ?> decision -> (Decision<E, S>) decision;
                    default -> Decision.pass(cast(this, answer));
                };
            };
        }
    }

    private static <E> E cast(HookPoint<E, ?> point, Object answer) {
        if (!point.event().isInstance(answer)) {
            throw new ClassCastException("a handler of " + point.name() + " must return a "
                    + point.event().getSimpleName() + ", not a "
                    + answer.getClass().getSimpleName());
        }
        return point.event().cast(answer);
    }
}

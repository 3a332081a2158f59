package dev.pawl.hooks.dispatch;

import dev.pawl.api.HookPoint;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.remote.RemoteHandler;
import dev.pawl.hooks.remote.RemoteHandlers.Round;
import java.util.ArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One message to another process about an event, and the handlers that it names. */
final class RemoteCalls {
    private final Round round;
    private final int[] indexes;

    private RemoteCalls(Round round, int[] indexes) {
        this.round = round;
        this.indexes = indexes;
    }

    /**
     * Sends an event to the handler at an index, and to those after it that may get it in the same form.
     *
     * @param alone whether only the first one gets it
     * @param now the step that the event is at, whenever it is asked for
     */
    static <E> RemoteCalls send(Registration<E, ?>[] handlers, int first, E event, boolean alone, Supplier<Step<E>> now)
            throws Exception {
        var named = new ArrayList<RemoteHandler>();
        var indexes = new int[handlers.length - first];
        for (int i = first; i < handlers.length && !(alone && i > first); i++) {
            var handler = handlers[i].remote();
            if (i > first && !handlers[i].accepts().test(event)) {
                continue;
            }
            if (handler == null || (i > first && handlers[i].hook().refusal(isGate(handlers[i])) != null)) {
                break;
            }
            indexes[named.size()] = i;
            named.add(handler);
        }
        var round = named.getFirst()
                .process()
                .call(named, event, place -> handlers[indexes[place]].hook().context(now.get()));
        return new RemoteCalls(round, indexes);
    }

    private static boolean isGate(Registration<?, ?> handler) {
        return handler.point() instanceof HookPoint.Gate;
    }

    /** Waits for the answer of the handler at an index; {@link Round#NOT_CALLED} if the message does not name it. */
    @Nullable
    Object answer(int index) throws Exception {
        for (int place = 0; place < round.size(); place++) {
            if (indexes[place] == index) {
                return round.answer(place);
            }
        }
        return Round.NOT_CALLED;
    }

    void end() {
        round.end();
    }
}

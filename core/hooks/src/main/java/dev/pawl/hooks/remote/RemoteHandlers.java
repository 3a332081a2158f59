package dev.pawl.hooks.remote;

import dev.pawl.api.NamedHandler;
import dev.pawl.api.context.HookContext;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The handlers in another process. Those that follow each other at an event are called with one message: the process
 * calls each as soon as the one before it has returned nothing.
 */
public interface RemoteHandlers {
    /**
     * Sends an event to handlers and returns without waiting for their answers.
     *
     * @param handlers the handlers in their order, none of which was registered under another event's name
     * @param contexts the context of a handler, by its place in the list; asked for whenever that handler does something
     */
    Round call(List<Handler> handlers, Object event, IntFunction<HookContext> contexts) throws Exception;

    /** A handler in another process. */
    interface Handler extends NamedHandler {
        /** Returns the handlers of its process. */
        RemoteHandlers process();

        @Override
        default @Nullable Object handle(Object event, HookContext ctx) throws Exception {
            var round = process().call(List.of(this), event, _ -> ctx);
            try {
                return round.answer(0);
            } finally {
                round.end();
            }
        }
    }

    /** One event at some handlers. */
    interface Round {
        /** The answer of a handler that was not called, because one before it has answered. */
        Object NOT_CALLED = new Object();

        /** Returns how many of the handlers are called: the first ones, at least one. */
        int size();

        /**
         * Waits for the answer of a handler. Answers are asked for in their order. An interruption cancels the handler,
         * and the one after it is called.
         *
         * @return null if it returned nothing, {@link #NOT_CALLED}, or what {@code NamedHandler} allows; another answer
         *     than null ends the round
         * @throws RemoteFailure if the handler failed, which ends the round
         */
        @Nullable
        Object answer(int place) throws Exception;

        /** Ends the round, at the latest when the event is over: handlers that have not begun are not called. */
        void end();
    }
}

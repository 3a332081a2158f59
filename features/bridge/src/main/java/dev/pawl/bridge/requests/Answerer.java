package dev.pawl.bridge.requests;

import org.jspecify.annotations.Nullable;

/** Does what one method of the protocol is for, and returns the answer. */
@FunctionalInterface
interface Answerer {
    @Nullable
    Object answer(ExtensionRequest ask) throws Exception;
}

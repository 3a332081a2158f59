package dev.pawl.bridge;

import dev.pawl.base.Lane;
import java.time.Duration;

/** An extension as its own requests need it. */
interface Extension extends ExtensionCalls {
    /** Registers with the host what the extension brings; refused before the extension is installed. */
    Registrar registrar();

    /** What the extension reports without waiting is done here, in its order. */
    Lane lane();

    /** Waits at most so long for what the extension reported since it was last called. */
    void settle(Duration atMost) throws InterruptedException;

    void stopListening(long function);

    Mirror mirror();
}

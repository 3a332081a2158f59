package dev.pawl.bridge.requests;

import dev.pawl.base.Lane;
import dev.pawl.bridge.forms.ContextSnapshot;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.register.Registrar;
import java.time.Duration;

/** An extension as its own requests need it. */
public interface Extension extends ExtensionCalls {
    /** Registers with the host what the extension brings; refused before the extension is installed. */
    Registrar registrar();

    /** What the extension reports without waiting is done here, in its order. */
    Lane lane();

    /** Waits at most so long for what the extension reported since it was last called. */
    void settle(Duration atMost) throws InterruptedException;

    void stopListening(long function);

    ContextSnapshot mirror();
}

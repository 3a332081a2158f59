package dev.pawl.bridge.requests;

import dev.pawl.base.Lane;
import dev.pawl.bridge.forms.ContextSnapshot;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.Method;
import dev.pawl.bridge.register.Registrar;
import java.util.List;

/** An extension as its own requests need it. */
public interface Extension extends ExtensionCalls {
    /** Registers with the host what the extension brings; refused before the extension is installed. */
    Registrar registrar();

    /** Works on something that the extension reports, after what it reported before, and returns at once. */
    void whenDue(Method method, Lane.Task task);

    /** Waits until what the extension reported since it was last called is done. */
    void settle() throws InterruptedException;

    void stopListening(long function);

    /** The words of a program that it starts, with what is put around the programs of hooks of its kind. */
    List<String> around(List<String> words);

    ContextSnapshot mirror();
}

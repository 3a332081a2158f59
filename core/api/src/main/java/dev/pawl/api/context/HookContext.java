package dev.pawl.api.context;

import dev.pawl.api.Hook;
import dev.pawl.api.Host;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.StaleContextException;

/**
 * The access of a hook to the session that it runs in, in six parts.
 *
 * {@snippet :
 * pi.on(TURN_END, (turn, ctx) -> {
 *     var usage = ctx.session().contextUsage();
 *     if (usage != null && usage.percent() != null && usage.percent() > 80) {
 *         ctx.ui().notify("The window is nearly full");
 *     }
 *     return turn;
 * });
 * }
 *
 * <p>A context is valid from the moment at which the hook is bound to a session, which {@code session_start} reports,
 * until that session is replaced or the hook is loaded again. Afterwards every method of its parts throws a
 * {@link StaleContextException}, also of a part that was kept. While {@link Hook#install} runs there is no session: use
 * the {@link Host}. All parts may be used on any thread, and each call answers from the session as it is then.
 */
public interface HookContext {
    /** Returns the session: what it contains, what hooks write into it, and its state. */
    OpenSession session();

    /** Returns the models: all that there are, and the one in use. */
    SessionModels models();

    /** Returns the tools of the model, and the slash commands of the user. */
    Tools tools();

    /** Returns the messages that the model sees, to be read and added to. */
    Messages messages();

    /** Returns the user in front of the program, to show something and to ask. */
    Ui ui();

    /** Returns the place in which the program works: a folder, its settings, and programs to run there. */
    Project project();
}

package dev.pawl.agent.setup;

import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import java.util.function.Consumer;

/**
 * The other side of an agent: the user, or a client program.
 *
 * @param notices receives sentences for the user: problems with hooks, settings, models
 * @param shutdown called when a hook asks the program to end
 */
public record Frontend(Ui ui, Mode mode, Consumer<String> notices, Runnable shutdown) {}

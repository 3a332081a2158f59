package dev.pawl.policy.sandbox;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.value.Mode;

/** Runs commands of clients in the sandbox as well; commands that the user types on the screen run outside. */
public final class SandboxHook implements Hook {
    private final BashOperations inside;

    public SandboxHook(BashOperations inside) {
        this.inside = inside;
    }

    @Override
    public void install(Host pi) {
        pi.on(
                HookPoints.USER_BASH,
                (command, ctx) -> ctx.mode() == Mode.TUI ? command.proceed() : command.runWith(inside));
    }
}

package dev.pawl.agent;

import static dev.pawl.api.HookPoints.SESSION_START;

import dev.pawl.api.Hook;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.VirtualModel.Route;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Virtual models that hooks of scenarios bring. */
final class Routers {
    private Routers() {}

    static VirtualModel auto(VirtualModel.Router router) {
        return new VirtualModel(
                "router",
                "auto",
                "Auto",
                List.of(ThinkingLevel.OFF, ThinkingLevel.HIGH),
                50_000L,
                1_000L,
                Set.of(),
                router);
    }

    /** A hook that brings a virtual model and has the session use it. */
    static Hook using(VirtualModel.Router router) {
        return pi -> {
            pi.virtualModel(auto(router));
            pi.on(SESSION_START, (start, ctx) -> {
                if (start.reason() == SessionStart.Reason.STARTUP) {
                    ctx.models().select(model(ctx, "router", "auto"));
                }
            });
        };
    }

    static Model model(HookContext ctx, String provider, String id) {
        return Objects.requireNonNull(ctx.models().find(provider, id), () -> "no model " + provider + "/" + id);
    }

    static Route to(HookContext ctx, String id) {
        return new Route(model(ctx, "scripted", id), ThinkingLevel.OFF, null);
    }
}

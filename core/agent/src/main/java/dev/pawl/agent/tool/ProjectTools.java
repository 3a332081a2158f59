package dev.pawl.agent.tool;

import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.message.Content;
import dev.pawl.api.model.Model;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.image.ImageLimits;
import dev.pawl.tools.image.Images;
import dev.pawl.tools.secret.Secrets;
import dev.pawl.tools.shell.BashExecutor;
import dev.pawl.tools.shell.UserShell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The built-in tools of an agent.
 *
 * @param active those that are active from the start
 * @param resumed changes the names of the tools that a session was left with, when it is resumed; null if it gets the
 *     active ones all the same
 * @param permitted which tools may be used at all, those of hooks too
 * @param shell the shell for the user's own commands
 * @param resizeImages whether images that are too large are made smaller
 */
public record ProjectTools(
        List<Tool> tools,
        List<String> active,
        @Nullable UnaryOperator<List<String>> resumed,
        Predicate<Tool> permitted,
        UserShell shell,
        boolean resizeImages) {
    public ProjectTools {
        tools = List.copyOf(tools);
        active = List.copyOf(active);
    }

    /**
     * Returns a call with nothing left to decide: what is shown is what runs.
     *
     * @param files what the call works on
     * @param hook the hook that registered the tool; null for a built-in one
     * @param secrets puts values in place of names when the call runs
     */
    public CallGates.Sealed seal(
            Tool tool,
            ToolCall call,
            CallTargets files,
            @Nullable String hook,
            ToolContext ctx,
            UnaryOperator<SpawnRequest> spawn,
            Secrets secrets)
            throws Exception {
        var plain = ToolAuthorize.of(call, ctx.project().cwd());
        if (tool.executor() instanceof FileExecutor work) {
            var target = files.of(call);
            var shown = plain.withRunBy(target.local() ? null : hook);
            return new CallGates.Sealed(
                    shown, (_, running) -> work.execute(secrets.arguments(shown), running, target), target.local());
        }
        if (tool.executor() instanceof BashExecutor bash) {
            var prepared = bash.prepare(call.arguments(), ctx, spawn);
            var request = prepared.request();
            var shown = plain.withCommand(request.command(), request.cwd(), prepared.changedEnvironment())
                    .withRunBy(bash.isLocal() ? null : hook);
            boolean keepsOutput = secrets.filter().isEmpty();
            return new CallGates.Sealed(
                    shown,
                    (_, running) -> prepared.run(running, secrets.command(shown, request), secrets.filter()),
                    bash.recovers() && keepsOutput);
        }
        // What a tool server declares about itself is not checked.
        boolean repeatable = tool.traits().isReplayed()
                || (tool.traits().server() == null
                        && tool.traits().annotations().idempotent());
        var shown = plain.withRunBy(hook);
        // A script only passes names on: each call that it makes is authorised, and given values, by itself.
        return new CallGates.Sealed(
                shown,
                tool.traits().isReplayed()
                        ? tool.executor()
                        : (_, running) -> tool.executor().execute(secrets.arguments(shown), running),
                repeatable);
    }

    /** Content with images of a size that a model takes; a text beside them states what was changed. */
    public List<Content> fitted(List<Content> content, @Nullable Model model) throws InterruptedException {
        if (!resizeImages || content.stream().noneMatch(Content.Image.class::isInstance)) {
            return content;
        }
        var limits = ImageLimits.of(model);
        var fitted = new ArrayList<Content>(content.size());
        for (var block : content) {
            if (block instanceof Content.Image image) {
                var result = Images.fit(image, limits);
                result.notes().forEach(note -> fitted.add(Content.text(note)));
                if (result.image() != null) {
                    fitted.add(result.image());
                }
            } else {
                fitted.add(block);
            }
        }
        return fitted;
    }
}

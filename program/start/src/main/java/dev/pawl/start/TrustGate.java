package dev.pawl.start;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Decision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks about calls that would change the hooks of a trusted project, or files that these run with, whatever rules and modes
 * allow: otherwise a model could rewrite the gate that judges it.
 */
final class TrustGate implements Hook {
    private static final String YES = "Allow once";
    private static final String NO = "No";

    private final TrustedFiles files;

    /** The files of calls that the user allowed. */
    private final Map<String, Path> allowed = new ConcurrentHashMap<>();

    TrustGate(TrustedFiles files) {
        this.files = files;
    }

    @Override
    public void install(Host pi) {
        pi.on(HookPoints.TOOL_AUTHORIZE, this::authorize);
        pi.on(HookPoints.TOOL_RESULT, this::finished);
    }

    private Decision<ToolAuthorize, Block> authorize(ToolAuthorize shown, HookContext ctx) throws InterruptedException {
        var file = writes(shown, ctx) ? shown.call().file() : null;
        var name = file == null ? null : files.covered(file);
        var command = shown.command();
        if (name == null && command != null) {
            name = files.written(command, shown.cwd());
        }
        if (name == null) {
            return shown.allow();
        }
        var what = name + " belongs to what you trusted in this project, for its hooks run with it";
        if (!ctx.ui().hasUser()) {
            return shown.block("Not allowed: " + what + ", and there is no user to ask; describe the change instead.");
        }
        var answer = ctx.ui()
                .select(
                        shown.call().toolName() + (command == null ? "" : " " + command)
                                + "\nmay change a trusted file: " + what + ".",
                        List.of(YES, NO),
                        DialogOptions.preselected(NO));
        if (answer.isEmpty() || !answer.get().equals(YES)) {
            return shown.block("The user does not allow it: " + what + "; describe the change instead.");
        }
        if (file != null) {
            allowed.put(shown.call().toolCallId(), file);
        }
        return shown.allow();
    }

    /**
     * What the user was shown and allowed needs no second look. What a command did is not known before it is
     * reviewed.
     */
    private ToolResult finished(ToolResult result, HookContext ctx) throws InterruptedException {
        var file = allowed.remove(result.call().toolCallId());
        if (file != null) {
            try {
                files.wrote(file);
            } catch (IOException e) {
                ctx.ui().notify("It is not kept that " + file + " was changed: " + e.getMessage(), Severity.WARNING);
            }
        }
        return result;
    }

    private static boolean writes(ToolAuthorize shown, HookContext ctx) {
        return shown.call().file() != null && !isReadOnly(shown.call().toolName(), ctx);
    }

    private static boolean isReadOnly(@Nullable String tool, HookContext ctx) {
        return ctx.tools().all().stream()
                .anyMatch(info ->
                        info.name().equals(tool) && info.traits().annotations().readOnly());
    }
}

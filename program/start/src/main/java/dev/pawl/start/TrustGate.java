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

    private Decision<ToolAuthorize, Block> authorize(ToolAuthorize call, HookContext ctx) throws InterruptedException {
        var file = writes(call, ctx) ? call.file() : null;
        var name = file == null ? null : files.covered(file);
        var command = call.command();
        if (name == null && command != null) {
            name = files.written(command, call.cwd());
        }
        if (name == null) {
            return call.allow();
        }
        var what = name + " belongs to what you trusted in this project, for its hooks run with it";
        if (!ctx.ui().hasUser()) {
            return call.block("Not allowed: " + what + ", and there is no user to ask; describe the change instead.");
        }
        var answer = ctx.ui()
                .select(
                        call.toolName() + (command == null ? "" : " " + command) + "\nmay change a trusted file: "
                                + what + ".",
                        List.of(YES, NO),
                        DialogOptions.preselected(NO));
        if (answer.isEmpty() || !answer.get().equals(YES)) {
            return call.block("The user does not allow it: " + what + "; describe the change instead.");
        }
        if (file != null) {
            allowed.put(call.toolCallId(), file);
        }
        return call.allow();
    }

    /** What the user was shown and allowed needs no second look. What a command did is not known before it is reviewed. */
    private ToolResult finished(ToolResult result, HookContext ctx) throws InterruptedException {
        var file = allowed.remove(result.toolCallId());
        if (file != null) {
            try {
                files.wrote(file);
            } catch (IOException e) {
                ctx.ui().notify("It is not kept that " + file + " was changed: " + e.getMessage(), Severity.WARNING);
            }
        }
        return result;
    }

    private static boolean writes(ToolAuthorize call, HookContext ctx) {
        return call.file() != null && !isReadOnly(call.toolName(), ctx);
    }

    private static boolean isReadOnly(@Nullable String tool, HookContext ctx) {
        return ctx.tools().all().stream()
                .anyMatch(info -> info.name().equals(tool) && info.annotations().readOnly());
    }
}

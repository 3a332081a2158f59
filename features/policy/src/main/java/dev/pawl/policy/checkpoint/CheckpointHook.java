package dev.pawl.policy.checkpoint;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Cancel;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Decision;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Saves the files of the project before each call that can change them, and restores them with /rewind. */
public final class CheckpointHook implements Hook {
    private static final Set<String> READING = Set.of("read", "grep", "find", "ls");
    private static final int LONGEST_SHOWN = 60;

    private final CheckpointSettings settings;
    private final Store store;
    private final Rewind rewind;
    private final Set<String> reported = new HashSet<>();
    private @Nullable String failure;

    /** A hook for one project. */
    public CheckpointHook(CheckpointSettings settings, Store store) {
        this.settings = settings;
        this.store = store;
        this.rewind = new Rewind(store);
    }

    @Override
    public void install(Host pi) {
        pi.on(HookPoints.SESSION_START, (_, ctx) -> begin(ctx));
        pi.on(HookPoints.TOOL_AUTHORIZE, (call, ctx) -> {
            var refused = onlyReads(call, ctx) ? null : refused(what(call), file(call), ctx);
            return refused == null ? call.allow() : call.block(refused);
        });
        pi.on(HookPoints.USER_BASH, this::userCommand);
        pi.on(HookPoints.SESSION_TREE, this::treeMoved);
        pi.on(HookPoints.SESSION_BEFORE_FORK, this::beforeFork);
        pi.on(HookPoints.SESSION_SHUTDOWN, (_, _) -> store.close());
        pi.command("rewind", "Restore files or the conversation from a checkpoint", rewind::command);
    }

    private synchronized void begin(HookContext ctx) {
        store.exclude(ctx.session().sessionDir());
        var file = ctx.session().file();
        if (file != null) {
            store.exclude(file);
        }
        failure = null;
        reported.clear();
        Thread.ofVirtual().name("old checkpoints").start(this::prune);
    }

    private void prune() {
        try {
            store.prune(Instant.now());
        } catch (IOException e) {
            // Old checkpoints stay until the next day.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Decision<UserBash, UserBash.Answer> userCommand(UserBash command, HookContext ctx)
            throws InterruptedException {
        var refused = refused("! " + command.command(), null, ctx);
        return refused == null ? command.proceed() : Decision.stop(new UserBash.Answer.Refused(refused));
    }

    /** Creates a checkpoint; returns why the call must not run, or null if it may. */
    private synchronized @Nullable String refused(String before, @Nullable String file, HookContext ctx)
            throws InterruptedException {
        if (!settings.problems().isEmpty()) {
            return "The settings of checkpoints cannot be read: " + String.join("; ", settings.problems());
        }
        if (failure != null && !settings.required()) {
            return null; // It was reported once; trying again before every call would only take time.
        }
        try {
            var snapshot = store.take(file == null ? List.of() : List.of(file));
            var root = store.root().toString();
            ctx.session().append(Checkpoint.TYPE, Checkpoint.data(snapshot, root, shortened(before), null));
            reportOmitted(snapshot, ctx);
            return null;
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
            if (settings.required()) {
                return "No checkpoint can be created, and the settings require one (checkpoints: \"required\"): "
                        + failure;
            }
            ctx.ui()
                    .notify(
                            "There are no checkpoints in this session, so /rewind cannot restore files: " + failure,
                            Severity.WARNING);
            return null;
        }
    }

    private void reportOmitted(Snapshot snapshot, HookContext ctx) {
        var unreported =
                snapshot.omitted().stream().filter(reported::add).sorted().toList();
        if (!unreported.isEmpty()) {
            var some = String.join(", ", unreported.subList(0, Math.min(5, unreported.size())));
            ctx.ui()
                    .notify(
                            "Checkpoints leave out files that are larger than " + (settings.maxFile() >> 20)
                                    + " MiB or cannot be read: " + some
                                    + (unreported.size() > 5 ? " and " + (unreported.size() - 5) + " more" : "")
                                    + " (checkpoints.maxFileMegabytes)",
                            Severity.WARNING);
        }
    }

    /** The user moved in the conversation: offers to restore the files of that position. */
    private void treeMoved(SessionTree move, HookContext ctx) throws InterruptedException {
        var leaf = move.newLeafId();
        if (leaf != null && !rewind.isMoving()) {
            rewind.offer(leaf, move.oldLeafId(), ctx);
        }
    }

    private Decision<SessionBeforeFork, Cancel> beforeFork(SessionBeforeFork fork, HookContext ctx)
            throws InterruptedException {
        rewind.offer(fork.entryId(), null, ctx);
        return fork.proceed();
    }

    /** Trusts the annotations of a hook's tool: whether it may run is decided by the rules. */
    private static boolean onlyReads(ToolAuthorize shown, HookContext ctx) {
        if (shown.runBy() == null && shown.call().server() == null) {
            return READING.contains(shown.call().toolName());
        }
        return shown.call().server() == null
                && ctx.tools().all().stream()
                        .anyMatch(info -> info.name().equals(shown.call().toolName())
                                && info.traits().changesNothing());
    }

    /** The file that a call names, as a path below the root; null if there is none. */
    private @Nullable String file(ToolAuthorize shown) {
        var file = shown.call().file();
        return file == null || !file.startsWith(store.root()) || file.equals(store.root())
                ? null
                : store.root().relativize(file).toString();
    }

    private String what(ToolAuthorize shown) {
        if (shown.command() != null) {
            return shown.call().toolName() + ": " + shown.command();
        }
        Path file = shown.call().file();
        return file == null
                ? shown.call().toolName()
                : shown.call().toolName() + " "
                        + (file.startsWith(store.root()) ? store.root().relativize(file) : file);
    }

    private static String shortened(String text) {
        var line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
    }
}

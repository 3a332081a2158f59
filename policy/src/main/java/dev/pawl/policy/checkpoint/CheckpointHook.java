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

/** Keeps the files of the project before each call that can change them, and brings them back with /rewind. */
public final class CheckpointHook implements Hook {
    private static final Set<String> READING = Set.of("read", "grep", "find", "ls");
    private static final int SHOWN = 60;

    private final CheckpointSettings settings;
    private final Store store;
    private final Rewind rewind;
    private final Set<String> told = new HashSet<>();
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
        pi.on(HookPoints.USER_BASH, this::typed);
        pi.on(HookPoints.SESSION_TREE, this::moved);
        pi.on(HookPoints.SESSION_BEFORE_FORK, this::forked);
        pi.on(HookPoints.SESSION_SHUTDOWN, (_, _) -> store.close());
        pi.command("rewind", "Bring files or the conversation back to a checkpoint", rewind::command);
    }

    private synchronized void begin(HookContext ctx) {
        store.leaveOut(ctx.session().sessionDir());
        var file = ctx.sessionFile();
        if (file != null) {
            store.leaveOut(file);
        }
        failure = null;
        told.clear();
        Thread.ofVirtual().name("old checkpoints").start(this::prune);
    }

    private void prune() {
        try {
            store.prune(Instant.now());
        } catch (IOException e) {
            // What is old stays until the next day.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Decision<UserBash, UserBash.Answer> typed(UserBash command, HookContext ctx) throws InterruptedException {
        var refused = refused("! " + command.command(), null, ctx);
        return refused == null ? command.proceed() : Decision.stop(new UserBash.Answer.Refused(refused));
    }

    /** Makes a checkpoint; the answer is why the call must not run, or null if it may. */
    private synchronized @Nullable String refused(String before, @Nullable String file, HookContext ctx)
            throws InterruptedException {
        if (!settings.problems().isEmpty()) {
            return "The settings of checkpoints cannot be read: " + String.join("; ", settings.problems());
        }
        if (failure != null && !settings.required()) {
            return null; // Reported once; trying again before every call would only cost time.
        }
        try {
            var snapshot = store.take(file == null ? List.of() : List.of(file));
            var root = store.root().toString();
            ctx.appendEntry(Checkpoint.TYPE, Checkpoint.data(snapshot, root, shortened(before), null));
            tellLeft(snapshot, ctx);
            return null;
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
            if (settings.required()) {
                return "No checkpoint can be made, and the settings require one (checkpoints: \"required\"): "
                        + failure;
            }
            ctx.ui()
                    .notify(
                            "There are no checkpoints in this session, so /rewind cannot bring files back: " + failure,
                            Severity.WARNING);
            return null;
        }
    }

    private void tellLeft(Snapshot snapshot, HookContext ctx) {
        var fresh = snapshot.left().stream().filter(told::add).sorted().toList();
        if (!fresh.isEmpty()) {
            var some = String.join(", ", fresh.subList(0, Math.min(5, fresh.size())));
            ctx.ui()
                    .notify(
                            "Checkpoints leave out what is larger than " + (settings.maxFile() >> 20)
                                    + " MiB or cannot be read: " + some
                                    + (fresh.size() > 5 ? " and " + (fresh.size() - 5) + " more" : "")
                                    + " (checkpoints.maxFileMegabytes)",
                            Severity.WARNING);
        }
    }

    /** The user went elsewhere in the conversation: the files can go along. */
    private void moved(SessionTree move, HookContext ctx) throws InterruptedException {
        var leaf = move.newLeafId();
        if (leaf != null && !rewind.isMoving()) {
            rewind.offer(leaf, move.oldLeafId(), ctx);
        }
    }

    private Decision<SessionBeforeFork, Cancel> forked(SessionBeforeFork fork, HookContext ctx)
            throws InterruptedException {
        rewind.offer(fork.entryId(), null, ctx);
        return fork.proceed();
    }

    /** The description of a tool by its server or hook is believed here: the rules decide whether it may run. */
    private static boolean onlyReads(ToolAuthorize call, HookContext ctx) {
        if (call.runBy() == null && call.server() == null) {
            return READING.contains(call.toolName());
        }
        return call.server() == null
                && ctx.allTools().stream()
                        .anyMatch(info -> info.name().equals(call.toolName())
                                && info.annotations().readOnly());
    }

    /** The file that a call names, as a path below the root; null if it names none there. */
    private @Nullable String file(ToolAuthorize call) {
        var file = call.file();
        return file == null || !file.startsWith(store.root()) || file.equals(store.root())
                ? null
                : store.root().relativize(file).toString();
    }

    private String what(ToolAuthorize call) {
        if (call.command() != null) {
            return call.toolName() + ": " + call.command();
        }
        Path file = call.file();
        return file == null
                ? call.toolName()
                : call.toolName() + " "
                        + (file.startsWith(store.root()) ? store.root().relativize(file) : file);
    }

    private static String shortened(String text) {
        var line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }
}

package dev.pawl.bridge.forms;

import static dev.pawl.bridge.forms.WireForm.notice;

import dev.pawl.api.HookPoints;
import dev.pawl.api.event.ProjectTrust;
import dev.pawl.api.event.ResourcesDiscover;
import dev.pawl.api.event.SessionBeforeCompact;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.SessionBeforeTree;
import dev.pawl.api.event.SessionCompacting;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.value.Decision;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.HandlerAnswer;
import dev.pawl.hooks.form.JsonForm;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The points around a session: its beginning, its end, its tree, its compaction. */
final class SessionForms {
    private SessionForms() {}

    static void addTo(List<WireForm<?>> forms) {
        forms.add(new WireForm<>(HookPoints.PROJECT_TRUST, List.of(), SessionForms::trust));
        forms.add(new WireForm<>(
                HookPoints.RESOURCES_DISCOVER,
                List.of(),
                (event, to) -> to.put("cwd", event.cwd()).put("reason", WireJson.word(event.reason())),
                SessionForms::resources));
        forms.add(new WireForm<>(
                HookPoints.SESSION_BEFORE_SWITCH,
                List.of(),
                (event, answer) -> cancels(answer) ? event.cancel() : null));
        forms.add(new WireForm<>(
                HookPoints.SESSION_BEFORE_FORK,
                List.of(),
                (event, to) -> to.all(JsonForm.of(event).without("skipConversationRestore")),
                SessionForms::fork));
        forms.add(new WireForm<>(
                HookPoints.SESSION_BEFORE_TREE, List.of(), SessionForms::tree, SessionForms::treeAnswer));
        forms.add(notice(
                HookPoints.SESSION_TREE,
                (event, to) -> to.put("newLeafId", event.newLeafId())
                        .put("oldLeafId", event.oldLeafId())
                        .given(
                                "summaryEntry",
                                event.summaryEntry() == null
                                        ? null
                                        : event.summaryEntry().toJson())
                        .given("fromExtension", event.fromHook())
                        .given("fromHook", event.fromHook())));
        addCompaction(forms);
    }

    private static void addCompaction(List<WireForm<?>> forms) {
        forms.add(notice(
                HookPoints.AUTO_COMPACTION_START,
                (event, to) -> to.all(JsonForm.of(event)).put("action", "context-full")));
        forms.add(new WireForm<>(
                HookPoints.SESSION_BEFORE_COMPACT,
                List.of(),
                (event, to) -> to.put("preparation", WireJson.plan(event.preparation()))
                        .put("branchEntries", WireJson.entries(event.branchEntries()))
                        .given("customInstructions", event.customInstructions())
                        .put("reason", WireJson.word(event.reason()))
                        .put("willRetry", event.willRetry()),
                SessionForms::compaction));
        forms.add(new WireForm<>(
                HookPoints.SESSION_COMPACTING,
                List.of(),
                (event, to) ->
                        to.put("sessionId", event.sessionId()).put("messages", WireJson.messages(event.messages())),
                SessionForms::compacting));
        forms.add(notice(
                HookPoints.SESSION_COMPACT,
                (event, to) -> to.put("compactionEntry", event.compactionEntry().toJson())
                        .put("fromExtension", event.fromHook())
                        .put("fromHook", event.fromHook())
                        .put("reason", WireJson.word(event.reason()))
                        .put("willRetry", event.willRetry())));
        forms.add(notice(
                HookPoints.SESSION_COMPACT_FAILED,
                (event, to) -> to.all(JsonForm.of(event).without("fromHook"))
                        .put("fromExtension", event.fromHook())
                        .put("fromHook", event.fromHook())));
        forms.add(notice(
                HookPoints.AUTO_COMPACTION_END,
                (event, to) -> to.put("reason", WireJson.word(event.reason()))
                        .put("action", "context-full")
                        .given("result", event.result() == null ? null : JsonForm.of(event.result()))
                        .put("aborted", event.aborted())
                        .put("willRetry", event.willRetry())
                        .given("errorMessage", event.errorMessage())
                        .given("skipped", event.skipped() ? true : null)));
    }

    private static @Nullable Object trust(ProjectTrust event, HandlerAnswer answer) {
        return switch (answer.result().string("trusted", "")) {
            case "yes" -> event.trust(answer.yes("remember"));
            case "no" -> event.distrust(answer.yes("remember"));
            default -> null;
        };
    }

    private static @Nullable Object resources(ResourcesDiscover event, HandlerAnswer answer) {
        var found = event;
        for (var path : answer.result().strings("skillPaths")) {
            found = found.withSkills(path(event.cwd(), path));
        }
        for (var path : answer.result().strings("promptPaths")) {
            found = found.withPrompts(path(event.cwd(), path));
        }
        for (var path : answer.result().strings("themePaths")) {
            found = found.withThemes(path(event.cwd(), path));
        }
        return found == event ? null : found;
    }

    private static Path path(Path cwd, String written) {
        try {
            return cwd.resolve(written);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("the handler returned what is no path: " + written, e);
        }
    }

    /** What replaces a session is called off by {@code true} and by nothing else. */
    private static boolean cancels(HandlerAnswer answer) {
        return Boolean.TRUE.equals(answer.result().get("cancel"));
    }

    private static @Nullable Object fork(SessionBeforeFork event, HandlerAnswer answer) {
        if (cancels(answer)) {
            return event.cancel();
        }
        return answer.yes("skipConversationRestore") ? event.proceedWithoutRestore() : null;
    }

    private static @Nullable Object compaction(SessionBeforeCompact event, HandlerAnswer answer) {
        if (answer.yes("cancel")) {
            return event.cancel();
        }
        if (!(answer.result().get("compaction") instanceof JsonObject json)) {
            // The latest answer counts as a whole, also one that brings no summary.
            return answer.value() instanceof JsonObject && event.compaction() != null
                    ? Decision.pass(new SessionBeforeCompact(
                            event.preparation(),
                            event.branchEntries(),
                            event.customInstructions(),
                            event.reason(),
                            event.willRetry(),
                            null))
                    : null;
        }
        if (!(json.get("summary") instanceof String summary)) {
            throw new IllegalArgumentException("the handler returned a compaction without a summary: " + json);
        }
        return event.summarizedAs(new CompactionResult(
                summary,
                json.string("firstKeptEntryId", event.preparation().firstKeptEntryId()),
                json.number("tokensBefore", event.preparation().tokensBefore()),
                json.has("usage") ? Usage.from(json.object("usage")) : null,
                json.get("details"),
                json.get("preserveData") instanceof JsonObject data ? data : null));
    }

    private static @Nullable Object compacting(SessionCompacting event, HandlerAnswer answer) {
        var result = answer.result();
        return result.isEmpty()
                ? null
                : event.answer(
                        result.strings("context"),
                        result.string("prompt"),
                        result.get("preserveData") instanceof JsonObject data ? data : null);
    }

    private static void tree(SessionBeforeTree event, Fields to) {
        var move = event.preparation();
        to.put(
                "preparation",
                Fields.of("targetId", move.targetId())
                        .put("oldLeafId", move.oldLeafId())
                        .put("commonAncestorId", move.commonAncestorId())
                        .put("entriesToSummarize", WireJson.entries(move.entriesToSummarize()))
                        .put("userWantsSummary", move.userWantsSummary())
                        .given("customInstructions", move.customInstructions())
                        .given("replaceInstructions", move.replaceInstructions() ? true : null)
                        .given("label", move.label())
                        .json());
    }

    private static @Nullable Object treeAnswer(SessionBeforeTree event, HandlerAnswer answer) {
        if (answer.yes("cancel")) {
            return event.cancel();
        }
        var result = answer.result();
        var changed = event;
        if (result.get("summary") instanceof JsonObject recap && recap.get("summary") instanceof String summary) {
            changed = changed.withSummary(new BranchRecap(
                    summary, recap.get("details"), recap.has("usage") ? Usage.from(recap.object("usage")) : null));
        }
        var move = changed.preparation();
        if (result.has("customInstructions") || result.has("replaceInstructions")) {
            var instructions =
                    result.has("customInstructions") ? answer.text("customInstructions") : move.customInstructions();
            move = move.withInstructions(instructions, result.bool("replaceInstructions", move.replaceInstructions()));
        }
        if (result.has("label")) {
            move = move.withLabel(answer.text("label"));
        }
        return move == changed.preparation() && changed == event ? null : changed.withPreparation(move);
    }
}

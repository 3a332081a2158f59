package dev.pawl.screen.transcript;

import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.markdown.Markdown;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.screen.Row;
import dev.pawl.tui.text.Untrusted;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One answer of the model as it grows: a row for each text, thought and call in it. */
public final class Answer {
    private final Transcript transcript;
    private final Look look;
    private final HookDrawings drawings;
    private final Map<Integer, Part> parts = new HashMap<>();
    private final long timestamp;

    Answer(Transcript transcript, Look look, HookDrawings drawings, long timestamp) {
        this.transcript = transcript;
        this.look = look;
        this.drawings = drawings;
        this.timestamp = timestamp;
    }

    /** A text that grows. It is kept whole only if hooks want to see it whole. */
    private static final class Part {
        private final Row row;
        private final Markdown markdown;
        private final MarkdownTransformer.Kind kind;
        private final StringBuilder whole = new StringBuilder();

        Part(Row row, Markdown markdown, MarkdownTransformer.Kind kind) {
            this.row = row;
            this.markdown = markdown;
            this.kind = kind;
        }
    }

    public void grew(MessageUpdate update) {
        var delta = update.delta();
        int index = delta.contentIndex();
        switch (delta.kind()) {
            case TEXT_START, TEXT_DELTA -> append(index, MarkdownTransformer.Kind.ASSISTANT, delta.delta());
            case THINKING_START, THINKING_DELTA -> append(index, MarkdownTransformer.Kind.THINKING, delta.delta());
            case TOOLCALL_START -> {
                var call = call(update, index);
                if (call != null) {
                    transcript.toolRow(call.id(), call.name());
                }
            }
            case TOOLCALL_DELTA -> {
                var call = call(update, index);
                if (call != null) {
                    transcript.toolRow(call.id(), call.name()).writing(call.arguments());
                }
            }
            case TOOLCALL_END -> {
                var call = delta.toolCall();
                if (call != null) {
                    transcript.toolRow(call.id(), call.name()).arguments(call.arguments());
                }
            }
            case TEXT_END, THINKING_END -> {}
        }
    }

    private static Content.@Nullable ToolUse call(MessageUpdate update, int index) {
        var content = update.message().content();
        return index >= 0 && index < content.size() && content.get(index) instanceof Content.ToolUse call ? call : null;
    }

    private void append(int index, MarkdownTransformer.Kind kind, String piece) {
        var part = parts.get(index);
        if (part == null) {
            if (piece.isBlank()) {
                return;
            }
            part = begin(index, kind);
            piece = piece.stripLeading();
        }
        if (drawings.transforms()) {
            part.whole.append(piece);
            part.markdown.setText(Untrusted.text(transformed(part, part.whole.toString(), true)));
        } else {
            part.markdown.append(Untrusted.text(piece));
        }
        look.tui.requestRender();
    }

    private Part begin(int index, MarkdownTransformer.Kind kind) {
        Part part;
        if (kind == MarkdownTransformer.Kind.THINKING) {
            var block = new ThinkingBlock(look);
            part = new Part(transcript.add(block), block.text(), kind);
        } else {
            var markdown = look.markdown("", "", text -> text);
            part = new Part(transcript.add(new Container(new Spacer(1), markdown)), markdown, kind);
        }
        parts.put(index, part);
        return part;
    }

    private String transformed(Part part, String text, boolean streaming) {
        return drawings.transformed(
                text,
                new MarkdownTransformer.Shown(
                        part.kind, streaming, look.tui.columns() - 2 * look.outputPad, null, timestamp));
    }

    /** The answer as it is kept: hooks may have changed it since. */
    void ended(Message.Assistant answer) {
        for (int i = 0; i < answer.content().size(); i++) {
            var block = answer.content().get(i);
            if (block instanceof Content.Text text) {
                whole(i, MarkdownTransformer.Kind.ASSISTANT, text.text());
            } else if (block instanceof Content.Thinking thought) {
                whole(i, MarkdownTransformer.Kind.THINKING, thought.thinking());
            } else if (block instanceof Content.ToolUse call) {
                transcript.toolRow(call.id(), call.name()).arguments(call.arguments());
            }
        }
        parts.forEach((index, part) -> {
            if (index < answer.content().size()) {
                part.row.finish();
            } else {
                part.row.remove();
            }
        });
        end(answer);
    }

    private void whole(int index, MarkdownTransformer.Kind kind, String text) {
        if (text.isBlank()) {
            return;
        }
        var part = parts.get(index);
        if (part == null) {
            part = begin(index, kind);
        }
        part.markdown.setText(Untrusted.text(transformed(part, text.strip(), false)));
        part.row.changed();
    }

    private void end(Message.Assistant answer) {
        var reason = answer.stopReason();
        if (reason == StopReason.ABORTED) {
            transcript.abandonCalls("Aborted.");
            transcript.outcome("Aborted.");
        } else if (reason == StopReason.ERROR) {
            transcript.abandonCalls("Not run.");
            var why = answer.errorMessage();
            transcript.failed(why == null || why.isBlank() ? "the provider gave no reason" : why, !parts.isEmpty());
        } else if (reason == StopReason.LENGTH) {
            transcript.outcome("The answer was cut off: the model reached its output limit.");
        }
    }
}

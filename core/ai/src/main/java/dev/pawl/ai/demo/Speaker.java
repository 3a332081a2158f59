package dev.pawl.ai.demo;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ModelRequest;
import java.time.Duration;

/** Streams an answer in small pieces, as a model does, and counts its tokens at four characters each. */
final class Speaker {
    private static final int PIECE = 14;

    private final AnswerBuilder answer;
    private final ModelRequest request;
    private final Duration pace;
    private long spoken;

    Speaker(AnswerBuilder answer, ModelRequest request, Duration pace) {
        this.answer = answer;
        this.request = request;
        this.pace = pace;
    }

    Message.Assistant stream(Reply reply) throws InterruptedException {
        long input = tokens(size(request));
        answer.usage(input, 0, 0, 0);
        answer.start();
        if (!reply.text().isEmpty()) {
            var text = answer.openText();
            for (int from = 0; from < reply.text().length(); ) {
                int to = pieceEnd(reply.text(), from);
                pause();
                answer.append(text, reply.text().substring(from, to));
                from = to;
            }
            answer.close(text);
            spoken += reply.text().length();
        }
        for (var use : reply.uses()) {
            var call = answer.openTool(null, use.tool());
            var arguments = use.arguments().toString();
            for (int from = 0; from < arguments.length(); ) {
                int to = pieceEnd(arguments, from);
                pause();
                answer.append(call, arguments.substring(from, to));
                from = to;
            }
            answer.close(call);
            spoken += arguments.length();
        }
        answer.usage(input, tokens(spoken), 0, 0);
        answer.stop(reply.uses().isEmpty() ? StopReason.STOP : StopReason.TOOL_USE);
        return answer.finish();
    }

    private void pause() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!pace.isZero()) {
            Thread.sleep(pace);
        }
    }

    /** After a word if one ends soon, never inside a character. */
    private static int pieceEnd(String text, int from) {
        int most = Math.min(from + 2 * PIECE, text.length());
        int to = Math.min(from + PIECE, text.length());
        while (to < most && text.charAt(to - 1) != ' ') {
            to++;
        }
        return to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? to + 1 : to;
    }

    static long size(ModelRequest request) {
        var prompt = request.systemPrompt();
        long size = prompt == null ? 0 : prompt.length();
        for (var message : request.messages()) {
            size += message.toJson().toString().length();
        }
        for (var tool : request.tools()) {
            size += tool.toString().length();
        }
        return size;
    }

    static long tokens(long characters) {
        return (characters + 3) / 4;
    }
}

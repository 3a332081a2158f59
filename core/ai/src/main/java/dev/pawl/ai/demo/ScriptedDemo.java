package dev.pawl.ai.demo;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plays scripts from files as if a provider had streamed them; each file from its beginning, one turn a request. */
final class ScriptedDemo {
    private static final String VARIABLE = "PAWL_DEMO_SCRIPT";

    private final Map<String, String> environment;
    private final Map<String, ScriptPlay> plays = new HashMap<>();

    ScriptedDemo(Map<String, String> environment) {
        this.environment = environment;
    }

    Message.Assistant answer(Model model, ModelRequest request, AnswerBuilder answer) throws InterruptedException {
        var file = file(model, request);
        if (file == null) {
            return fail(
                    answer,
                    "demo/script plays a script, and none is named. Set " + VARIABLE
                            + " to its file, or the model's field \"script\".");
        }
        Script.Turn turn;
        try {
            turn = play(file).next(text(request));
        } catch (NoSuchFileException e) {
            return fail(
                    answer,
                    "script " + file + ": there is no such file. It is named by " + VARIABLE
                            + " or the field \"script\".");
        } catch (IOException e) {
            return fail(answer, "script " + file + " cannot be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return fail(answer, String.valueOf(e.getMessage()));
        }
        Thread.sleep(turn.delayMs());
        return new Playing(turn, answer).run();
    }

    private @Nullable String file(Model model, ModelRequest request) {
        for (var named : new @Nullable String[] {
            request.options().string("script"), model.extra().string("script"), environment.get(VARIABLE)
        }) {
            if (named != null && !named.isBlank()) {
                return named;
            }
        }
        return null;
    }

    private synchronized ScriptPlay play(String file) throws IOException {
        var play = plays.get(file);
        if (play == null) {
            play = new ScriptPlay(Script.read(Path.of(file)));
            plays.put(file, play);
        }
        return play;
    }

    /** What asides are compared with, and estimates made from. */
    private static String text(ModelRequest request) {
        return Json.write(JsonObject.of(
                        "system",
                        request.systemPrompt(),
                        "messages",
                        request.messages().stream().map(Message::toJson).toList())
                .with("tools", request.tools()));
    }

    private static Message.Assistant fail(AnswerBuilder answer, String words) {
        return answer.fail(StopReason.ERROR, words, JsonObject.empty());
    }

    /** One turn on its way out. */
    private static final class Playing {
        private final Script.Turn turn;
        private final AnswerBuilder answer;
        private int events;
        private int bytes;

        Playing(Script.Turn turn, AnswerBuilder answer) {
            this.turn = turn;
            this.answer = answer;
        }

        Message.Assistant run() throws InterruptedException {
            var refusal = refusal();
            if (refusal != null) {
                return fail(answer, refusal);
            }
            answer.start();
            if (turn.stalls()) {
                while (true) {
                    Thread.sleep(Long.MAX_VALUE);
                }
            }
            for (var part : turn.parts()) {
                if (!play(part)) {
                    return fail(answer, brokenOff());
                }
            }
            if (breaksHere()) {
                return fail(answer, brokenOff());
            }
            var tokens = turn.tokens();
            if (tokens != null) {
                answer.usage(tokens.input(), tokens.output(), tokens.cacheRead(), tokens.cacheWrite());
            }
            answer.stop(stop());
            return answer.finish();
        }

        private boolean play(Script.Part part) throws InterruptedException {
            if (part instanceof Script.Call call) {
                return write(answer.openTool(call.id(), call.name()), call.argumentsText(), call.thoughtSignature());
            }
            if (part instanceof Script.Part.Thinking(var text, var signature)) {
                return write(answer.openThinking(), text, signature);
            }
            return part instanceof Script.Part.Text(var text) && write(answer.openText(), text, null);
        }

        /** False where the turn breaks off. */
        private boolean write(AnswerBlock block, String text, @Nullable String signature) throws InterruptedException {
            for (var piece : turn.pieces(text)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                int length = piece.getBytes(StandardCharsets.UTF_8).length;
                if (breaksHere() || cutsBefore(length)) {
                    return false;
                }
                answer.append(block, piece);
                events++;
                bytes += length;
                // Nobody can release it here: it waits to be interrupted.
                Thread.sleep(turn.isHeldAfter(events) ? Long.MAX_VALUE : turn.chunkDelayMs());
            }
            block.signature(signature);
            answer.close(block);
            return true;
        }

        private boolean breaksHere() {
            var after = turn.breakAfter();
            return after != null && events >= after;
        }

        private boolean cutsBefore(int length) {
            var cut = turn.cutAtByte();
            return cut != null && bytes + length > cut;
        }

        private String brokenOff() {
            return switch (turn.breakWith()) {
                case CUT, END -> "demo/script: the answer broke off, as its script specifies.";
                case GARBAGE -> "demo/script: the stream held something that is not JSON, as its script specifies.";
                case ERROR -> "demo/script: " + message("overloaded");
            };
        }

        /** The message that replaces an answer; null if there is one. */
        private @Nullable String refusal() {
            if (turn.status() >= 400) {
                return "demo/script: " + turn.status() + " " + message("as its script specifies");
            }
            if (turn.redirect() != null) {
                return "demo/script: 307 the provider sends us to " + turn.redirect() + ", as its script specifies.";
            }
            if (turn.isWebPage()) {
                return "demo/script: a web page came back instead of an answer, as its script specifies.";
            }
            return turn.body() == null
                    ? null
                    : "demo/script cannot play a turn that has a \"body\": there is no wire that it could go over.";
        }

        private String message(String otherwise) {
            var message = turn.message();
            return message == null ? otherwise : message;
        }

        private StopReason stop() {
            var reason = turn.stopReason();
            if (reason == null) {
                return answer.hasToolCalls() ? StopReason.TOOL_USE : StopReason.STOP;
            }
            return switch (reason) {
                case "length", "max_tokens", "MAX_TOKENS", "max_output_tokens" -> StopReason.LENGTH;
                case "toolUse", "tool_use", "tool_calls" -> StopReason.TOOL_USE;
                default -> StopReason.STOP;
            };
        }
    }
}

package dev.pawl.ai.openai;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of one stream, put together from fragments that may be interleaved.
 *
 * <p>A call is opened when its name and id are known; until then its arguments wait. A provider that does not report
 * when an answer is finished is not waited for.
 */
final class ChatCalls {
    private final AnswerBuilder answer;
    private final boolean patient;
    private final List<Call> calls = new ArrayList<>();
    private final Map<Long, Call> byIndex = new HashMap<>();

    ChatCalls(AnswerBuilder answer, boolean patient) {
        this.answer = answer;
        this.patient = patient;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    void take(JsonObject fragment) {
        var function = fragment.object("function");
        var id = fragment.string("id", "");
        var name = function.string("name", "");
        var call = find(fragment, id, name);
        call.id = call.id.isEmpty() ? id : call.id;
        call.name = call.name.isEmpty() ? name : call.name;
        call.grow(arguments(function));
        if (call.block == null && !call.name.isEmpty() && (!call.id.isEmpty() || !patient)) {
            openUpTo(call);
        }
    }

    /** Opens what still waits: no more will be known of it. */
    void finish() {
        for (var call : calls) {
            call.open();
        }
    }

    /** Calls keep their order, so those before are opened too, if they can be. */
    private void openUpTo(Call last) {
        for (var call : calls) {
            if (call == last || !call.name.isEmpty()) {
                call.open();
            }
            if (call == last) {
                return;
            }
        }
    }

    private Call find(JsonObject fragment, String id, String name) {
        var index = fragment.get("index") instanceof Number number ? number.longValue() : null;
        var known = index != null ? byIndex.get(index) : known(id, name);
        // Some number all their calls 0; a new call then shows by its own id and name.
        if (known != null && (name.isEmpty() || id.isEmpty() || known.id.isEmpty() || id.equals(known.id))) {
            return known;
        }
        var call = new Call();
        calls.add(call);
        if (index != null) {
            byIndex.put(index, call);
        }
        return call;
    }

    /** Returns the call that a fragment without a number continues with. */
    private @Nullable Call known(String id, String name) {
        for (var call : calls) {
            if (!id.isEmpty() && id.equals(call.id)) {
                return call;
            }
        }
        return calls.isEmpty() || !id.isEmpty() || !name.isEmpty() ? null : calls.getLast();
    }

    private static String arguments(JsonObject function) {
        var arguments = function.get("arguments");
        if (arguments instanceof String text) {
            return text;
        }
        return arguments instanceof JsonObject object ? Json.write(object) : "";
    }

    /** One call and what waits for it. */
    private final class Call {
        private final StringBuilder waiting = new StringBuilder();
        private String id = "";
        private String name = "";
        private @Nullable AnswerBlock block;

        void grow(String arguments) {
            if (block == null) {
                waiting.append(arguments);
            } else {
                answer.append(block, arguments);
            }
        }

        void open() {
            if (block == null) {
                block = answer.openTool(id, name);
                answer.append(block, waiting.toString());
            }
        }
    }
}

package dev.pawl.ai.openai;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a model's thinking that a provider wants to have back: summaries, text with its proof, and encrypted
 * pieces.
 *
 * <p>They come in fragments beside the answer and are kept, as JSON, in the signature of the thinking block.
 */
final class ReasoningDetails {
    private final List<Piece> pieces = new ArrayList<>();

    /** Takes in fragments; false if there was none that is known. */
    boolean add(List<JsonObject> fragments) {
        boolean any = false;
        for (var fragment : fragments) {
            if (isKnown(fragment)) {
                any = true;
                add(fragment);
            }
        }
        return any;
    }

    private void add(JsonObject fragment) {
        var growing = growingField(fragment);
        var last = pieces.isEmpty() ? null : pieces.getLast();
        if (growing != null && last != null && growing.equals(last.growing)) {
            last.text.append(fragment.string(growing, ""));
            last.fill(fragment);
        } else {
            pieces.add(new Piece(fragment, growing));
        }
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    String signature() {
        return Json.write(pieces.stream().map(Piece::toJson).toList());
    }

    /** Returns the details kept in a signature; none if it holds something else. */
    static List<JsonObject> parse(@Nullable String signature) {
        if (signature == null || !signature.startsWith("[")) {
            return List.of();
        }
        if (!(parsed(signature) instanceof List<?> list)) {
            return List.of();
        }
        var details = new ArrayList<JsonObject>();
        for (var element : list) {
            if (!(element instanceof JsonObject detail) || !isKnown(detail)) {
                return List.of();
            }
            details.add(detail);
        }
        return details;
    }

    /** Returns the encrypted detail that older sessions keep with a call. */
    static List<JsonObject> ofCall(@Nullable String signature) {
        if (signature != null
                && signature.startsWith("{")
                && parsed(signature) instanceof JsonObject detail
                && isKnown(detail)
                && "reasoning.encrypted".equals(detail.string("type"))
                && !detail.string("id", "").isEmpty()) {
            return List.of(detail);
        }
        return List.of();
    }

    private static @Nullable Object parsed(String signature) {
        try {
            return Json.parse(signature);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isKnown(JsonObject detail) {
        return switch (detail.string("type", "")) {
            case "reasoning.summary" -> detail.string("summary") != null;
            case "reasoning.text" -> detail.string("text") != null;
            case "reasoning.encrypted" -> detail.string("data") != null;
            default -> false;
        };
    }

    /** Returns the field whose fragments are put together; null where each stands alone. */
    private static @Nullable String growingField(JsonObject detail) {
        return switch (detail.string("type", "")) {
            case "reasoning.summary" -> "summary";
            case "reasoning.text" -> "text";
            default -> null;
        };
    }

    /** One detail, whose text may grow. */
    private static final class Piece {
        private final @Nullable String growing;
        private final StringBuilder text = new StringBuilder();
        private JsonObject detail;

        Piece(JsonObject first, @Nullable String growing) {
            this.growing = growing;
            detail = first;
            if (growing != null) {
                text.append(first.string(growing, ""));
            }
        }

        /** Takes over what the earlier fragments did not have: mostly the signature, which comes last. */
        void fill(JsonObject fragment) {
            for (var field : fragment.asMap().entrySet()) {
                if (field.getValue() != null && detail.get(field.getKey()) == null) {
                    detail = detail.with(field.getKey(), field.getValue());
                }
            }
        }

        JsonObject toJson() {
            return growing == null ? detail : detail.with(growing, text.toString());
        }
    }
}

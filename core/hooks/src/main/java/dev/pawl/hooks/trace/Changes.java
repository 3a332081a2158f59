package dev.pawl.hooks.trace;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Sha256;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Describes how one event differs from another: by place, size and digest, never by the text itself.
 *
 * <p>Text that a hook removed must not survive in a trace. Only what a hook put into the arguments of a tool call is shown
 * as it is, as long as no other hook took that out again: it is what users look for.
 */
public final class Changes {
    private static final int SHORT = 120;
    private static final int MOST = 8;
    private static final int MOST_ELEMENTS = 3;
    private static final int DEEPEST = 16;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_$][A-Za-z_$.-]{0,31}");
    private static final int SHOWN_OF_DIGEST = 4;
    private static final byte[] KEY = new byte[32];
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    static {
        new SecureRandom().nextBytes(KEY);
    }

    private final boolean values;
    private final List<String> found = new ArrayList<>();
    private int more;

    private Changes(boolean values) {
        this.values = values;
    }

    /** Null if nothing differs. */
    public static @Nullable String between(Object before, Object after) {
        if (before == after) {
            return null;
        }
        if (before.getClass() != after.getClass() || !before.getClass().isRecord()) {
            return "changed";
        }
        return between(before, after, before instanceof ToolCall);
    }

    private static @Nullable String between(Object before, Object after, boolean values) {
        var changes = new Changes(values);
        changes.compare("", before, after, 0);
        return changes.found.isEmpty() ? null : changes.words();
    }

    /** Returns the same without any value, for a change that another hook changes again; null if that is the same. */
    public static @Nullable String withoutValues(Object before, Object after) {
        return before instanceof ToolCall && after instanceof ToolCall ? between(before, after, false) : null;
    }

    /** Returns what a handler would have changed, without any value of a call; null for nothing. */
    public static @Nullable String would(Object before, Object after) {
        var changed = before == after ? null : between(before, after);
        var bare = changed == null ? null : withoutValues(before, after);
        return changed == null ? null : "would change " + (bare == null ? changed : bare);
    }

    /** Returns what a handler stopped an event with, without what a command printed. */
    public static String stop(@Nullable Object result) {
        return result instanceof UserBash.Answer.Result(var answer)
                ? "answered with " + sized(answer.output())
                : String.valueOf(result);
    }

    private String words() {
        return String.join("; ", found) + (more == 0 ? "" : "; and " + more + " more");
    }

    private void compare(String place, @Nullable Object before, @Nullable Object after, int depth) {
        if (before == after) {
            return;
        }
        if (before == null || after == null || depth == DEEPEST) {
            leaf(place, before, after);
        } else if (before instanceof JsonObject old && after instanceof JsonObject now) {
            maps(place, old.asMap(), now.asMap(), depth);
        } else if (before instanceof Map<?, ?> old && after instanceof Map<?, ?> now) {
            maps(place, old, now, depth);
        } else if (before instanceof List<?> old && after instanceof List<?> now && old.size() == now.size()) {
            lists(place, old, now, depth);
        } else if (before.getClass() == after.getClass() && before.getClass().isRecord()) {
            for (var component : COMPONENTS.get(before.getClass())) {
                compare(
                        place.isEmpty() ? component.getName() : place + "." + component.getName(),
                        read(component, before),
                        read(component, after),
                        depth + 1);
            }
        } else if (before instanceof Optional<?> old && after instanceof Optional<?> now) {
            compare(place, old.orElse(null), now.orElse(null), depth + 1);
        } else {
            leaf(place, before, after);
        }
    }

    private void lists(String place, List<?> before, List<?> after, int depth) {
        var changed = new ArrayList<Integer>();
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i) != after.get(i) && !Objects.equals(before.get(i), after.get(i))) {
                changed.add(i);
            }
        }
        if (changed.size() > MOST_ELEMENTS) {
            add(place + ": " + changed.size() + " of " + before.size() + " elements changed");
            return;
        }
        for (int i : changed) {
            compare(place + "[" + i + "]", before.get(i), after.get(i), depth + 1);
        }
    }

    private void maps(String place, Map<?, ?> before, Map<?, ?> after, int depth) {
        var names = new LinkedHashSet<Object>(before.keySet());
        names.addAll(after.keySet());
        for (var name : names) {
            compare(place + "." + name(name), before.get(name), after.get(name), depth + 1);
        }
    }

    /** A name that may itself be what was taken out is not repeated. */
    private static String name(@Nullable Object name) {
        var text = String.valueOf(name);
        return PLAIN_NAME.matcher(text).matches() ? text : "(" + digest(text) + ")";
    }

    private void leaf(String place, @Nullable Object before, @Nullable Object after) {
        if (Objects.equals(before, after)) {
            return;
        }
        add(place + ": " + words(before, false) + " → " + words(after, values));
    }

    private void add(String words) {
        if (found.size() == MOST) {
            more++;
        } else {
            found.add(words);
        }
    }

    private static String words(@Nullable Object value, boolean shown) {
        return switch (value) {
            case null -> "none";
            case List<?> list -> list.size() + (list.size() == 1 ? " element" : " elements");
            case Map<?, ?> map -> fields(map.size());
            case JsonObject object -> fields(object.asMap().size());
            case Boolean truth -> truth.toString();
            case Enum<?> choice -> choice.name();
            case Record record -> "a " + record.getClass().getSimpleName();
            default -> shown ? shortened(value.toString()) : sized(value);
        };
    }

    private static String fields(int count) {
        return count + (count == 1 ? " field" : " fields");
    }

    private static String sized(Object value) {
        var text = value.toString();
        var what = value instanceof CharSequence
                ? text.length() + (text.length() == 1 ? " character" : " characters")
                : value instanceof Number ? "a number" : "a " + value.getClass().getSimpleName();
        return what + " (" + digest(text) + ")";
    }

    private static String shortened(String text) {
        return text.length() <= SHORT ? text : text.substring(0, SHORT) + "… (" + text.length() + " characters)";
    }

    private static @Nullable Object read(RecordComponent component, Object record) {
        try {
            var accessor = component.getAccessor();
            // Records of hooks may not be public.
            return accessor.canAccess(record) || accessor.trySetAccessible() ? accessor.invoke(record) : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Returns a digest that tells equal texts of one run of the program from different ones. */
    private static String digest(String text) {
        var sha = Sha256.begin();
        sha.update(KEY);
        var sum = sha.digest(text.getBytes(StandardCharsets.UTF_8));
        return "#" + HexFormat.of().formatHex(sum, 0, SHOWN_OF_DIGEST);
    }
}

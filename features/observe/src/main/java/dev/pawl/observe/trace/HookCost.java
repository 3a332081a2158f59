package dev.pawl.observe.trace;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The cost of one hook that changed messages which had been sent before.
 *
 * @param breaks how often it broke the cache of a prompt
 * @param tokens how many tokens were paid again because of that, estimated
 */
public record HookCost(String hook, int breaks, long tokens) {
    /** The costs of all hooks that had any, the highest first. */
    public static List<HookCost> of(List<TraceLine> lines) {
        var byHook = new LinkedHashMap<String, HookCost>();
        for (var line : lines) {
            if (line.remark() && line.tokens() > 0) {
                for (var step : line.steps()) {
                    byHook.merge(step.hook(), new HookCost(step.hook(), 1, line.tokens()), HookCost::plus);
                }
            }
        }
        var all = new ArrayList<>(byHook.values());
        all.sort(Comparator.comparingLong(HookCost::tokens).reversed());
        return all;
    }

    private HookCost plus(HookCost other) {
        return new HookCost(hook, breaks + other.breaks, tokens + other.tokens);
    }

    public JsonObject toJson() {
        return JsonObject.of("hook", hook, "breaks", breaks).with("tokens", tokens);
    }
}

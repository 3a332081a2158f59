package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;

/** Computes the cost of tokens from the model's prices in dollars per million. */
final class Prices {
    private static final double MILLION = 1_000_000;

    private Prices() {}

    /**
     * Returns tokens with their price. A tier counts for the whole request as soon as its input is larger than the tier's
     * limit.
     *
     * @param hour how many of {@code cacheWrite} are kept for an hour; they cost twice as much as input
     */
    static Usage usage(
            Model model, long input, long output, long cacheRead, long cacheWrite, long hour, JsonObject extra) {
        var price = tier(model, input + cacheRead + cacheWrite);
        double in = price.input() / MILLION * input;
        double out = price.output() / MILLION * output;
        double read = price.cacheRead() / MILLION * cacheRead;
        double write = (price.cacheWrite() * (cacheWrite - hour) + price.input() * 2 * hour) / MILLION;
        return new Usage(
                input,
                output,
                cacheRead,
                cacheWrite,
                input + output + cacheRead + cacheWrite,
                new Cost(in, out, read, write, in + out + read + write, Cost.RECKONED),
                extra);
    }

    private static Cost tier(Model model, long inputTokens) {
        var price = model.cost();
        long reached = -1;
        for (var tier : model.cost().extra().objects("tiers")) {
            long above = tier.number("inputTokensAbove", Long.MAX_VALUE);
            if (inputTokens > above && above > reached) {
                reached = above;
                price = Cost.from(tier);
            }
        }
        return price;
    }
}

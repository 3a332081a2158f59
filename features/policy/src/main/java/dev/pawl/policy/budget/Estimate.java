package dev.pawl.policy.budget;

import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;

/** Estimates what a request may cost, by those that have ended. */
public final class Estimate {
    private Spent largest = Spent.NOTHING;

    /** A request has ended. */
    public synchronized void ended(Usage usage) {
        largest = largest.most(Spent.of(usage));
    }

    /** The largest request so far, separately for money and tokens. */
    synchronized Spent largest() {
        return largest;
    }

    /**
     * What a request may cost: as much as the largest so far, or as much as the model can take and give where there was
     * none. It is never nothing, so that what is set aside is seen by others.
     */
    public synchronized Spent possible(Model model) {
        if (!largest.equals(Spent.NOTHING)) {
            return largest;
        }
        var cost = model.cost();
        double dollars = (model.contextWindow() * cost.input() + model.maxTokens() * cost.output()) / 1e6;
        return new Spent(dollars, Math.max(1, (double) model.contextWindow() + model.maxTokens()));
    }
}

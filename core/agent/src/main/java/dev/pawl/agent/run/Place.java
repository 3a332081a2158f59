package dev.pawl.agent.run;

import java.util.List;

/** The place of a request among those that have not begun yet. The {@link RunQueue} guards it. */
final class Place {
    enum Stage {
        /** A hook made it while the end of a run was reported: it waits for that, and holds up nothing. */
        AFTER_END,
        /** Its turn has not come, or input handlers are asked about it. */
        ASKED_ABOUT,
        /** Its handlers waited for a timer, or for an answer of somebody else: from then on it holds up no other. */
        ASIDE,
        /** Its handlers have answered, and it is about to begin. */
        READY,
        /** It waits for the run under way to end, or to decide whether another one follows. */
        BEHIND_RUN
    }

    final Request request;
    final Runnable begun;
    Stage stage = Stage.ASKED_ABOUT;

    /** Whether the run that was under way when a prompt was sent had been aborted: the prompt waits for its end. */
    final boolean afterAbort;

    /** Set if an abort came before it began: the run that it starts is stopped at once. */
    boolean aborted;

    Place(Request request, Runnable begun, boolean afterAbort) {
        this.request = request;
        this.begun = begun;
        this.afterAbort = afterAbort;
    }

    /**
     * Returns whether input handlers may be asked about it: they are asked about one message of hooks at a time, in the
     * order in which hooks sent them. One whose handlers wait for something holds up no other.
     */
    boolean mayBeAskedAbout(List<Place> all) {
        return older(all).stream().noneMatch(Place::isOnItsWay);
    }

    /**
     * Returns whether it may begin once its handlers have answered: a message of a hook stands behind the prompts that
     * users sent before it. A prompt that yields keeps it back only while handlers are asked about that prompt, and a
     * trigger, about which no handler is asked, not at all.
     */
    boolean mayBegin(List<Place> all) {
        return request.isOfUser() || older(all).stream().noneMatch(this::standsBehind);
    }

    /** Returns whether a prompt that yields may begin: what hooks sent after it has begun, or waits for something. */
    boolean hasYielded(List<Place> all) {
        return all.subList(all.indexOf(this) + 1, all.size()).stream().noneMatch(Place::isOnItsWay);
    }

    /**
     * Returns whether a run waits for it before it takes messages from the queues: it waits for those that hooks sent
     * before, unless their handlers, or those of a prompt that they stand behind, wait for something.
     */
    boolean holdsRun(List<Place> all) {
        return all.contains(this)
                && isOnItsWay()
                && older(all).stream().noneMatch(one -> one.stage == Stage.ASIDE && standsBehind(one));
    }

    /** Returns whether it is a message of a hook that has neither begun nor stepped aside. */
    boolean isOnItsWay() {
        return !request.isOfUser() && stage != Stage.ASIDE && stage != Stage.AFTER_END;
    }

    private boolean standsBehind(Place older) {
        if (!older.request.isOfUser()) {
            return older.stage == Stage.READY;
        }
        if (older.request instanceof Request.Prompt(var yields) && yields) {
            return older.stage == Stage.ASKED_ABOUT && !(request instanceof Request.Trigger);
        }
        return older.stage != Stage.BEHIND_RUN;
    }

    /** A place that was left already stands behind none. */
    private List<Place> older(List<Place> all) {
        return all.subList(0, Math.max(0, all.indexOf(this)));
    }
}

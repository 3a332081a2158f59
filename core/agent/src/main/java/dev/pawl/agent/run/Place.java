package dev.pawl.agent.run;

import java.util.List;

/** The place of a request among those that have not begun yet. The {@link RunQueue} guards it. */
final class Place {
    enum Stage {
        /** Its turn has not come, or input handlers are asked about it. */
        ASKED_ABOUT,
        /** Its handlers have answered, and it is about to begin. */
        READY,
        /** It waits for the run under way to end, or to decide whether another one follows. */
        BEHIND_RUN
    }

    final Request request;
    final Runnable begun;
    Stage stage = Stage.ASKED_ABOUT;

    /** Set once its handlers wait for a timer, or for an answer of somebody else. */
    boolean aside;

    /** Set if the run that was under way when a prompt was sent had been aborted: the prompt waits for its end. */
    boolean afterAbort;

    Place(Request request, Runnable begun) {
        this.request = request;
        this.begun = begun;
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
                && older(all).stream().noneMatch(one -> one.aside && standsBehind(one));
    }

    /** Returns whether it is a message of a hook that has neither begun nor stepped aside. */
    boolean isOnItsWay() {
        return !request.isOfUser() && !aside;
    }

    private boolean standsBehind(Place older) {
        if (!older.request.isOfUser()) {
            return older.stage == Stage.READY && !older.aside;
        }
        if (older.request instanceof Request.Prompt(var yields) && yields) {
            return older.stage == Stage.ASKED_ABOUT && !older.aside && !(request instanceof Request.Trigger);
        }
        return older.stage != Stage.BEHIND_RUN;
    }

    /** A place that was left already stands behind none. */
    private List<Place> older(List<Place> all) {
        return all.subList(0, Math.max(0, all.indexOf(this)));
    }
}

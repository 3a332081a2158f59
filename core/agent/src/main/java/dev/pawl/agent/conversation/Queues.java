package dev.pawl.agent.conversation;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.HookError;
import dev.pawl.config.settings.Choices.QueueMode;
import dev.pawl.session.ledger.WaitingMessages;
import dev.pawl.session.ledger.WaitingMessages.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Messages that wait while the agent works: some for the end of the current tools, some for when it would stop. */
public final class Queues {
    /** The number of times in a row that hooks may continue the agent without a message from the user or the use of a tool. */
    public static final int MOST_ROUNDS = 25;

    static final String BRAKED = "hooks sent the agent on " + MOST_ROUNDS + " times in a row, and it used no tool: it"
            + " stops here, and their last messages go along with your next one";

    public static final String BRAKED_AT_END = "hooks sent the agent on " + MOST_ROUNDS
            + " times in a row, and it used no" + " tool: it stops here, and the message was not sent";

    private final Set<Message> ofHooks = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Message> nextTurn = new ArrayList<>();
    private int rounds;
    private boolean tookSteering;
    private final List<Message> steering = new ArrayList<>();
    private final List<Message> followUp = new ArrayList<>();
    private final List<String> steeringTexts = new ArrayList<>();
    private final List<String> followUpTexts = new ArrayList<>();
    private final WaitingMessages kept;
    private final List<Waiting> unsent = new ArrayList<>();
    private final Consumer<AgentEvent> listener;
    private @Nullable Waiting underWay;
    private QueueMode steeringMode;
    private QueueMode followUpMode;

    /** @param kept keeps messages of the user until they are in the session */
    public Queues(QueueMode steeringMode, QueueMode followUpMode, WaitingMessages kept, Consumer<AgentEvent> listener) {
        this.kept = kept;
        this.steeringMode = steeringMode;
        this.followUpMode = followUpMode;
        this.listener = listener;
    }

    /** Adds a message at the end; {@link #report} reports it. */
    public synchronized void add(Message message, boolean asFollowUp, boolean byHook) {
        insert(message, asFollowUp, byHook);
        if (!byHook && message instanceof Message.User user) {
            unsent.add(new Waiting(user, asFollowUp));
            kept.keep(unsent);
        }
    }

    private void insert(Message message, boolean asFollowUp, boolean byHook) {
        (asFollowUp ? followUp : steering).add(message);
        if (message instanceof Message.User) {
            (asFollowUp ? followUpTexts : steeringTexts).add(message.text());
        }
        if (byHook) {
            ofHooks.add(message);
        } else {
            rounds = 0;
        }
    }

    /** A message is being sent: if it waited here, it waits no longer. */
    void sent(Message.User message) {
        boolean waited;
        synchronized (this) {
            var text = message.text();
            waited = steeringTexts.remove(text) || followUpTexts.remove(text);
            underWay = unsent.stream()
                    .filter(one -> isSame(one.message(), message))
                    .findFirst()
                    .orElse(null);
        }
        if (waited) {
            report();
        }
    }

    /** Forgets the message that was being sent: the session contains it now. */
    synchronized void recorded() {
        if (underWay != null) {
            unsent.remove(underWay);
            underWay = null;
            kept.keep(unsent);
        }
    }

    /**
     * Has the messages wait again that the program before did not send.
     *
     * @param sent the messages of the user in the session; one of them may be in both places after a crash
     * @return how many there are
     */
    public int restore(Supplier<List<Message.User>> sent) {
        var left = kept.read();
        if (left.isEmpty()) {
            return 0;
        }
        var inSession = sent.get();
        synchronized (this) {
            for (var one : left) {
                if (inSession.stream().noneMatch(message -> isSame(message, one.message()))) {
                    insert(one.message(), one.asFollowUp(), false);
                    unsent.add(one);
                }
            }
            kept.keep(unsent);
        }
        report();
        return waiting();
    }

    private static boolean isSame(Message.User one, Message.User other) {
        return one.timestamp() == other.timestamp() && one.text().equals(other.text());
    }

    /** Lets hooks continue the agent again, because the user sent a message or a tool is used. */
    public synchronized void resetRoundLimit() {
        rounds = 0;
    }

    /** Counts a round; false if hooks may not continue the agent once more. */
    public synchronized boolean admitsRound() {
        return ++rounds <= MOST_ROUNDS;
    }

    /** A message that goes along with the next prompt. */
    public synchronized void withNextTurn(Message message) {
        nextTurn.add(message);
    }

    public synchronized List<Message> takeNextTurn() {
        var taken = List.copyOf(nextTurn);
        nextTurn.clear();
        return taken;
    }

    /** Puts messages that were taken but not delivered in front of the others. */
    public void putBack(List<Message> messages, boolean asFollowUp) {
        if (messages.isEmpty()) {
            return;
        }
        synchronized (this) {
            (asFollowUp ? followUp : steering).addAll(0, messages);
        }
    }

    /** Takes over what waits in a session whose hooks are loaded again. */
    public void takeOver(Queues other) {
        other.steering().forEach(message -> add(message, false, other.isOfHook(message)));
        other.followUps().forEach(message -> add(message, true, other.isOfHook(message)));
        other.takeNextTurn().forEach(this::withNextTurn);
    }

    /** Takes the messages to send next: first those that steer, then those that follow. */
    public List<Message> takeNext() {
        var next = takeSteering();
        synchronized (this) {
            tookSteering = !next.isEmpty();
        }
        return next.isEmpty() ? takeFollowUps() : next;
    }

    public List<Message> takeSteering() {
        return take(steering, steeringMode);
    }

    public List<Message> takeFollowUps() {
        return take(followUp, followUpMode);
    }

    public synchronized boolean isEmpty() {
        return steering.isEmpty() && followUp.isEmpty();
    }

    /** Returns how many messages of the user have not been sent yet. */
    public synchronized int waiting() {
        return steeringTexts.size() + followUpTexts.size();
    }

    /** Returns whether the messages that {@link #takeNext} returned last were waiting to steer. */
    public synchronized boolean tookSteering() {
        return tookSteering;
    }

    private synchronized boolean isOfHook(Message message) {
        return ofHooks.contains(message);
    }

    synchronized List<Message> steering() {
        return List.copyOf(steering);
    }

    synchronized List<Message> followUps() {
        return List.copyOf(followUp);
    }

    /** Empties both and returns what was in them. */
    public AgentEvent.QueueChanged clear() {
        AgentEvent.QueueChanged before;
        synchronized (this) {
            before = texts();
            steering.clear();
            followUp.clear();
            steeringTexts.clear();
            followUpTexts.clear();
            ofHooks.clear();
            unsent.clear();
            kept.keep(unsent);
        }
        report();
        return before;
    }

    /** Sets how many messages that steer are sent at a time. */
    public synchronized void steeringMode(QueueMode mode) {
        steeringMode = mode;
    }

    /** Sets how many messages that follow are sent at a time. */
    public synchronized void followUpMode(QueueMode mode) {
        followUpMode = mode;
    }

    public synchronized QueueMode steeringMode() {
        return steeringMode;
    }

    public synchronized QueueMode followUpMode() {
        return followUpMode;
    }

    private List<Message> take(List<Message> queue, QueueMode mode) {
        synchronized (this) {
            if (queue.isEmpty()) {
                return List.of();
            }
            var taken = List.copyOf(mode == QueueMode.ALL ? queue : queue.subList(0, 1));
            if (!taken.stream().allMatch(ofHooks::contains) || admitsRound()) {
                queue.subList(0, taken.size()).clear();
                taken.forEach(ofHooks::remove);
                return taken;
            }
            setAside(queue);
        }
        report();
        listener.accept(new AgentEvent.HookFailed(new HookError("hooks", "send_message", BRAKED, null)));
        return List.of();
    }

    /** All messages of hooks in a queue go along with the next prompt. */
    private void setAside(List<Message> queue) {
        for (var message : List.copyOf(queue)) {
            if (ofHooks.remove(message)) {
                queue.removeIf(other -> other == message);
                (queue == followUp ? followUpTexts : steeringTexts).remove(message.text());
                nextTurn.add(message);
            }
        }
    }

    /** Reports the messages that wait now. */
    public void report() {
        AgentEvent.QueueChanged now;
        synchronized (this) {
            now = texts();
        }
        listener.accept(now);
    }

    /** Only messages of the user are shown; messages of hooks wait unseen. */
    private AgentEvent.QueueChanged texts() {
        return new AgentEvent.QueueChanged(List.copyOf(steeringTexts), List.copyOf(followUpTexts));
    }
}

package dev.pawl.agent.request;

import dev.pawl.agent.conversation.ContextCost;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ModelRegistry;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Asks the model with the conversation as it stands, one request at a time. */
public final class Requester {
    private final Recorder recorder;
    private final Asking asking;
    private final RoutedModels routed;
    private final ContextPreview preview;
    private final ReentrantLock requests = new ReentrantLock();

    public Requester(Recorder recorder, Asking asking, RoutedModels routed, ContextPreview preview) {
        this.recorder = recorder;
        this.asking = asking;
        this.routed = routed;
        this.preview = preview;
    }

    /** Asks the model and keeps its answer. */
    public Message.Assistant ask() throws InterruptedException {
        recorder.beginTurn();
        requests.lockInterruptibly();
        try {
            return asking.ask();
        } finally {
            requests.unlock();
        }
    }

    /** Records an answer that stands for a run that broke. */
    public Message.Assistant broken(StopReason reason, String words) {
        return asking.broken(reason, words);
    }

    /** Something that needs the whole conversation. */
    @FunctionalInterface
    public interface BetweenRequests {
        void run() throws InterruptedException;
    }

    /** Runs it while no request is under way. */
    public void betweenRequests(BetweenRequests work) throws InterruptedException {
        requests.lockInterruptibly();
        try {
            work.run();
        } finally {
            requests.unlock();
        }
    }

    /** The run is over; whether another follows is not known. */
    public void runEnded() {
        asking.runEnded();
    }

    /** The additional cost of the latest request that hooks caused. */
    public ContextCost cost() {
        return asking.cost();
    }

    /** The message to the model about the rules that its last answer broke; null if it broke none. */
    public Message.@Nullable User takeReprimand() {
        return asking.takeReprimand();
    }

    /** The models as hooks ask them, virtual ones too. */
    public ModelRegistry routed() {
        return routed;
    }

    /** Shows hooks the context before it is sent. */
    public ContextPreview preview() {
        return preview;
    }
}

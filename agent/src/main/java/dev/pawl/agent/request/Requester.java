package dev.pawl.agent.request;

import dev.pawl.agent.conversation.ContextCost;
import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRegistry;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Asks the model with the conversation as it stands, one request at a time. */
public final class Requester {
    private final LiveSession live;
    private final Asking asking;
    private final RoutedModels routed;
    private final ContextPreview preview;
    private final ReentrantLock requests = new ReentrantLock();

    public Requester(LiveSession live) {
        this.live = live;
        var routing = new Routing(live);
        this.asking = new Asking(live, routing);
        this.routed = new RoutedModels(live, routing);
        this.preview = new ContextPreview(live);
    }

    /** Asks the model and keeps its answer. */
    public Message.Assistant ask() throws InterruptedException {
        live.beginTurn();
        requests.lockInterruptibly();
        try {
            return asking.ask();
        } finally {
            requests.unlock();
        }
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

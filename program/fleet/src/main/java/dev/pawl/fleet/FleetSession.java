package dev.pawl.fleet;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.fleet.durable.Claim;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Next;
import dev.pawl.session.ledger.StepLog;
import dev.pawl.session.store.Journal;
import dev.pawl.start.AgentStart;
import dev.pawl.start.Closings;
import dev.pawl.start.Wiring;
import dev.pawl.start.Workplace;
import dev.pawl.start.attach.Question;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One claimed session: an agent with hooks, tools and a folder of its own, whose every entry goes to the fleet first.
 */
final class FleetSession implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Claim claim;
    private final ClaimJournal journal;
    private final NoticePrinter notices;
    private final Closings closings = new Closings();
    private final Agent agent;
    private final AtomicReference<@Nullable Next> parked = new AtomicReference<>();

    /**
     * Opens a session that was claimed.
     *
     * @param line what the program was asked for about models and tools
     * @param limits what requests are kept to
     */
    FleetSession(Claim claim, CommandLine line, Places places, PrintStream err, LimitsOf limits)
            throws IOException, InterruptedException {
        this.claim = claim;
        var lines = claim.lines();
        this.journal = new ClaimJournal(claim, lines.size(), claim.steps());
        this.notices = new NoticePrinter(places, err);
        var ui = new FleetUi(new FleetUi.Asking() {
            @Override
            public int place() {
                return messages();
            }

            @Override
            public JsonObject answer(Question question) throws InterruptedException, IOException {
                return answered(question);
            }
        });
        var hook = limits.hook(new RequestLimits.Parking() {
            @Override
            public boolean isPossible() {
                return agent().runningWork().isEmpty();
            }

            @Override
            public void park(Next next) throws InterruptedException {
                FleetSession.this.park(next);
            }
        });
        var wiring =
                new Wiring(line, places, Mode.RPC, ui, notices, Workplace.with(Map.of("fleet", hook), Engines.SECRETS));
        closings.endsWith(notices::close);
        try {
            var start = AgentStart.open(
                    wiring,
                    wiring.sessions(journal),
                    sessions ->
                            sessions.open(LocalCopy.of(wiring.sessionPaths(), claim.session(), lines), places.cwd()),
                    () -> {},
                    closings);
            this.agent = start.agent();
            agent.subscribe(this::onEvent);
            start.begin();
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            closings.close();
            throw e;
        }
    }

    /** Makes the hook that keeps requests to the limits of the fleet. */
    @FunctionalInterface
    interface LimitsOf {
        RequestLimits hook(RequestLimits.Parking session);
    }

    private void onEvent(AgentEvent event) {
        if (event instanceof AgentEvent.HookFailed(var error)) {
            notices.report(error);
        }
    }

    Agent agent() {
        return agent;
    }

    /** The messages without what tools answered: calls of one answer that ask something stand at the same place. */
    private int messages() {
        return (int) agent.messages().stream()
                .filter(message -> !(message instanceof Message.ToolResult))
                .count();
    }

    /**
     * Goes on with a run that was interrupted, and then sends what is in the inbox, until there is nothing more to do.
     *
     * @throws InterruptedException if the worker is to let go of the session
     */
    Next advance() throws IOException, InterruptedException {
        if (claim.isInRun() && !claim.isCancelled()) {
            waitingFor(agent::recover);
        }
        while (parked.get() == null && !claim.isCancelled()) {
            var input = nextPrompt();
            if (input == null) {
                return new Next.Idle();
            }
            journal.sending(input.id());
            waitingFor(() -> send(input.value().string("text", "")));
            if (parked.get() == null && !journal.isSent()) {
                claim.take(input.id()); // A command, or a hook has handled it: no message came of it.
                journal.sending(null);
            }
        }
        var next = parked.get();
        return next == null ? new Next.Idle() : next;
    }

    private void send(String text) throws InterruptedException {
        if (agent.prompt(Prompt.of(text)) == Disposition.QUEUED) {
            agent.waitForIdle();
        }
    }

    private @Nullable Input nextPrompt() throws IOException {
        return claim.inputs().stream()
                .filter(input -> input.kind() == Input.Kind.PROMPT)
                .findFirst()
                .orElse(null);
    }

    /** Something that the agent does, and waits for. */
    @FunctionalInterface
    private interface Run {
        void run() throws InterruptedException;
    }

    private void waitingFor(Run run) throws InterruptedException {
        try {
            run.run();
        } catch (InterruptedException e) {
            // It was caught, so the thread is not marked as interrupted any more.
            if (!claim.isCancelled()) {
                journal.seal();
                throw e;
            }
            agent.abort();
        } catch (RuntimeException e) {
            if (parked.get() == null && !journal.isSealed()) {
                throw e;
            }
        }
    }

    /** The answer, if there is one; otherwise the session releases its worker until there is. */
    private JsonObject answered(Question question) throws IOException, InterruptedException {
        var answer = find(question);
        if (answer != null) {
            return answer;
        }
        if (!agent.runningWork().isEmpty()) {
            return awaited(question);
        }
        park(new Next.Waits(question));
        throw new IllegalStateException("the session was left");
    }

    /** Leaves the session as it is: nothing more is kept, and the run ends. Does not return. */
    private void park(Next next) throws InterruptedException {
        if (parked.compareAndSet(null, next)) {
            journal.seal();
            agent.signalAbort();
        }
        new CountDownLatch(1).await();
    }

    /**
     * A tool that is at work cannot be left and gone on with, so the worker keeps the session until the answer is
     * there.
     */
    private JsonObject awaited(Question question) throws IOException, InterruptedException {
        claim.ask(question);
        while (true) {
            var answer = find(question);
            if (answer != null) {
                return answer;
            }
            Thread.sleep(LOOK);
        }
    }

    private @Nullable JsonObject find(Question question) throws IOException {
        return claim.inputs().stream()
                .filter(input -> input.kind() == Input.Kind.ANSWER
                        && question.key().equals(input.value().string("question")))
                .map(Input::value)
                .findFirst()
                .orElse(null);
    }

    /** From now on nothing is kept: another worker goes on with the session. */
    void seal() {
        journal.seal();
    }

    @Override
    public void close() {
        closings.close();
    }

    /** Carries every entry of a session to the fleet before its file has it, until another writer may go on with it. */
    private static final class ClaimJournal implements Journal, StepLog {
        private final Claim claim;
        private final List<String> past;
        private boolean anew;
        private int lines;
        private @Nullable String prompt;
        private volatile boolean sealed;

        /**
         * @param lines how many lines the session has, with its header
         * @param past the steps of tool calls that were kept before
         */
        ClaimJournal(Claim claim, int lines, List<String> past) {
            this.claim = claim;
            this.past = past;
            this.lines = lines;
        }

        /** The input that is about to be sent: the message that it becomes removes it from the inbox. */
        synchronized void sending(@Nullable String input) {
            prompt = input;
        }

        /** Returns whether the input that was about to be sent has become a message. */
        synchronized boolean isSent() {
            return prompt == null;
        }

        @Override
        public synchronized void append(String session, byte[] line) throws IOException {
            if (sealed) {
                throw new IOException("this worker has let go of session " + claim.session());
            }
            if (!session.equals(claim.session())) {
                throw new IOException(
                        "a session of a fleet stays the one that it is; a hook tried to go on in another one");
            }
            var text = new String(line, StandardCharsets.UTF_8);
            var takes = prompt != null && isOfUser(text) ? prompt : null;
            claim.append(lines, text, takes);
            lines++;
            if (takes != null) {
                prompt = null;
            }
        }

        private static boolean isOfUser(String line) {
            var entry = JsonObject.parse(line);
            return "message".equals(entry.string("type"))
                    && "user".equals(entry.object("message").string("role"));
        }

        @Override
        public StepLog steps() {
            return this;
        }

        @Override
        public List<String> read() {
            return past;
        }

        /** The fleet has a step before it is taken, so that a worker with another home does not take it again. */
        @Override
        public void add(List<String> steps) throws IOException {
            claim.keep(steps, anew);
            anew = false;
        }

        /** The next steps take the place of those so far. */
        @Override
        public void clear() {
            anew = true;
        }

        @Override
        public void end(boolean aside) {
            clear();
        }

        /** From now on nothing is kept. */
        void seal() {
            sealed = true;
        }

        @Override
        public boolean isSealed() {
            return sealed || claim.isLost();
        }
    }
}

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.Pawl;
import dev.pawl.api.message.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * Applies one prompt to many folders, several at a time, with a progress bar and a table at the end.
 *
 * <pre>
 * java BatchRun.java [-j 4] [-m MODEL] "Bump the licence year" repos/*
 * </pre>
 */
final class BatchRun {
    private record Result(Path folder, String outcome, long seconds, int turns, long tokens, double cost, String answer) {}

    private final Pawl pawl;
    private final String model;
    private final String prompt;
    private final Semaphore atOnce;
    private final AtomicInteger done = new AtomicInteger();
    private final int all;

    private BatchRun(Pawl pawl, String model, String prompt, int atOnce, int all) {
        this.pawl = pawl;
        this.model = model;
        this.prompt = prompt;
        this.atOnce = new Semaphore(atOnce);
        this.all = all;
    }

    public static void main(String[] args) throws InterruptedException {
        var rest = new ArrayList<>(List.of(args));
        int atOnce = Integer.parseInt(option(rest, "-j", "4"));
        var model = option(rest, "-m", "");
        if (rest.size() < 2) {
            System.err.println("usage: BatchRun [-j AT_ONCE] [-m MODEL] PROMPT FOLDER...");
            System.exit(2);
        }
        var folders = rest.subList(1, rest.size()).stream().map(Path::of).toList();
        try (var pawl = Pawl.ofUser()) {
            var results = new BatchRun(pawl, model, rest.getFirst(), atOnce, folders.size()).run(folders);
            table(results);
            System.exit(results.stream().allMatch(result -> result.outcome().equals("done")) ? 0 : 1);
        }
    }

    private static String option(List<String> args, String name, String otherwise) {
        int at = args.indexOf(name);
        if (at < 0 || at + 1 >= args.size()) {
            return otherwise;
        }
        args.remove(at);
        return args.remove(at);
    }

    private List<Result> run(List<Path> folders) throws InterruptedException {
        var results = new Result[folders.size()];
        var threads = new ArrayList<Thread>();
        progress();
        for (int i = 0; i < folders.size(); i++) {
            int place = i;
            threads.add(Thread.startVirtualThread(() -> {
                atOnce.acquireUninterruptibly();
                try {
                    results[place] = one(folders.get(place));
                } finally {
                    atOnce.release();
                    done.incrementAndGet();
                    progress();
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        System.err.println();
        return List.of(results);
    }

    private Result one(Path folder) {
        long start = System.nanoTime();
        var turns = new AtomicInteger();
        var tokens = new LongAdder();
        var cost = new DoubleAdder();
        try {
            var builder = pawl.agent(folder).withProject().listener(event -> {
                if (event instanceof AgentEvent.MessageEnded(Message.Assistant answer)) {
                    turns.incrementAndGet();
                    tokens.add(answer.usage().input() + answer.usage().output());
                    cost.add(answer.usage().cost().total());
                }
            });
            try (var agent = (model.isEmpty() ? builder : builder.model(model)).start()) {
                return result(folder, "done", start, turns.get(), tokens, cost, agent.ask(prompt));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            return result(folder, "failed", start, turns.get(), tokens, cost, e.getMessage());
        }
    }

    private static Result result(
            Path folder, String outcome, long start, int turns, LongAdder tokens, DoubleAdder cost, String answer) {
        var line = answer == null ? "" : answer.strip().lines().findFirst().orElse("");
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        return new Result(folder, outcome, seconds, turns, tokens.sum(), cost.sum(), line);
    }

    private synchronized void progress() {
        int filled = all == 0 ? 30 : 30 * done.get() / all;
        System.err.printf("\r[%s%s] %d/%d", "#".repeat(filled), " ".repeat(30 - filled), done.get(), all);
    }

    private static void table(List<Result> results) {
        System.out.printf("%-28s %-7s %5s %6s %9s %9s  %s%n", "folder", "", "s", "turns", "tokens", "$", "answer");
        for (var each : results) {
            System.out.printf(
                    "%-28s %-7s %5d %6d %9d %9.4f  %s%n",
                    each.folder(), each.outcome(), each.seconds(), each.turns(), each.tokens(), each.cost(), each.answer());
        }
    }
}

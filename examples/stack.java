import module dev.pawl.api;
import static dev.pawl.api.HookPoints.CONTEXT;

/** Gives the conversation a stack: /pop goes back to an earlier turn and leaves a summary of the work since then. */
class Stack implements Hook {
    /** The work since an entry, summarised; and what came before, if it is known from a compaction only. */
    record Pop(int backToIndex, String summary, @Nullable String prePopSummary) {}

    /** The entries that a summary replaces. */
    record Range(int from, int to, String summary, Instant since) {
        boolean covers(int index) {
            return from <= index && index < to;
        }

        ContextMessage message() {
            return new ContextMessage(Message.user("[Summary]\n\n" + summary, since.toEpochMilli()), null);
        }
    }

    public void install(Host pi) {
        pi.entry("stack_pop", Pop.class);
        pi.command("pop", "Go back to an earlier turn and summarise the work since then", Stack::pop);
        pi.on(CONTEXT, (context, _) -> context.entries().stream().anyMatch(Stack::isPop)
                ? context.withContextMessages(laterWins(context.entries(), context.contextMessages()))
                : context);
    }

    /** Of all summaries that cover an entry the latest replaces it: once, in place of the first entry it covers. */
    static List<ContextMessage> laterWins(List<Entry> entries, List<ContextMessage> messages) {
        var latestFirst = ranges(entries).reversed();
        var byIndex = messages.stream()
                .filter(message -> message.entryIndex() != null)
                .collect(Collectors.groupingBy(ContextMessage::entryIndex));
        var spoken = new HashSet<Range>();
        var shown = new ArrayList<ContextMessage>();
        for (int i = 0; i < entries.size(); i++) {
            int index = i;
            var winner =
                    latestFirst.stream().filter(range -> range.covers(index)).findFirst();
            if (winner.isPresent() && spoken.add(winner.get())) {
                shown.add(winner.get().message());
            } else if (winner.isEmpty() && !(entries.get(i) instanceof Entry.Compaction)) {
                shown.addAll(byIndex.getOrDefault(i, List.of()));
            }
        }
        return shown;
    }

    private static List<Range> ranges(List<Entry> entries) {
        var ranges = new ArrayList<Range>();
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            if (entry instanceof Entry.Compaction compaction) {
                int kept = compaction.firstKeptEntryIndex(entries);
                // 0: what it kept is not on this branch, so nothing before it is left.
                ranges.add(new Range(0, kept == 0 ? i : kept, compaction.summary(), entry.timestamp()));
            } else if (isPop(entry)) {
                var pop = ((Entry.Other) entry).as(Pop.class);
                if (pop.prePopSummary() != null) {
                    ranges.add(new Range(0, pop.backToIndex(), pop.prePopSummary(), entry.timestamp()));
                }
                ranges.add(new Range(pop.backToIndex(), i, pop.summary(), entry.timestamp()));
            }
        }
        return ranges;
    }

    private static boolean isPop(Entry entry) {
        return entry.type().equals("stack_pop");
    }

    private static Outcome pop(CommandContext ctx) throws Exception {
        ctx.waitForIdle();
        var entries = ctx.session().indexed();
        var turns = turns(entries);
        var model = ctx.models().current();
        if (turns.size() < 2 || model == null) {
            return Outcome.status(model == null ? "Choose a model first" : "Need at least 2 turns");
        }
        turns.pollLastEntry(); // The turn one is in.
        var options = List.copyOf(turns.keySet());
        var chosen = ctx.args().isEmpty()
                ? ctx.ui().select("Pop to:", options)
                : options.stream()
                        .filter(option -> option.startsWith("[" + ctx.args().getFirst() + "]"))
                        .findFirst();
        if (chosen.isEmpty()) {
            return ctx.args().isEmpty() ? Outcome.nothing() : Outcome.status("There is no such turn to pop to");
        }
        int backTo = turns.get(chosen.get());
        var before = isCompacted(entries, backTo)
                ? summarize(entries.subList(0, backTo), "what came before the work that is now done", model, ctx)
                : null;
        var summary = summarize(entries.subList(backTo, entries.size()), "the work that is now done", model, ctx);
        ctx.session().save(new Pop(backTo, summary, before));
        ctx.session().rebuildContext();
        return Outcome.status("Popped to turn " + backTo);
    }

    /** What the user wrote, with its place among the entries in front of it. */
    private static LinkedHashMap<String, Integer> turns(List<Entry> entries) {
        var turns = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Entry.MessageEntry(_, Message.User user, _)) {
                var line = user.text().replaceAll("\\s+", " ");
                turns.put("[" + i + "] " + (line.length() > 40 ? line.substring(0, 40) + "…" : line), i);
            }
        }
        return turns;
    }

    /** Whether the model knows what is in front of an entry only from the summary of a compaction. */
    private static boolean isCompacted(List<Entry> entries, int index) {
        return entries.reversed().stream()
                .filter(Entry.Compaction.class::isInstance)
                .findFirst()
                .filter(latest -> index < ((Entry.Compaction) latest).firstKeptEntryIndex(entries))
                .isPresent();
    }

    private static String summarize(List<Entry> entries, String what, Model model, HookContext ctx) throws Exception {
        var question = new StringJoiner("\n\n").add("Summarise " + what + ". Be concise.");
        int empty = question.length();
        for (var entry : entries) {
            if (entry instanceof Entry.MessageEntry(_, var message, _)
                    && !message.text().isBlank()) {
                question.add(message.role() + ": " + message.text());
            }
        }
        if (question.length() == empty) {
            return "There was no message.";
        }
        var request = ModelRequest.of(List.of(Message.user(question.toString(), System.currentTimeMillis())));
        var answer = ctx.models().complete(model, request.withMaxTokens(2_000));
        if (answer.stopReason() != StopReason.STOP) {
            throw new IOException("the model wrote no summary: " + answer.errorMessage());
        }
        return answer.text();
    }
}

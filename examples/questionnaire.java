import module dev.pawl.api;

/** Lets the model ask several questions at once, on one screen with a tab for each, and read the answers together. */
class Questionnaire implements Hook {
    private static final String DESCRIPTION = """
            Ask the user several questions at once and wait for the answers. Use it when decisions hang together, so
            that the user sees all of them before deciding; give two to four options each.""";

    record Question(
            @About("one or two words that stand for the question") String topic,
            String question,
            @About("answers to choose from; the user may also give another one") List<String> options) {}

    record Arguments(List<Question> questions) {}

    record Answer(String topic, String answer) {}

    record Answers(List<Answer> answers) {}

    public void install(Host pi) {
        pi.tool(Tool.of("questionnaire", DESCRIPTION, Arguments.class, Questionnaire::ask)
                .with(tool -> tool.label("Questions")
                        .sequential()
                        .annotations(new ToolTraits.Annotations(true, false, false, false))));
    }

    private static ToolOutput ask(Arguments arguments, ToolContext ctx) throws Exception {
        if (arguments.questions().isEmpty()) {
            return ToolOutput.error("questionnaire needs at least one question");
        }
        if (ctx.ui().mode() != Mode.TUI) {
            return ToolOutput.error("There is no user to answer. Decide for yourself, and name what you assumed.");
        }
        return ctx.ui().<List<Answer>>custom((screen, theme, keys, done) ->
                        new Form(arguments.questions(), screen, theme, keys, done))
                .map(answers -> ToolOutput.text(text(answers)).withDetails(JsonObject.from(new Answers(answers))))
                .orElseGet(() -> ToolOutput.text("The user did not answer.").terminating());
    }

    private static String text(List<Answer> answers) {
        return answers.stream().map(one -> one.topic() + ": " + one.answer()).collect(Collectors.joining("\n"));
    }

    /** All questions: left and right go from one to the next, up and down choose, typing gives another answer. */
    static class Form implements Component {
        private final List<Question> questions;
        private final Screen screen;
        private final Theme theme;
        private final Keybindings keys;
        private final DialogFactory.Done<List<Answer>> done;
        private final String[] answers;
        private final String[] typed;
        private final int[] marked;
        private int tab;

        Form(
                List<Question> questions,
                Screen screen,
                Theme theme,
                Keybindings keys,
                DialogFactory.Done<List<Answer>> done) {
            this.questions = questions;
            this.screen = screen;
            this.theme = theme;
            this.keys = keys;
            this.done = done;
            answers = new String[questions.size()];
            typed = new String[questions.size()];
            Arrays.fill(typed, "");
            marked = new int[questions.size()];
        }

        public void handleInput(String data) {
            if (keys.matches(data, "tui.select.cancel")) {
                done.done(null);
            } else if (keys.matches(data, "tui.editor.cursorLeft")) {
                tab = Math.max(0, tab - 1);
            } else if (keys.matches(data, "tui.editor.cursorRight") || keys.matches(data, "tui.input.tab")) {
                tab = Math.min(questions.size(), tab + 1);
            } else if (keys.matches(data, "tui.select.confirm")) {
                confirm();
            } else if (tab < questions.size()) {
                choose(data);
            }
            screen.requestRender();
        }

        private void choose(String data) {
            int own = questions.get(tab).options().size();
            if (keys.matches(data, "tui.select.up")) {
                marked[tab] = Math.max(0, marked[tab] - 1);
            } else if (keys.matches(data, "tui.select.down")) {
                marked[tab] = Math.min(own, marked[tab] + 1);
            } else if (keys.matches(data, "tui.editor.deleteCharBackward")) {
                typed[tab] = typed[tab].substring(0, Math.max(0, typed[tab].length() - 1));
            } else if (data.codePointAt(0) >= ' ') {
                marked[tab] = own;
                typed[tab] += data;
            }
        }

        /** Takes the answer and goes to the next question without one; past the last one all are handed in. */
        private void confirm() {
            if (tab < questions.size()) {
                var options = questions.get(tab).options();
                var answer = marked[tab] < options.size() ? options.get(marked[tab]) : typed[tab].strip();
                if (answer.isEmpty()) {
                    return;
                }
                answers[tab] = answer;
            }
            int open = open();
            if (open < 0 && tab == questions.size()) {
                var all = new ArrayList<Answer>();
                for (int i = 0; i < answers.length; i++) {
                    all.add(new Answer(questions.get(i).topic(), answers[i]));
                }
                done.done(all);
            } else {
                tab = open < 0 ? questions.size() : open;
            }
        }

        private int open() {
            for (int i = 0; i < answers.length; i++) {
                if (answers[i] == null) {
                    return i;
                }
            }
            return -1;
        }

        public List<String> render(int width) {
            var lines = new ArrayList<String>();
            lines.add(theme.fg("borderAccent", "─".repeat(width)));
            lines.add(tabs());
            lines.add("");
            if (tab < questions.size()) {
                question(questions.get(tab), lines);
            } else {
                for (int i = 0; i < answers.length; i++) {
                    lines.add(" " + questions.get(i).topic() + ": " + (answers[i] == null ? "?" : answers[i]));
                }
            }
            lines.add("");
            lines.add(theme.fg("muted", " ←→ questions, ↑↓ answers, or type one; "
                    + keys.text("tui.select.confirm") + (tab < questions.size() ? " answers" : " hands in")));
            lines.add(theme.fg("borderAccent", "─".repeat(width)));
            return lines;
        }

        private String tabs() {
            var tabs = new StringBuilder();
            for (int i = 0; i <= questions.size(); i++) {
                var name = i == questions.size()
                        ? "Hand in"
                        : (answers[i] == null ? "☐ " : "☑ ") + questions.get(i).topic();
                tabs.append(i == tab ? theme.bg("selectedBg", "[" + name + "]") : theme.fg("muted", " " + name + " "));
            }
            return tabs.toString();
        }

        private void question(Question question, List<String> lines) {
            lines.add(" " + theme.bold(question.question()));
            for (int i = 0; i <= question.options().size(); i++) {
                boolean own = i == question.options().size();
                var words = own ? "Something else: " + typed[tab] : question.options().get(i);
                lines.add(i == marked[tab] ? theme.fg("accent", " → " + words) : "   " + words);
            }
        }
    }
}

import module dev.pawl.api;

/** Plays snake in the place of the editor, also while the agent works: /snake begins it. */
class Snake implements Hook {
    private static final Duration TICK = Duration.ofMillis(150);

    public void install(Host pi) {
        pi.command("snake", "Play snake", ctx -> {
            if (ctx.ui().mode() != Mode.TUI) {
                return Outcome.status("Snake needs a screen");
            }
            return ctx.ui().<Integer>custom((screen, theme, keys, done) -> new Game(pi, screen, theme, keys, done))
                    .map(points -> Outcome.status("Snake: " + points + (points == 1 ? " point" : " points")))
                    .orElse(Outcome.nothing());
        });
    }

    enum Direction {
        UP(0, -1),
        DOWN(0, 1),
        LEFT(-1, 0),
        RIGHT(1, 0);

        final int x;
        final int y;

        Direction(int x, int y) {
            this.x = x;
            this.y = y;
        }

        boolean isOpposite(Direction other) {
            return x + other.x == 0 && y + other.y == 0;
        }
    }

    record Cell(int x, int y) {}

    /** One moment of the game. The head of the snake comes first. */
    record Board(int columns, int rows, List<Cell> snake, Direction heading, Direction next, Cell food, boolean over) {
        /** The first food lies right ahead. */
        static Board begin(int columns, int rows) {
            var snake = List.of(new Cell(2, rows / 2), new Cell(1, rows / 2), new Cell(0, rows / 2));
            return new Board(columns, rows, snake, Direction.RIGHT, Direction.RIGHT, new Cell(4, rows / 2), false);
        }

        int points() {
            return snake.size() - 3;
        }

        Board turn(Direction wanted) {
            return wanted.isOpposite(heading) ? this : new Board(columns, rows, snake, heading, wanted, food, over);
        }

        Board step() {
            if (over) {
                return this;
            }
            var head = new Cell(snake.getFirst().x() + next.x, snake.getFirst().y() + next.y);
            boolean eats = head.equals(food);
            var body = snake.subList(0, snake.size() - (eats ? 0 : 1));
            if (head.x() < 0 || head.x() >= columns || head.y() < 0 || head.y() >= rows || body.contains(head)) {
                return new Board(columns, rows, snake, next, next, food, true);
            }
            var longer = new ArrayList<>(List.of(head));
            longer.addAll(body);
            return new Board(columns, rows, List.copyOf(longer), next, next, eats ? free(longer) : food, false);
        }

        private Cell free(List<Cell> taken) {
            var free = new ArrayList<Cell>();
            for (int i = 0; i < columns * rows; i++) {
                free.add(new Cell(i % columns, i / columns));
            }
            free.removeAll(taken);
            return free.isEmpty() ? taken.getFirst() : free.get(ThreadLocalRandom.current().nextInt(free.size()));
        }
    }

    /** The timer steps on a thread of its own while the screen draws: the board never changes, it is exchanged. */
    static class Game implements Component {
        private final Screen screen;
        private final Theme theme;
        private final Keybindings keys;
        private final DialogFactory.Done<Integer> done;
        private final AtomicReference<Board> board;
        private final Subscription ticking;
        private volatile boolean paused;

        Game(Host pi, Screen screen, Theme theme, Keybindings keys, DialogFactory.Done<Integer> done) {
            this.screen = screen;
            this.theme = theme;
            this.keys = keys;
            this.done = done;
            board = new AtomicReference<>(begin());
            ticking = pi.every(TICK, _ -> tick());
        }

        /** As large as the screen allows; a cell is two columns wide, which makes it about square. */
        private Board begin() {
            return Board.begin(Math.clamp(screen.columns() / 2 - 1, 6, 24), Math.clamp(screen.rows() - 9, 4, 12));
        }

        private void tick() {
            if (!paused) {
                board.updateAndGet(Board::step);
                screen.requestRender();
            }
        }

        public void handleInput(String data) {
            if (keys.matches(data, "tui.select.cancel") || data.equals("q")) {
                done.done(board.get().points());
            } else if (keys.matches(data, "tui.select.up")) {
                turn(Direction.UP);
            } else if (keys.matches(data, "tui.select.down")) {
                turn(Direction.DOWN);
            } else if (keys.matches(data, "tui.editor.cursorLeft")) {
                turn(Direction.LEFT);
            } else if (keys.matches(data, "tui.editor.cursorRight")) {
                turn(Direction.RIGHT);
            } else if (data.equals(" ")) {
                paused = !paused;
            } else if (keys.matches(data, "tui.select.confirm") && board.get().over()) {
                board.set(begin());
            }
        }

        private void turn(Direction direction) {
            board.updateAndGet(now -> now.turn(direction));
        }

        public List<String> render(int width) {
            var now = board.get();
            var lines = new ArrayList<String>();
            var edge = "─".repeat(2 * now.columns());
            lines.add(theme.fg("border", "┌" + edge + "┐"));
            for (int y = 0; y < now.rows(); y++) {
                var row = new StringBuilder();
                for (int x = 0; x < now.columns(); x++) {
                    row.append(cell(now, new Cell(x, y)));
                }
                lines.add(theme.fg("border", "│") + row + theme.fg("border", "│"));
            }
            lines.add(theme.fg("border", "└" + edge + "┘"));
            lines.add(" " + now.points() + " · " + theme.fg("muted", words(now)));
            return lines;
        }

        private String cell(Board now, Cell cell) {
            if (cell.equals(now.snake().getFirst())) {
                return theme.fg(now.over() ? "error" : "success", "██");
            }
            return now.snake().contains(cell)
                    ? theme.fg("success", "▓▓")
                    : cell.equals(now.food()) ? theme.fg("warning", "◆ ") : "  ";
        }

        private String words(Board now) {
            return now.over()
                    ? "game over, " + keys.text("tui.select.confirm") + " plays again, q ends"
                    : paused ? "paused, space goes on" : "arrow keys steer, space pauses, q ends";
        }

        public void dispose() {
            ticking.close();
        }
    }
}

package dev.pawl.screen.view;

import dev.pawl.base.Programs;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.tui.mouse.MouseOptions;
import dev.pawl.tui.screen.MouseListener;
import dev.pawl.tui.screen.Tui;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Copies text that is selected with the mouse, and opens links and files whose names are clicked. */
final class MouseActions implements MouseListener {
    /** A name of a file and perhaps a line of it, as compilers and tools write it. */
    private static final Pattern FILE = Pattern.compile("([\\w./~@+%-]+[\\w/~+-])(?::(\\d{1,7}))?");

    /** On Linux {@code open} may be another program, so it comes last. */
    private static final List<String> OPENERS = List.of("xdg-open", "wslview", "termux-open-url", "open");

    private final Tui tui;
    private final Copying copying;
    private final ExternalEditor editor;
    private final Map<String, String> environment;
    private final Supplier<Settings> settings;
    private final Supplier<Path> cwd;
    private final AtomicInteger copies = new AtomicInteger();
    private final ReentrantLock oneCopy = new ReentrantLock();

    MouseActions(
            Tui tui,
            Copying copying,
            ExternalEditor editor,
            Map<String, String> environment,
            Supplier<Settings> settings,
            Supplier<Path> cwd) {
        this.tui = tui;
        this.copying = copying;
        this.editor = editor;
        this.environment = environment;
        this.settings = settings;
        this.cwd = cwd;
    }

    void begin() {
        tui.mouse().use(this, this::options);
    }

    private MouseOptions options() {
        var now = settings.get();
        var scrollbar = switch (now.get(Keys.FULLSCREEN_SCROLLBAR)) {
            case AUTO -> MouseOptions.Scrollbar.AUTO;
            case ALWAYS -> MouseOptions.Scrollbar.ALWAYS;
            case HIDDEN -> MouseOptions.Scrollbar.HIDDEN;
        };
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
        return new MouseOptions(
                scrollbar,
                now.get(Keys.FULLSCREEN_COPY_ON_SELECT),
                now.get(Keys.FULLSCREEN_WHEEL_LINES),
                mac && !environment.containsKey("SSH_CONNECTION"));
    }

    /** A double click and a drag may follow each other faster than programs start: the last text is the one that stays. */
    @Override
    public void copy(String text) {
        int number = copies.incrementAndGet();
        Thread.ofVirtual().name("copy").start(() -> copy(text, number));
    }

    private void copy(String text, int number) {
        try {
            oneCopy.lockInterruptibly();
            try {
                if (number == copies.get()) {
                    copyNow(text);
                }
            } finally {
                oneCopy.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void copyNow(String text) throws InterruptedException {
        var done = copying.copy(text);
        long lines = text.lines().count();
        var what = lines > 1 ? lines + " lines" : text.length() + " characters";
        show(done.isDone() ? "copied " + what : "not copied: too long for the terminal, and no clipboard program");
    }

    private void show(String words) {
        tui.run(() -> tui.mouse().flash(words));
    }

    @Override
    public void open(String address) {
        if (address.startsWith("file://")) {
            openFile(URI.create(address).getPath(), 0);
            return;
        }
        Thread.ofVirtual().name("open link").start(() -> {
            try {
                if (environment.containsKey("SSH_CONNECTION") || !opened(address)) {
                    show(copying.copy(address).isDone() ? "copied the address" : address);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private boolean opened(String address) throws InterruptedException {
        for (var name : OPENERS) {
            var program = Programs.find(name, environment);
            if (program != null) {
                try {
                    var process = Programs.away(List.of(program.toString(), address))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
                    process.getOutputStream().close();
                    if (process.waitFor() == 0) {
                        return true;
                    }
                } catch (IOException e) {
                    // The next program, then.
                }
            }
        }
        return false;
    }

    @Override
    public boolean open(String line, int place) {
        var matcher = FILE.matcher(line);
        while (matcher.find()) {
            if (matcher.start() <= place && place < matcher.end()) {
                var number = matcher.group(2);
                return openFile(matcher.group(1), number == null ? 0 : Integer.parseInt(number));
            }
        }
        return false;
    }

    private boolean openFile(String name, int line) {
        var file = file(name);
        return file != null && editor.open(file, line);
    }

    /** The file of a name, if there is one; a word that happens to be the name of a file has a dot or a slash in it. */
    private @Nullable Path file(String name) {
        if (name.indexOf('.') < 0 && name.indexOf('/') < 0) {
            return null;
        }
        try {
            var home = environment.getOrDefault("HOME", "");
            var path = cwd.get().resolve(name.startsWith("~/") ? home + name.substring(1) : name);
            return Files.isRegularFile(path) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}

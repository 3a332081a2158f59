package dev.pawl.policy.checkpoint;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.policy.checkpoint.TreeWalk.FileState;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stores snapshots of a folder: contents as objects of a git repository outside of it, and what git does not store
 * (permissions, empty folders) in a text beside them.
 *
 * <p>A tree in the store has two entries: {@code files}, which git would store, and {@code more}, the text.
 */
public final class Store implements AutoCloseable {
    /** A file that changed this shortly before it was read may change again without a new time. */
    private static final Duration TIME_RESOLUTION = Duration.ofSeconds(2);

    private static final int LARGEST_LISTING = 256 << 20;
    private static final String FILES = "files/";
    private static final String MORE = "more";

    private final Path root;
    private final CheckpointSettings settings;
    private final Set<Path> others;
    private final Path index;
    private final Path links;
    private final Git git;
    private final Set<String> named = new LinkedHashSet<>();
    private Map<String, FileState> states = Map.of();
    private Map<String, Node> indexed = new HashMap<>();
    private @Nullable Snapshot last;

    /**
     * A store.
     *
     * @param root the folder that is saved
     * @param repository where it is saved
     * @param others folders inside of it that are not saved
     */
    public Store(PipedPrograms programs, Path root, Path repository, Set<Path> others, CheckpointSettings settings) {
        this.root = root;
        this.settings = settings;
        var instance = UUID.randomUUID().toString();
        this.index = repository.resolve("pawl-index-" + instance);
        this.links = repository.resolve("pawl-links-" + instance);
        this.git = new Git(programs, repository, index);
        this.others = new HashSet<>(others);
        this.others.add(repository);
    }

    /** Excludes a file or folder: the session of the program itself must not be restored. */
    synchronized void exclude(Path path) {
        others.add(Folders.canonical(path));
    }

    /** The folder that is saved. */
    Path root() {
        return root;
    }

    /** Saves the current state of the folder; returns the name of the tree. */
    public String take() throws IOException, InterruptedException {
        return take(List.of()).tree();
    }

    /**
     * Saves the current state of the folder.
     *
     * @param more files that are included from now on, regardless of rules and limits
     */
    synchronized Snapshot take(Collection<String> more) throws IOException, InterruptedException {
        named.addAll(more);
        var start = Instant.now();
        var walk = new TreeWalk(root, settings, others, states);
        var all = walk.walk();
        var beyond = new HashMap<String, @Nullable FileState>();
        for (var path : named) {
            if (!all.containsKey(path)) {
                beyond.put(path, walk.named(path));
            }
        }
        boolean known = walk.isKnown();
        for (var entry : beyond.entrySet()) {
            var state = entry.getValue();
            if (state != null) {
                all.put(entry.getKey(), state);
                known &= state.id() != null;
            }
        }
        if (last != null
                && known
                && all.size() == states.size()
                && last.leftOut().equals(walk.leftOut())
                && last.named().keySet().equals(beyond.keySet())) {
            return last;
        }
        git.create();
        var nodes = contents(all);
        states = remembered(all, nodes, start.minus(TIME_RESOLUTION));
        var ofCalls = new TreeMap<String, @Nullable Node>();
        beyond.keySet().forEach(path -> ofCalls.put(path, nodes.get(path)));
        boolean same =
                last != null && last.nodes().equals(nodes) && last.leftOut().equals(walk.leftOut());
        var tree = last != null && same ? last.tree() : write(nodes, walk.leftOut());
        last = new Snapshot(tree, nodes, ofCalls, walk.omitted(), walk.leftOut());
        return last;
    }

    /** Removes old data from the store, unless a snapshot of this program may need it. */
    synchronized void prune(Instant now) throws IOException, InterruptedException {
        if (last == null) {
            new Pruning(git, git.repository(), index, settings.keepDays(), now).run();
        }
    }

    /** Reads the snapshot with a name. */
    synchronized Snapshot read(String tree) throws IOException, InterruptedException {
        if (last != null && last.tree().equals(tree)) {
            return last;
        }
        try {
            git.run(new byte[0], 1_000, "cat-file", "-e", tree + "^{tree}");
        } catch (IOException e) {
            throw new IOException(
                    "this checkpoint is no longer in the store; data older than " + settings.keepDays()
                            + " days is removed (checkpoints.keepDays)",
                    e);
        }
        var nodes = new TreeMap<String, Node>();
        for (var line : zeroSeparated(git.run(new byte[0], LARGEST_LISTING, "ls-tree", "-r", "-z", tree))) {
            int tab = line.indexOf('\t');
            var path = line.substring(tab + 1);
            if (!path.startsWith(FILES)) {
                continue;
            }
            var id = line.substring(line.lastIndexOf(' ', tab) + 1, tab);
            int mode = Integer.parseInt(line.substring(0, line.indexOf(' ')), 8);
            var node = new Node(mode, id);
            put(nodes, path.substring(FILES.length()), new Node(node.usualMode(), id));
        }
        var more = JsonObject.parse(git.run(new byte[0], LARGEST_LISTING, "cat-file", "blob", tree + ":" + MORE));
        for (var entry : more.object("modes").asMap().entrySet()) {
            if (entry.getValue() instanceof String octal) {
                int mode = Integer.parseInt(octal, 8);
                var there = nodes.get(entry.getKey());
                put(nodes, entry.getKey(), new Node(mode, there == null ? "" : there.id()));
            }
        }
        // About one that does not say what was left out nothing is known but its files.
        var leftOut = more.get("leftOut") instanceof List<?> paths ? paths : List.of("");
        return new Snapshot(
                tree,
                nodes,
                Map.of(),
                Set.of(),
                leftOut.stream().map(String::valueOf).collect(Collectors.toSet()));
    }

    /** The difference between two trees as text, shortened if it is long. */
    synchronized String difference(String from, String to, int most) throws IOException, InterruptedException {
        var words = List.of("diff-tree", "-r", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames");
        var brief = new ArrayList<>(words);
        brief.addAll(List.of("--stat=100", from + ":files", to + ":files"));
        var whole = new ArrayList<>(words);
        whole.addAll(List.of("-p", from + ":files", to + ":files"));
        var stat = text(git.run(new byte[0], LARGEST_LISTING, brief.toArray(String[]::new)));
        var patch = text(git.run(new byte[0], LARGEST_LISTING, whole.toArray(String[]::new)));
        var text = (stat + "\n" + patch).strip();
        return text.length() <= most ? text : text.substring(0, most) + "\n… (" + text.length() + " characters in all)";
    }

    /** Contents by their names. All are held in memory, so request a few at a time. */
    Map<String, byte[]> contents(List<String> ids, int most) throws IOException, InterruptedException {
        var input = (String.join("\n", ids) + "\n").getBytes(StandardCharsets.US_ASCII);
        var output = git.run(input, most, "cat-file", "--batch");
        var contents = new HashMap<String, byte[]>();
        int at = 0;
        for (var id : ids) {
            int end = at;
            while (output[end] != '\n') {
                end++;
            }
            var words = new String(output, at, end - at, StandardCharsets.US_ASCII).split(" ", -1);
            if (words.length != 3) {
                throw new IOException("the store does not contain the content " + id);
            }
            int size = Integer.parseInt(words[2]);
            var content = new byte[size];
            System.arraycopy(output, end + 1, content, 0, size);
            contents.put(id, content);
            at = end + 1 + size + 1;
        }
        return contents;
    }

    @Override
    public synchronized void close() throws IOException {
        Files.deleteIfExists(index);
        Files.deleteIfExists(links);
    }

    private NavigableMap<String, Node> contents(Map<String, FileState> all) throws IOException, InterruptedException {
        var unread = new ArrayList<String>();
        var nodes = new TreeMap<String, Node>();
        for (var entry : all.entrySet()) {
            var state = entry.getValue();
            if (Node.type(state.mode()) == Node.FOLDER) {
                nodes.put(entry.getKey(), new Node(state.mode(), ""));
            } else if (state.id() != null) {
                nodes.put(entry.getKey(), new Node(state.mode(), state.id()));
            } else {
                unread.add(entry.getKey());
            }
        }
        var ids = unread.isEmpty() ? List.<String>of() : hashed(unread, all);
        for (int i = 0; i < unread.size(); i++) {
            var state = Objects.requireNonNull(all.get(unread.get(i)));
            nodes.put(unread.get(i), new Node(state.mode(), ids.get(i)));
        }
        return nodes;
    }

    /** Writes contents into the store. The content of a link is its target. */
    private List<String> hashed(List<String> paths, Map<String, FileState> all)
            throws IOException, InterruptedException {
        var input = new StringBuilder();
        Files.createDirectories(links);
        var written = new ArrayList<Path>();
        try {
            for (var path : paths) {
                var file = root.resolve(path);
                var state = all.get(path);
                if (state != null && Node.type(state.mode()) == Node.LINK) {
                    var link = links.resolve(String.valueOf(written.size()));
                    written.add(link);
                    Files.writeString(link, Files.readSymbolicLink(file).toString());
                    file = link;
                }
                input.append(quoted(file.toString())).append('\n');
            }
            var printed = text(git.run(
                    input.toString().getBytes(StandardCharsets.UTF_8),
                    LARGEST_LISTING,
                    "hash-object",
                    "-w",
                    "--no-filters",
                    "--stdin-paths"));
            var ids = printed.lines().toList();
            if (ids.size() != paths.size()) {
                throw new IOException("git hash-object read " + ids.size() + " of " + paths.size() + " files");
            }
            return ids;
        } finally {
            for (var link : written) {
                Files.deleteIfExists(link);
            }
            Files.deleteIfExists(links);
        }
    }

    private static Map<String, FileState> remembered(
            Map<String, FileState> all, Map<String, Node> nodes, Instant sure) {
        var remembered = HashMap.<String, FileState>newHashMap(all.size());
        all.forEach((path, state) -> {
            var node = nodes.get(path);
            boolean known = node != null
                    && (node.isFolder()
                            || state.id() != null
                            || (state.changed().toInstant().isBefore(sure)
                                    && state.modified().toInstant().isBefore(sure)));
            remembered.put(path, node != null && known ? state.with(node.id()) : state.with(null));
        });
        return remembered;
    }

    /** Updates the index and writes a tree from it. */
    private String write(NavigableMap<String, Node> nodes, Set<String> leftOut)
            throws IOException, InterruptedException {
        var more = git.run(more(nodes, leftOut), 1_000, "hash-object", "-w", "--stdin");
        var lines = new ByteArrayOutputStream();
        if (!Files.exists(index)) {
            indexed = new HashMap<>();
        }
        for (var path : indexed.keySet()) {
            var node = nodes.get(path);
            if (node == null || node.isFolder()) {
                add(lines, "0 0000000000000000000000000000000000000000\t" + FILES + path);
            }
        }
        var now = new HashMap<String, Node>();
        nodes.forEach((path, node) -> {
            if (!node.isFolder()) {
                now.put(path, node);
                var before = indexed.get(path);
                if (before == null || !before.equals(node)) {
                    add(lines, node.gitMode() + " " + node.id() + "\t" + FILES + path);
                }
            }
        });
        add(lines, "100644 " + text(more).strip() + "\t" + MORE);
        git.run(lines.toByteArray(), 10_000, "update-index", "-z", "--index-info");
        indexed = now;
        return text(git.run(new byte[0], 1_000, "write-tree")).strip();
    }

    /** What git does not store: unusual permissions, empty folders, and the names of what is left out. */
    private static byte[] more(NavigableMap<String, Node> nodes, Set<String> leftOut) {
        var modes = new LinkedHashMap<String, @Nullable Object>();
        nodes.forEach((path, node) -> {
            boolean empty = node.isFolder() && !hasInside(nodes, path);
            if (node.mode() != node.usualMode() || empty) {
                modes.put(path, Integer.toOctalString(node.mode()));
            }
        });
        return JsonObject.of("modes", JsonObject.from(modes))
                .with("leftOut", List.copyOf(new TreeSet<>(leftOut)))
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static boolean hasInside(NavigableMap<String, Node> nodes, String folder) {
        var first = nodes.ceilingKey(folder + "/");
        return first != null && first.startsWith(folder + "/");
    }

    private static void put(Map<String, Node> nodes, String path, Node node) {
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            nodes.putIfAbsent(path.substring(0, slash), new Node(Node.FOLDER | 0755, ""));
        }
        nodes.put(path, node);
    }

    private static void add(ByteArrayOutputStream lines, String line) {
        lines.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        lines.write(0);
    }

    private static List<String> zeroSeparated(byte[] output) {
        var all = new ArrayList<String>();
        int from = 0;
        for (int i = 0; i < output.length; i++) {
            if (output[i] == 0) {
                all.add(new String(output, from, i - from, StandardCharsets.UTF_8));
                from = i + 1;
            }
        }
        return all;
    }

    private static String quoted(String path) {
        if (path.indexOf('\n') < 0 && path.indexOf('\r') < 0) {
            return path;
        }
        return "\""
                + path.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r") + "\"";
    }

    private static String text(byte[] output) {
        return new String(output, StandardCharsets.UTF_8);
    }
}

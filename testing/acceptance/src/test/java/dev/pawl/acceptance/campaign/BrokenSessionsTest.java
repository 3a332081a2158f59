package dev.pawl.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.SessionPaths;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happened to a session file, it opens with every good entry or is refused, and its bytes stay. */
@Deep
class BrokenSessionsTest {
    @TempDir
    Path dir;

    private Sessions sessions;
    private List<byte[]> good;
    private Path file;

    @BeforeEach
    void prepare() throws IOException {
        var options = new SessionOptions(Durability.OS, InstantSource.system(), new SecureRandom());
        sessions = new Sessions(SessionPaths.in(dir), options);
        file = dir.resolve("broken.jsonl");
        var original = dir.resolve("original.jsonl");
        try (var session = sessions.open(original, dir)) {
            var first = session.append(Message.user("Grüße 😀 中", 1));
            session.changeModel("scripted", "scripted-1");
            session.append("state", JsonObject.of("a", List.of(1, 2)));
            session.append(Message.user("second", 2));
            session.label(first.id(), "start");
            session.rename("a name");
            session.moveWithSummary(first.id(), new BranchRecap("what was", null, null), false);
            session.append(Message.user("third \\ \"quoted\" \u2028", 3));
            session.save(JsonObject.of("type", "of_a_hook", "text", "x".repeat(2_000)));
            session.editContext(first.id(), null);
            session.append(Message.user("last", 4));
        }
        good = lines(Files.readAllBytes(original));
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_broken_file_keeps_its_good_entries_and_its_bytes() {
        Property.holds(Campaign.tries(600, 1_000_000), draw -> {
            var bytes = draw.from(this::broken);
            Files.write(file, bytes);
            try {
                if (opens(bytes)) {
                    reopens(bytes);
                }
            } finally {
                remove();
            }
        });
    }

    /** Opens it to write, looks at everything and adds an entry; false if it was refused. */
    private boolean opens(byte[] bytes) throws IOException {
        Session opened;
        try {
            opened = sessions.open(file, dir);
        } catch (IOException e) {
            assertThat(e.getMessage()).contains("is not a session");
            assertThat(headed(bytes)).as("it has a header and was refused").isFalse();
            assertThat(Files.readAllBytes(file)).as("a refused file").isEqualTo(bytes);
            return false;
        }
        try (opened) {
            looksWhole(opened, bytes);
            var added = opened.append(Message.user("goes on", 9));
            assertThat(opened.leafId()).isEqualTo(added.id());
        }
        return true;
    }

    private void reopens(byte[] bytes) throws IOException {
        var now = Files.readAllBytes(file);
        if (version(bytes) == 3) {
            assertThat(now.length).isGreaterThan(bytes.length);
            assertThat(Arrays.copyOf(now, bytes.length))
                    .as("bytes that were there")
                    .isEqualTo(bytes);
        }
        try (var session = sessions.openReadOnly(file)) {
            looksWhole(session, bytes);
            assertThat(session.messages().getLast().text()).isEqualTo("goes on");
        }
        assertThat(Files.readAllBytes(file)).as("after reading").isEqualTo(now);
    }

    private void looksWhole(Session session, byte[] bytes) {
        var ids = new HashSet<String>();
        for (var entry : session.entries()) {
            ids.add(entry.id());
        }
        if (version(bytes) == 3) {
            assertThat(ids).as("entries").containsAll(goodIds(bytes));
        }
        session.tree();
        session.branch();
        session.contextMessages();
        session.stats();
        session.state();
        session.depth();
        session.name();
        session.unknownTypes(Set.of());
        for (var id : ids) {
            assertThat(session.entry(id)).isNotNull();
            session.label(id);
            session.branch(id);
        }
    }

    /** The ids of whole, unchanged lines. */
    private Set<String> goodIds(byte[] bytes) {
        var ids = new HashSet<String>();
        for (var line : lines(bytes)) {
            for (int i = 1; i < good.size(); i++) {
                if (Arrays.equals(line, good.get(i))) {
                    ids.add(String.valueOf(parsed(line).string("id")));
                }
            }
        }
        return ids;
    }

    /** Whether the first record is a header, whatever rubbish is before it. */
    private static boolean headed(byte[] bytes) {
        return version(bytes) != 0;
    }

    private static long version(byte[] bytes) {
        for (var line : lines(bytes)) {
            try {
                var record = parsed(line);
                return "session".equals(record.get("type")) && record.get("id") instanceof String
                        ? Math.max(1, Math.min(3, record.number("version", 1)))
                        : 0;
            } catch (IllegalArgumentException e) {
                // Rubbish; the next one.
            }
        }
        return 0;
    }

    private static JsonObject parsed(byte[] line) {
        return JsonObject.parse(new String(line, StandardCharsets.UTF_8));
    }

    private static List<byte[]> lines(byte[] bytes) {
        var lines = new ArrayList<byte[]>();
        int from = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '\n') {
                if (i > from) {
                    lines.add(Arrays.copyOfRange(bytes, from, i));
                }
                from = i + 1;
            }
        }
        return lines;
    }

    private byte[] broken(Draw draw) {
        var all = new ArrayList<>(good);
        for (int damage = draw.integer(1, 4); damage > 0; damage--) {
            damageLines(draw, all);
        }
        var out = new ByteArrayOutputStream();
        for (var line : all) {
            out.writeBytes(line);
            out.write('\n');
        }
        return damagedBytes(draw, out.toByteArray());
    }

    private void damageLines(Draw draw, List<byte[]> all) {
        if (all.isEmpty()) {
            return;
        }
        int at = draw.integer(0, all.size() - 1);
        var line = all.get(at);
        switch (draw.integer(0, 9)) {
            case 0 -> all.add(draw.integer(0, all.size()), line);
            case 1 -> all.remove(at);
            case 2 -> all.set(at, all.set(draw.integer(0, all.size() - 1), line));
            case 3 -> all.set(at, Arrays.copyOf(line, draw.integer(0, line.length)));
            case 4 -> all.set(at, retyped(draw, line));
            case 5 -> all.set(at, looped(draw, line));
            case 6 -> all.add(at, draw.bytes(60));
            case 7 -> all.add(at, oversized(draw));
            case 8 -> all.set(at, joined(line, line));
            default ->
                all.add(
                        at,
                        draw.of("{}", "[]", "null", "7", "\"x\"", "{\"type\":\"message\"}", "{", "}", "\r")
                                .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A field gets a value of another type. */
    private static byte[] retyped(Draw draw, byte[] line) {
        try {
            var record = parsed(line);
            var name = draw.of(List.copyOf(record.names()));
            var value = draw.<Object>of(
                    7,
                    -1L,
                    true,
                    "",
                    "nobody",
                    List.of(),
                    List.of("x", 1),
                    JsonObject.empty(),
                    JsonObject.of("role", 7, "content", 7),
                    JsonObject.of("role", "user", "content", List.of(7, "x", JsonObject.of("type", 7))),
                    JsonObject.of("role", "assistant", "usage", "much"),
                    "message",
                    "compaction",
                    "branch_summary",
                    "context_edit",
                    "label",
                    "session",
                    "\u0000\ud800",
                    1e300);
            var changed = draw.bool() ? record.with(name, value) : record.without(name);
            return changed.toString().getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return line;
        }
    }

    /** Its parent is another entry, perhaps a later one or itself. */
    private byte[] looped(Draw draw, byte[] line) {
        try {
            var other = parsed(good.get(draw.integer(0, good.size() - 1)));
            return parsed(line).with("parentId", other.get("id")).toString().getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return line;
        }
    }

    private static byte[] oversized(Draw draw) {
        int many = draw.integer(1, 60_000);
        return draw.of(
                        "x".repeat(many),
                        "[".repeat(many),
                        "{\"a\":".repeat(many),
                        "{\"type\":\"custom\",\"id\":\"" + "i".repeat(many) + "\",\"parentId\":null}",
                        "{\"type\":\"message\",\"id\":\"deadbeef\",\"parentId\":null,\"message\":"
                                + "[".repeat(Math.min(many, 5_000)) + "]".repeat(Math.min(many, 5_000)) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] damagedBytes(Draw draw, byte[] bytes) {
        if (bytes.length == 0) {
            return "\n".getBytes(StandardCharsets.UTF_8);
        }
        int at = draw.integer(0, bytes.length - 1);
        switch (draw.integer(0, 4)) {
            case 0 -> bytes[at] ^= (byte) (1 << draw.integer(0, 7));
            case 1 -> {
                return at == 0 ? bytes : Arrays.copyOf(bytes, at);
            }
            case 2 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + draw.integer(1, 600)), (byte) 0);
            case 3 -> bytes[at] = '\n';
            default -> {
                // As the lines are.
            }
        }
        return bytes;
    }

    private static byte[] joined(byte[] one, byte[] other) {
        var all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }

    private void remove() throws IOException {
        try (var left = Files.newDirectoryStream(dir, "broken*")) {
            for (var one : left) {
                Files.delete(one);
            }
        }
    }
}

package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.property.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every session, whatever is done to it. */
class SessionPropertyTest {
    @TempDir
    Path dir;

    /** The simplest session there is: a list, and where one is in it. */
    private static final class Model {
        final List<Entry> entries = new ArrayList<>();

        @Nullable
        String leaf;

        void added(Entry entry) {
            assertThat(entry.parentId()).isEqualTo(leaf);
            entries.add(entry);
            leaf = entry.id();
        }
    }

    @Test
    void any_beginning_of_a_file_holds_a_beginning_of_its_entries() {
        Property.holds(150, draw -> {
            var texts = draw.list(1, 8, () -> draw.text(30));
            int cut = draw.integer(0, 5_000);
            var folder = Files.createTempDirectory(dir, "prefix");
            var sessions = SessionFolder.sessions(folder);
            Path file;
            List<Entry> all;
            try (var session = sessions.begin(folder, null)) {
                texts.forEach(text -> session.append(Message.user(text, 1)));
                file = session.file();
                all = session.entries();
            }
            var bytes = Files.readAllBytes(file);
            int header = Files.readAllLines(file).getFirst().length();
            int end = Math.min(cut, bytes.length);
            Files.write(file, Arrays.copyOf(bytes, end));
            if (end == 0) {
                return; // An empty file is a new session's.
            }
            if (end < header) {
                assertThatThrownBy(() -> sessions.openReadOnly(file)).hasMessageContaining("not a session");
                return;
            }
            try (var session = sessions.open(file, folder)) {
                assertThat(session.entries())
                        .isEqualTo(all.subList(0, session.entries().size()));
                var next = session.append(Message.user("next", 2));
                assertThat(session.entries()).endsWith(next);
            }
            try (var session = sessions.openReadOnly(file)) {
                assertThat(session.leaf()).isInstanceOf(Entry.MessageEntry.class);
                assertThat(session.messages().getLast().text()).isEqualTo("next");
            }
        });
    }

    @Test
    void any_order_of_operations_is_what_a_simple_list_would_make_of_it() {
        Property.holds(60, draw -> {
            var operations = draw.list(1, 60, () -> draw.integer(0, 1_000));
            var folder = Files.createTempDirectory(dir, "order");
            var sessions = SessionFolder.sessions(folder);
            var model = new Model();
            var file = folder.resolve("s.jsonl");
            var session = sessions.open(file, folder);
            try {
                for (int operation : operations) {
                    switch (operation % 8) {
                        case 0, 1, 2 -> model.added(session.append(Message.user("m" + operation, operation)));
                        case 3 -> model.added(session.append("state", JsonObject.of("n", operation)));
                        case 4 -> {
                            if (!model.entries.isEmpty()) {
                                var target = model.entries.get(operation % model.entries.size());
                                session.moveTo(target.id());
                                model.leaf = target.id();
                            }
                        }
                        case 5 -> {
                            session.moveToStart();
                            model.leaf = null;
                        }
                        case 6 -> {
                            if (!model.entries.isEmpty()) {
                                var target = model.entries.get(operation % model.entries.size());
                                model.added(session.label(target.id(), "l" + operation));
                            }
                        }
                        default -> {
                            if (session.written()) {
                                session.close();
                                session = sessions.open(file, folder);
                                model.leaf = model.entries.isEmpty()
                                        ? null
                                        : model.entries.getLast().id();
                            }
                        }
                    }
                    assertThat(session.entries()).isEqualTo(model.entries);
                    assertThat(session.leafId()).isEqualTo(model.leaf);
                    assertThat(session.branch()).isEqualTo(branch(model));
                }
            } finally {
                session.close();
            }
        });
    }

    private static List<Entry> branch(Model model) {
        var branch = new ArrayList<Entry>();
        for (var id = model.leaf; id != null; ) {
            var wanted = id;
            var entry = model.entries.stream()
                    .filter(one -> Objects.equals(one.id(), wanted))
                    .findFirst()
                    .orElseThrow();
            branch.addFirst(entry);
            id = entry.parentId();
        }
        return branch;
    }
}

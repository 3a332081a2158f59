package dev.pawl.observe.replay;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** The result of a replay: a table of differences, figures, and the same as data and as JUnit XML. */
public final class ReplayReport {
    private static final int WIDEST = 60;

    private final List<ReplayedEvent> events;
    private final List<ReplayedEvent> differences;
    private final boolean versions;

    /**
     * A report of all events.
     *
     * @param versions whether two versions of hooks are compared, instead of hooks with the recording
     */
    public ReplayReport(List<ReplayedEvent> events, boolean versions) {
        this.events = List.copyOf(events);
        this.differences = events.stream().filter(ReplayedEvent::differs).toList();
        this.versions = versions;
    }

    /** Compares two replays of the same sessions; the first one takes the place of the recording. */
    public static ReplayReport between(List<ReplayedEvent> old, List<ReplayedEvent> now) {
        var before = new LinkedHashMap<String, ReplayedEvent>();
        old.forEach(event -> before.put(event.key(), event));
        var all = new ArrayList<ReplayedEvent>();
        for (var event : now) {
            var other = before.remove(event.key());
            all.add(event.against(other == null ? Verdict.ALLOWED : other.now()));
        }
        // An event for which only the old version has a handler passes in the new one.
        before.values()
                .forEach(event -> all.add(new ReplayedEvent(
                        event.session(), event.point(), event.id(), event.what(), event.now(), Verdict.ALLOWED)));
        return new ReplayReport(all, true);
    }

    public List<ReplayedEvent> differences() {
        return differences;
    }

    /** The lines of a table; texts are as recorded, and must be sanitised for a terminal. */
    public List<String> table() {
        var lines = new ArrayList<String>();
        for (var event : differences) {
            var note = event.now().note().isEmpty()
                    ? event.then().note()
                    : event.now().note();
            lines.add(String.format(
                    Locale.ROOT,
                    "%-12s  %-11s  %-11s → %-11s  %s%s",
                    cut(event.session(), 12),
                    event.point(),
                    event.then().kind().words(),
                    event.now().kind().words(),
                    cut(oneLine(event.what()), WIDEST),
                    note.isEmpty() ? "" : "  (" + cut(oneLine(note), WIDEST) + ")"));
        }
        return lines;
    }

    /** The number of events, and of those with another outcome. */
    public List<String> figures() {
        var lines = new ArrayList<String>();
        var calls = count("tool_call");
        var groups = new LinkedHashMap<String, Integer>();
        for (var event : differences) {
            var one = event.point().equals("tool_call")
                    ? "call"
                    : event.point().equals("tool_result") ? "result" : "entry";
            groups.merge(
                    one + " would now be " + event.now().kind().words() + "; before "
                            + event.then().kind().words(),
                    1,
                    Integer::sum);
        }
        groups.forEach((words, many) -> lines.add(String.format(
                Locale.ROOT,
                "%,d of %,d %s",
                many,
                words.startsWith("call") ? calls : words.startsWith("result") ? count("tool_result") : others(),
                plural(words))));
        if (differences.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d calls, nothing differs from %s",
                    calls,
                    versions ? "the old version" : "what happened"));
        }
        return lines;
    }

    private static String plural(String words) {
        return words.replaceFirst("^call", "calls")
                .replaceFirst("^result", "results")
                .replaceFirst("^entry", "inputs and commands of the user");
    }

    private long count(String point) {
        return events.stream().filter(event -> event.point().equals(point)).count();
    }

    private long others() {
        return events.size() - count("tool_call") - count("tool_result");
    }

    public JsonObject toJson() {
        return JsonObject.of("events", events.size(), "calls", count("tool_call"))
                .with(
                        "differences",
                        differences.stream().map(ReplayReport::json).toList());
    }

    private static JsonObject json(ReplayedEvent event) {
        return JsonObject.of("session", event.session(), "point", event.point())
                .with("id", event.id())
                .with("what", event.what())
                .with("then", json(event.then()))
                .with("now", json(event.now()));
    }

    private static JsonObject json(Verdict verdict) {
        return JsonObject.of("verdict", verdict.kind().name().toLowerCase(Locale.ROOT), "note", verdict.note());
    }

    /** One suite for each session, one case for each event; a difference is a failure. */
    public String junit(String name) {
        var bySession = new LinkedHashMap<String, List<ReplayedEvent>>();
        events.forEach(event -> bySession
                .computeIfAbsent(event.session(), _ -> new ArrayList<>())
                .add(event));
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<testsuites name=\"").append(escaped(name)).append("\" tests=\"");
        xml.append(events.size()).append("\" failures=\"").append(differences.size());
        xml.append("\">\n");
        bySession.forEach((session, own) -> suite(xml, session, own));
        return xml.append("</testsuites>\n").toString();
    }

    private static void suite(StringBuilder xml, String session, List<ReplayedEvent> own) {
        long failures = own.stream().filter(ReplayedEvent::differs).count();
        xml.append("  <testsuite name=\"").append(escaped(session)).append("\" tests=\"");
        xml.append(own.size()).append("\" failures=\"").append(failures).append("\">\n");
        for (var event : own) {
            xml.append("    <testcase classname=\"")
                    .append(escaped(session + "." + event.point()))
                    .append("\" name=\"")
                    .append(escaped(cut(oneLine(event.what()), WIDEST) + " [" + event.id() + "]"))
                    .append('"');
            if (event.differs()) {
                xml.append(">\n      <failure message=\"")
                        .append(escaped(event.then().kind().words() + " before, "
                                + event.now().kind().words() + " now"))
                        .append("\">")
                        .append(escaped(event.what() + "\n" + event.now().note()))
                        .append("</failure>\n    </testcase>\n");
            } else {
                xml.append("/>\n");
            }
        }
        xml.append("  </testsuite>\n");
    }

    /** XML cannot express most control characters and lone surrogates. */
    private static String escaped(String text) {
        var out = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            switch (point) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\n' -> out.append("&#10;");
                case '\t' -> out.append("&#9;");
                default -> out.appendCodePoint(isXml(point) ? point : 0xFFFD);
            }
        });
        return out.toString();
    }

    private static boolean isXml(int point) {
        return point >= 0x20 && !(point >= 0xD800 && point <= 0xDFFF) && point != 0xFFFE && point != 0xFFFF;
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static String cut(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }
}

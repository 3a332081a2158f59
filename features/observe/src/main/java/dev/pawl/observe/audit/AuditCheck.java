package dev.pawl.observe.audit;

import dev.pawl.base.RegularFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that the lines of an audit file and of its predecessors are complete, in order and unchanged.
 *
 * @param last the hash of the last line; a copy of it kept elsewhere shows later that everything up to it is unchanged
 * @param findings the problems, in the order of the lines; empty if there are none
 */
public record AuditCheck(long lines, String last, List<String> findings) {
    private static final int MOST = 20;

    public AuditCheck {
        findings = List.copyOf(findings);
    }

    /** An audit file and its rotated predecessors, the oldest first. */
    public static List<Path> files(Path file) throws IOException {
        var files = new ArrayList<Path>();
        for (int number = 1; Files.exists(AuditLog.rotated(file, number)); number++) {
            files.add(AuditLog.rotated(file, number));
        }
        if (Files.exists(file)) {
            files.add(file);
        }
        if (files.isEmpty()) {
            throw new IOException("there is no audit file " + file);
        }
        return files;
    }

    /** Reads an audit file and its rotated predecessors. */
    public static AuditCheck of(Path file) throws IOException {
        var files = files(file);
        var findings = new ArrayList<String>();
        var before = AuditLine.NONE;
        long lines = 0;
        var head = AuditLog.headText(file);
        boolean headSeen = head.isEmpty();
        for (var one : files) {
            int lineNumber = 0;
            try (var in =
                    new BufferedReader(new InputStreamReader(RegularFile.open(one, null), StandardCharsets.UTF_8))) {
                for (var text = in.readLine(); text != null; text = in.readLine()) {
                    lineNumber++;
                    lines++;
                    var where = one.getFileName() + " line " + lineNumber;
                    var line = AuditLine.read(text);
                    if (line == null) {
                        findings.add(where + " was changed, or is not a line of an audit file");
                        // The lines after it are compared with their predecessors again.
                        before = new AuditLine(before.number() + 1, before.hash(), "");
                        continue;
                    }
                    if (line.number() != before.number() + 1) {
                        findings.add(where + " has number " + line.number() + " where " + (before.number() + 1)
                                + " is expected: lines are missing, repeated or in another order");
                    } else if (!before.hash().isEmpty() && !line.previous().equals(before.hash())) {
                        findings.add(where + " does not follow the line before it, which was replaced");
                    } else if (before.number() == 0 && !line.previous().isEmpty()) {
                        findings.add(where + " is not the first line that was written");
                    }
                    headSeen |= head.equals(line.head());
                    before = line;
                }
            }
        }
        if (head.isEmpty() && lines > 1) {
            findings.add(AuditLog.head(file).getFileName()
                    + ", which names the line that was written last, is missing: lines may be missing at the end");
        }
        if (!headSeen) {
            findings.add("the line that was written last (" + head
                    + ") does not exist: lines are missing at the end, or were replaced");
        }
        int more = findings.size() - MOST;
        var shown = more > 0 ? new ArrayList<>(findings.subList(0, MOST)) : findings;
        if (more > 0) {
            shown.add("and " + more + " more");
        }
        return new AuditCheck(lines, before.hash(), shown);
    }
}

package dev.pawl.app.observecommands;

import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Refusal;
import dev.pawl.app.cli.Streams;
import dev.pawl.app.observing.Audited;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.observe.audit.AuditCheck;
import java.io.IOException;
import java.util.List;

/** Looks whether an audit file is as it was written: {@code pawl audit verify [FILE]}. */
public final class AuditCommand {
    private AuditCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws IOException {
        if (args.isEmpty() || args.size() > 2 || !args.getFirst().equals("verify")) {
            throw Refusal.ofArguments(
                    "audit takes \"verify\" and, unless the settings name it, a file: pawl audit verify FILE");
        }
        var file = args.size() == 2
                ? places.folders().find(places.cwd(), args.getLast())
                : Audited.file(SettingsStore.in(places.folders()).read(false), places.folders());
        if (file == null) {
            throw Refusal.ofArguments("\"" + args.getLast() + "\" cannot be the path of a file");
        }
        var check = AuditCheck.of(file);
        check.findings().forEach(streams.out()::println);
        streams.out()
                .println(check.lines() + (check.lines() == 1 ? " line" : " lines") + ", "
                        + (check.findings().isEmpty() ? "all as they were written" : "not as they were written")
                        + "; the last has the hash " + check.last());
        return check.findings().isEmpty() ? 0 : 1;
    }
}

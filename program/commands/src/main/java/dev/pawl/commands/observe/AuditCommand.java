package dev.pawl.commands.observe;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.observe.audit.AuditCheck;
import dev.pawl.observe.telemetry.AuditExport;
import dev.pawl.observe.telemetry.TelemetrySettings;
import dev.pawl.start.observing.Audited;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Checks an audit file, or sends it to a collector: {@code pawl audit verify [FILE]}, {@code pawl audit export [FILE]}. */
public final class AuditCommand {
    private AuditCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws IOException, InterruptedException {
        boolean export = !args.isEmpty() && args.getFirst().equals("export");
        if (args.isEmpty() || args.size() > 2 || !Subcommand.AUDIT.words.contains(args.getFirst())) {
            throw Refusal.ofArguments("audit takes \"verify\" or \"export\" and, unless the settings name it, a file:"
                    + " pawl audit verify FILE");
        }
        var file = args.size() == 2
                ? places.file(args.getLast())
                : Audited.file(SettingsStore.in(places.folders()).read(false), places.folders());
        if (export) {
            return export(file, places, streams);
        }
        var check = AuditCheck.of(file);
        check.findings().forEach(streams.out()::println);
        streams.out()
                .println(check.lines() + (check.lines() == 1 ? " line" : " lines") + ", "
                        + (check.findings().isEmpty() ? "all as they were written" : "not as they were written")
                        + "; the last has the hash " + check.last());
        return check.findings().isEmpty() ? 0 : 1;
    }

    /** Sends all lines as OTLP logs to the collector that the settings or the environment name. */
    private static int export(Path file, Places places, Streams streams) throws IOException, InterruptedException {
        var own = SettingsStore.in(places.folders()).read(false);
        var settings = TelemetrySettings.from(
                own.get(Keys.TELEMETRY),
                own.network(places.folders(), places.environment()),
                places.environment(),
                Version.text());
        int sent = AuditExport.send(AuditCheck.files(file), settings);
        streams.out().println(sent + (sent == 1 ? " line" : " lines") + " sent to " + settings.shown());
        return 0;
    }
}

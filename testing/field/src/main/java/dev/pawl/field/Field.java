package dev.pawl.field;

import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Plays situations against agents, keeps what came of them in a table, and writes the page of it. */
final class Field {
    private static final Path ROOT = Checkout.ROOT.resolve("testing/field");
    private static final Path TARGET = ROOT.resolve("target");

    private Field() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var agents = option(args, "--agents");
        var only = option(args, "--only");
        var again = List.of(args).contains("--again");
        var table = Table.read(ROOT.resolve("table.json"));
        var situations = situations();
        for (var agent : agents()) {
            if (!agents.isEmpty() && !List.of(agents.split(",")).contains(agent.id())) {
                continue;
            }
            var npm = installed(agent);
            var version = version(agent, npm);
            for (var situation : situations) {
                if (!situation.id().startsWith(only) || (!again && table.has(agent, version, situation))) {
                    continue;
                }
                var trial = new Trial(agent, situation, npm, TARGET.resolve("runs"));
                var verdict = trial.verdict();
                System.out.printf("%-12s %-40s %s: %s%n", agent.id(), situation.id(), verdict.kind(), verdict.reason());
                table = table.with(agent, version, situation, verdict, trial.evidence());
                table.write(ROOT.resolve("table.json"));
            }
        }
        new Page(agents(), situations, table).write(Checkout.ROOT.resolve("docs/field.md"));
    }

    private static String option(String[] args, String name) {
        int at = List.of(args).indexOf(name);
        return at >= 0 && at + 1 < args.length ? args[at + 1] : "";
    }

    static List<AgentProfile> agents() throws IOException {
        try (var files = Files.list(ROOT.resolve("agents"))) {
            var agents = new ArrayList<AgentProfile>();
            for (var file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                agents.add(AgentProfile.read(file));
            }
            agents.sort(
                    Comparator.comparingInt((AgentProfile agent) -> agent.json().integer("column", 99)));
            return agents;
        }
    }

    static List<Situation> situations() throws IOException {
        var situations = new ArrayList<Situation>();
        for (var group : inside(ROOT.resolve("situations"))) {
            for (var folder : inside(group)) {
                if (Files.exists(folder.resolve("situation.json"))) {
                    situations.add(Situation.read(group, folder.getFileName().toString()));
                }
            }
        }
        return situations;
    }

    private static List<Path> inside(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }

    /** Installs an agent from npm, at most once a day, and returns its folder. */
    private static Path installed(AgentProfile agent) throws IOException, InterruptedException {
        var folder = TARGET.resolve("agents").resolve(agent.id());
        var stamp = folder.resolve("installed");
        var today = LocalDate.now(ZoneOffset.UTC) + " " + agent.install();
        if (agent.install() == null
                || (Files.exists(stamp) && Files.readString(stamp).equals(today))) {
            return folder;
        }
        System.out.println("Installing " + agent.name());
        Files.createDirectories(folder);
        var log = folder.resolve("log").toFile();
        int status = new ProcessBuilder("sh", "-c", agent.install())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException(agent.name() + " could not be installed; " + log + " says why");
        }
        Files.writeString(stamp, today);
        return folder;
    }

    private static String version(AgentProfile agent, Path npm) throws IOException, InterruptedException {
        var words = agent.version().stream()
                .map(new Places(TARGET, npm, Checkout.ROOT, "")::filled)
                .toList();
        var builder = new ProcessBuilder(words);
        builder.environment().put("HOME", Files.createTempDirectory("field").toString());
        var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor(60, TimeUnit.SECONDS);
        var last = output.substring(output.lastIndexOf('\n') + 1);
        var number = java.util.regex.Pattern.compile("\\d+\\.\\d+\\.\\d+\\S*").matcher(last);
        return number.find() ? number.group() : last;
    }
}

package dev.pawl.fleet;

import dev.pawl.cli.Refusal;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code pawl worker}.
 *
 * @param engine the address of the engine; null for the folder of the user
 * @param atOnce the number of sessions it advances at once
 * @param lease the time without a sign of life after which another worker takes a session over
 * @param drain the time that the end of the program waits for sessions that are being advanced
 * @param requests the limits of requests of the whole fleet
 * @param listen where health and metrics are served: a port of this machine, or HOST:PORT; null for none
 * @param logsJson whether reports are lines of JSON
 * @param advertise the address at which an engine that calls its workers reaches this one; null for that of this machine
 * @param arguments what every session is started with
 */
record WorkerOptions(
        @Nullable String engine,
        String name,
        Set<String> places,
        int atOnce,
        Duration lease,
        Duration drain,
        RequestLimits.Configured requests,
        @Nullable String listen,
        boolean logsJson,
        @Nullable String advertise,
        boolean continueWithOtherHooks,
        List<String> arguments) {
    /** For those who only look at a fleet. */
    static WorkerOptions standard() {
        return of(List.of());
    }

    static WorkerOptions of(List<String> args) {
        var words = new FleetArguments(args);
        var name = words.value("--name");
        var places = new LinkedHashSet<>(words.values("--place"));
        var hooks = words.value("--other-hooks");
        var log = words.value("--log");
        if (log != null && !log.equals("json") && !log.equals("text")) {
            throw Refusal.ofArguments("--log takes text or json, not \"" + log + "\"");
        }
        var options = new WorkerOptions(
                words.value("--engine"),
                name == null ? host() + "-" + ProcessHandle.current().pid() : name,
                places.isEmpty() ? Set.of(host()) : places,
                words.number("--at-once", 8),
                Duration.ofSeconds(words.number("--lease", 30)),
                Duration.ofSeconds(words.number("--drain", 30)),
                new RequestLimits.Configured(words.amount("--budget"), words.number("--rate", 0)),
                words.value("--listen"),
                "json".equals(log),
                words.value("--advertise"),
                "continue".equals(hooks),
                words.has("--approve") ? List.of("--approve") : List.of());
        if (hooks != null && !hooks.equals("continue") && !hooks.equals("refuse")) {
            throw Refusal.ofArguments("--other-hooks takes refuse or continue, not \"" + hooks + "\"");
        }
        words.checkEmpty("worker");
        if (options.atOnce() < 1 || options.lease().isZero()) {
            throw Refusal.ofArguments("--at-once and --lease take numbers from 1 on");
        }
        return options;
    }

    /** The name of this machine, which is the name of its place unless another one is given. */
    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}

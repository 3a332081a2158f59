package dev.pawl.observe.otlp;

import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** A collector on loopback that reads OTLP with the protocol's own classes and refuses what they do not know. */
public final class OtlpReceiver implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("\"(traceId|spanId|parentSpanId)\":\"([0-9a-f]+)\"");

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<Metric> metrics = new CopyOnWriteArrayList<>();
    private final List<LogRecord> logs = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final List<String> refused = new CopyOnWriteArrayList<>();

    public OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
            int status = 200;
            try {
                read(exchange.getRequestURI().getPath(), body);
                bodies.add(body);
            } catch (IOException | RuntimeException e) {
                refused.add(exchange.getRequestURI() + ": " + e.getMessage());
                status = 400;
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            var answer = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private void read(String path, String body) throws IOException {
        switch (path) {
            case "/v1/traces" -> {
                var request = ExportTraceServiceRequest.newBuilder();
                parse(body, request);
                request.getResourceSpansList()
                        .forEach(resource ->
                                resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList())));
            }
            case "/v1/metrics" -> {
                var request = ExportMetricsServiceRequest.newBuilder();
                parse(body, request);
                request.getResourceMetricsList()
                        .forEach(resource -> resource.getScopeMetricsList()
                                .forEach(scope -> metrics.addAll(scope.getMetricsList())));
            }
            case "/v1/logs" -> {
                var request = ExportLogsServiceRequest.newBuilder();
                parse(body, request);
                request.getResourceLogsList()
                        .forEach(resource ->
                                resource.getScopeLogsList().forEach(scope -> logs.addAll(scope.getLogRecordsList())));
            }
            default -> throw new IOException("nothing is taken at " + path);
        }
    }

    /** The protocol writes ids in hexadecimal digits, the general form of its classes in Base64. */
    private static void parse(String body, Message.Builder into) throws IOException {
        var plain = ID.matcher(body)
                .replaceAll(id -> "\"" + id.group(1) + "\":\""
                        + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(id.group(2))) + "\"");
        JsonFormat.parser().merge(plain, into);
    }

    public List<Span> spans() {
        return spans;
    }

    public List<Metric> metrics() {
        return metrics;
    }

    public List<LogRecord> logs() {
        return logs;
    }

    /** All that came, as text. */
    public String text() {
        return String.join("\n", bodies);
    }

    public List<String> keys() {
        return keys;
    }

    public List<String> refused() {
        return refused;
    }

    /** The names of all log records. */
    public List<String> logNames() {
        return logs.stream().map(LogRecord::getEventName).toList();
    }

    /** An attribute of all log records of a name. */
    public List<String> logged(String name, String attribute) {
        return logs.stream()
                .filter(log -> log.getEventName().equals(name))
                .map(log -> attribute(log.getAttributesList(), attribute))
                .toList();
    }

    /** The sum of a counter, of those points that have a value for an attribute. */
    public double counted(String metric, String attribute, String value) {
        return metrics.stream()
                .filter(one -> one.getName().equals(metric))
                .flatMap(one -> one.getSum().getDataPointsList().stream())
                .filter(point -> attribute(point.getAttributesList(), attribute).equals(value))
                .mapToDouble(NumberDataPoint::getAsDouble)
                .sum();
    }

    public Span span(String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name + " among "
                        + spans.stream().map(Span::getName).toList()));
    }

    public static String attribute(List<KeyValue> attributes, String key) {
        var found = new ArrayList<String>();
        for (var one : attributes) {
            if (one.getKey().equals(key)) {
                var value = one.getValue();
                found.add(value.hasIntValue() ? String.valueOf(value.getIntValue()) : value.getStringValue());
            }
        }
        return found.isEmpty() ? "" : found.getFirst();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

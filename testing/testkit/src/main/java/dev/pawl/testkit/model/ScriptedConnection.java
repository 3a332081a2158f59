package dev.pawl.testkit.model;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection to a scripted model: a request, its answer, and again, until one of the two has enough. */
final class ScriptedConnection {
    private static final String PAGE = "<!doctype html>\n<html><body><h1>Please sign in</h1></body></html>\n";

    private final Socket socket;
    private final int number;
    private final ScriptPlay play;
    private final Consumer<ScriptedRequest> asked;
    private final Semaphore released;
    private final InputStream in;
    private final HttpAnswer out;

    ScriptedConnection(Socket socket, int number, ScriptPlay play, Consumer<ScriptedRequest> asked, Semaphore released)
            throws IOException {
        this.socket = socket;
        this.number = number;
        this.play = play;
        this.asked = asked;
        this.released = released;
        in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
        out = new HttpAnswer(socket.getOutputStream());
    }

    void run() throws IOException {
        for (var request = HttpQuestion.read(in, out); request != null; request = HttpQuestion.read(in, out)) {
            if (!serve(request)) {
                return;
            }
        }
    }

    /** Answers one request; false if the connection is over. */
    private boolean serve(HttpQuestion question) throws IOException {
        var json = json(question.text());
        var request = new ScriptedRequest(
                number,
                question.method(),
                question.target(),
                question.headers(),
                question.text(),
                json == null ? JsonObject.empty() : json);
        // The turn is taken before others can see the request, so that turns follow the order of requests.
        var dialect = ScriptedDialect.at(question.path());
        Turn turn;
        synchronized (play) {
            turn = dialect == null || json == null ? null : play.next(question.text());
            asked.accept(request);
        }
        var answering = Thread.ofVirtual().unstarted(() -> answer(question, request, dialect, turn));
        answering.start();
        boolean more = clientStays(request, answering);
        try {
            answering.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return more && !socket.isClosed();
    }

    /** Waits for the next request, or for the client to leave, which ends an answer on its way. */
    private boolean clientStays(ScriptedRequest request, Thread answering) {
        try {
            in.mark(1);
            if (in.read() >= 0) {
                in.reset();
                return true;
            }
        } catch (IOException e) {
            // Gone, as below.
        }
        request.end(ScriptedRequest.End.CLIENT_LEFT);
        answering.interrupt();
        return false;
    }

    private void answer(
            HttpQuestion question, ScriptedRequest request, @Nullable ScriptedDialect dialect, @Nullable Turn turn) {
        try {
            if (turn != null && dialect != null) {
                play(request, dialect, turn, model(question, request.body()));
            } else if (dialect != null) {
                whole(request, 400, Map.of(), dialect.error(400, "We could not parse the JSON body of your request."));
            } else if (question.method().equals("GET") && question.path().endsWith("/models")) {
                var model = JsonObject.of("id", ScriptedModel.MODEL, "object", "model");
                whole(request, 200, Map.of(), JsonObject.of("object", "list", "data", List.of(model)));
            } else {
                var error = JsonObject.of("message", "no such path: " + question.path());
                whole(request, 404, Map.of(), JsonObject.of("error", error));
            }
        } catch (IOException e) {
            request.end(ScriptedRequest.End.CLIENT_LEFT);
        } catch (InterruptedException e) {
            // The client left, and the request knows.
        }
    }

    private void play(ScriptedRequest request, ScriptedDialect dialect, Turn turn, String model)
            throws IOException, InterruptedException {
        Thread.sleep(turn.delayMs());
        var location = turn.redirect();
        if (location != null) {
            var headers = new LinkedHashMap<>(turn.headers());
            headers.put("location", location);
            int status = turn.status() >= 300 && turn.status() < 400 ? turn.status() : 307;
            request.end(ScriptedRequest.End.ANSWERED);
            out.whole(status, "text/plain", headers, "");
        } else if (turn.isWebPage()) {
            request.end(ScriptedRequest.End.ANSWERED);
            out.whole(turn.status(), "text/html; charset=utf-8", turn.headers(), PAGE);
        } else if (turn.status() >= 400) {
            var body = turn.body();
            whole(
                    request,
                    turn.status(),
                    turn.headers(),
                    body == null ? dialect.error(turn.status(), turn.message()) : body);
        } else {
            stream(request, dialect, turn, model);
        }
    }

    private void stream(ScriptedRequest request, ScriptedDialect dialect, Turn turn, String model)
            throws IOException, InterruptedException {
        boolean json = turn.body() != null && !(turn.body() instanceof String);
        out.begin(turn.status(), json ? "application/json" : "text/event-stream; charset=utf-8", turn.headers());
        if (turn.stalls()) {
            while (true) {
                Thread.sleep(Long.MAX_VALUE);
            }
        }
        var pieces = ScriptedPieces.of(turn, dialect, model);
        int sent = 0;
        for (var piece : pieces.list()) {
            out.piece(piece);
            sent++;
            if (turn.isHeldAfter(sent)) {
                released.acquire();
            }
            Thread.sleep(turn.chunkDelayMs());
        }
        request.end(pieces.complete() ? ScriptedRequest.End.ANSWERED : ScriptedRequest.End.BROKEN_OFF);
        if (pieces.cut()) {
            socket.close();
        } else {
            out.end();
        }
    }

    private void whole(ScriptedRequest request, int status, Map<String, String> headers, Object body)
            throws IOException {
        boolean text = body instanceof String;
        // Before the last byte, lest the client be quicker to leave than we are to note that it got everything.
        request.end(ScriptedRequest.End.ANSWERED);
        out.whole(
                status,
                text ? "text/plain; charset=utf-8" : "application/json",
                headers,
                text ? (String) body : Json.write(body));
    }

    private static String model(HttpQuestion question, JsonObject body) {
        var path = question.path();
        int colon = path.lastIndexOf(':');
        return colon > 0 ? path.substring(path.lastIndexOf('/') + 1, colon) : body.string("model", ScriptedModel.MODEL);
    }

    private static @Nullable JsonObject json(String text) {
        try {
            return JsonObject.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

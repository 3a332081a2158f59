package dev.pawl.ai;

import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Http;
import dev.pawl.ai.http.ModelCall;
import dev.pawl.base.net.Network;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;

/** A program that needs the token of an account that has expired, when a line on its input says so. */
public final class TokenUser {
    private TokenUser() {}

    public static void main(String[] args) throws Exception {
        try (var http = new Http(Network.direct())) {
            var clock = InstantSource.system();
            var models = new Models(
                    ModelsSetup.of(Path.of(args[0]), Map.of()),
                    new ModelCall(http, CallSettings.standard(), clock),
                    Catalogue::new,
                    http,
                    TestAccounts.at(args[1], http, clock, new ArrayList<>()));
            var model = Objects.requireNonNull(models.find("openai-codex", "gpt-5.5"));
            System.out.println("ready");
            if (System.in.read() < 0) {
                return;
            }
            System.out.println(models.apiKey(model));
        }
    }
}

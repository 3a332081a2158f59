package dev.pawl.ai.bedrock;

import dev.pawl.ai.wire.Wire;
import dev.pawl.api.model.Model;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a model of Bedrock is asked: in the region of its ARN, of the environment, of its address, or the usual one.
 */
public final class Region {
    private static final String USUAL = "us-east-1";
    private static final Pattern ARN = Pattern.compile("^arn:aws(?:-[a-z0-9-]+)?:bedrock:([a-z0-9-]+):.*");
    private static final Pattern STANDARD =
            Pattern.compile("^https://bedrock-runtime(?:-fips)?\\.([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?/*$");
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

    private Region() {}

    /** Returns the region that a request is made in and signed for. */
    public static String of(Model model, Map<String, String> environment) {
        var arn = ARN.matcher(model.id());
        if (arn.matches()) {
            return arn.group(1);
        }
        var named = named(environment);
        if (named != null) {
            return named;
        }
        var standard = STANDARD.matcher(model.baseUrl());
        return standard.matches() ? standard.group(1) : USUAL;
    }

    /** An address of Amazon's own follows the region; any other address stays as it is. */
    static String address(Model model, Map<String, String> environment) {
        var base = model.baseUrl();
        if (!STANDARD.matcher(base).matches()) {
            return Wire.trimmed(base);
        }
        var region = of(model, environment);
        return "https://bedrock-runtime." + region + ".amazonaws.com" + (region.startsWith("cn-") ? ".cn" : "");
    }

    private static @Nullable String named(Map<String, String> environment) {
        var region = environment.getOrDefault("AWS_REGION", "");
        region = region.isEmpty() ? environment.getOrDefault("AWS_DEFAULT_REGION", "") : region;
        return NAME.matcher(region).matches() ? region : null;
    }
}

package dev.pawl.observe.share;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Removes from a session what should not be shared: keys, tokens, home folders, e-mail addresses, and what the user's
 * patterns match. Counts what it removes.
 */
public final class Redaction {
    private static final int SHORTEST = 8;

    /** Fields with opaque data of providers, which the user cannot check before it is shared. */
    private static final Set<String> OPAQUE =
            Set.of("thinkingSignature", "textSignature", "thoughtSignature", "signature", "encrypted_content");

    private record Rule(String kind, Pattern pattern, int group) {}

    /** Terminal colours and invisible characters: a secret that contains them is still readable. */
    private static final Pattern INVISIBLE = Pattern.compile("\u001b(?:\\[[0-?]*+[ -/]*+[@-~]"
            + "|\\][^\u0007\u001b]*+(?:\u0007|\u001b\\\\)|[@-Z\\\\-_])"
            + "|[\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff]");

    // Each reads a character a bounded number of times: a session may contain megabytes that an attacker chose.
    private static final List<Rule> COMMON = List.of(
            rule("private key", "-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(-----END [A-Z ]*PRIVATE KEY-----|\\z)"),
            rule("key", "\\bsk-[A-Za-z0-9_-]{16,}"),
            rule("key", "\\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\\b"),
            rule("key", "\\bAIza[0-9A-Za-z_-]{30,}"),
            rule("token", "\\bgh[pousr]_[A-Za-z0-9]{20,}"),
            rule("token", "\\bgithub_pat_[A-Za-z0-9_]{20,}"),
            rule("token", "\\bgl(?:pat|ptt|dt|rt)-[A-Za-z0-9_-]{16,}"),
            rule("token", "\\bxox[abeprs]-[A-Za-z0-9-]{10,}"),
            rule("token", "\\b(?:npm|hf|pypi|dop_v1|shpat|rk_live|sk_live|sk_test)[_-][A-Za-z0-9_-]{16,}"),
            rule("token", "\\beyJ[A-Za-z0-9_-]{8,2000}+\\.[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]*"),
            group("token", "(?i)\\b(?:bearer|basic|token)\\s+([A-Za-z0-9._~+/=-]{16,})", 1),
            group("password", "://[^\\s/@:\"']*:([^\\s/@\"']+)@", 1),
            group(
                    "secret",
                    "(?i)(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)s?[A-Za-z0-9_]{0,60}+"
                        + "[\\\\\"']*\\s*(?:=>|[:=])\\s*[\\\\\"']*([^\\s\\\\\"'<>,;)}\\]]{6,})",
                    1),
            rule(
                    "e-mail address",
                    "(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]++@[A-Za-z0-9-]++(?:\\.[A-Za-z0-9-]++)*\\.[A-Za-z]{2,}"),
            group("home folder", "(?:/home|/Users)/([^/\\s\"'\\\\:;,)<>]+)", 1),
            group("home folder", "(?i)[a-z]:\\\\+Users\\\\+([^\\\\\\s\"':;,)<>]+)", 1));

    private final List<Rule> rules = new ArrayList<>();
    private final Map<String, Integer> found = new TreeMap<>();
    private final String home;
    private final boolean pictures;

    /**
     * Specifies what is removed.
     *
     * @param home the user's home folder
     * @param secrets texts that are secret wherever they occur; short ones are ignored
     * @param patterns the user's own, as regular expressions
     * @param pictures whether pictures stay; their content cannot be searched
     * @throws IllegalArgumentException if a pattern is not valid: nothing is shared without it
     */
    public Redaction(String home, List<String> secrets, List<String> patterns, boolean pictures) {
        this.home = home;
        this.pictures = pictures;
        for (var pattern : patterns) {
            try {
                rules.add(rule("pattern of yours", pattern));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("the setting share.patterns has \"" + pattern
                        + "\", which is not a regular expression: " + e.getDescription() + ". Nothing is shared.");
            }
        }
        secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST)
                .forEach(secret -> rules.add(rule("key", Pattern.quote(secret))));
        rules.addAll(COMMON);
    }

    private static Rule rule(String kind, String pattern) {
        return group(kind, pattern, 0);
    }

    private static Rule group(String kind, String pattern, int group) {
        return new Rule(kind, Pattern.compile(pattern), group);
    }

    /** The number of removed places so far, by kind. */
    public Map<String, Integer> found() {
        return Map.copyOf(found);
    }

    /** A text without what should not be shared. */
    public String text(String text) {
        var result = INVISIBLE.matcher(text).replaceAll("");
        if (home.length() > 1 && result.contains(home)) {
            count("home folder", (result.length() - result.replace(home, "").length()) / home.length());
            result = result.replace(home, "~");
        }
        for (var rule : rules) {
            result = applied(rule, result);
        }
        return result;
    }

    private String applied(Rule rule, String text) {
        var matcher = rule.pattern().matcher(text);
        var out = new StringBuilder();
        boolean any = false;
        while (matcher.find()) {
            var whole = matcher.group();
            var secret = rule.group() == 0 ? whole : matcher.group(rule.group());
            if (whole.isEmpty() || secret == null || secret.startsWith("[redacted")) {
                continue;
            }
            any = true;
            count(rule.kind(), 1);
            int from = rule.group() == 0 ? 0 : matcher.start(rule.group()) - matcher.start();
            var instead = whole.substring(0, from) + "[redacted: " + rule.kind() + "]"
                    + whole.substring(from + secret.length());
            matcher.appendReplacement(out, Matcher.quoteReplacement(instead));
        }
        return any ? matcher.appendTail(out).toString() : text;
    }

    private void count(String kind, int times) {
        if (times > 0) {
            found.merge(kind, times, Integer::sum);
        }
    }

    /** An object without what should not be shared, in its names as well as in its values. */
    public JsonObject object(JsonObject object) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        object.asMap().forEach((name, value) -> {
            if (OPAQUE.contains(name)) {
                return;
            }
            fields.put(text(name), value(value));
        });
        if (!pictures && "image".equals(fields.get("type"))) {
            count("picture", 1);
            return JsonObject.of("type", "text", "text", "[a picture, not shared]");
        }
        return JsonObject.from(fields);
    }

    private @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text(text);
            case JsonObject object -> object(object);
            case Map<?, ?> map -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((name, one) -> fields.put(text(String.valueOf(name)), value(one)));
                yield fields;
            }
            case List<?> list -> {
                var all = new ArrayList<@Nullable Object>();
                list.forEach(one -> all.add(value(one)));
                yield all;
            }
            default -> value;
        };
    }
}

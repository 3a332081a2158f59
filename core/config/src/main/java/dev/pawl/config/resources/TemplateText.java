package dev.pawl.config.resources;

import java.util.List;

/**
 * Puts arguments into a template.
 *
 * <p>The template is read once from left to right, so that an argument that looks like a place for one stays what it is.
 */
public final class TemplateText {
    private static final String ALL = "ARGUMENTS";

    private final String template;
    private final List<String> arguments;
    private final StringBuilder out = new StringBuilder();

    private TemplateText(String template, List<String> arguments) {
        this.template = template;
        this.arguments = arguments;
    }

    public static String expand(String template, List<String> arguments) {
        return new TemplateText(template, arguments).expanded();
    }

    private String expanded() {
        int at = 0;
        for (int dollar = template.indexOf('$'); dollar >= 0; dollar = template.indexOf('$', at)) {
            out.append(template, at, dollar);
            int end = template.startsWith("{", dollar + 1) ? braces(dollar + 2) : simple(dollar + 1);
            if (end < 0) {
                out.append('$');
                end = dollar + 1;
            }
            at = end;
        }
        return out.append(template, at, template.length()).toString();
    }

    /** {@code $1}, {@code $@}, {@code $ARGUMENTS}: where the template continues, or -1 if it is none of them. */
    private int simple(int from) {
        int end = endOfTarget(from);
        if (end > 0) {
            out.append(value(from, end));
        }
        return end;
    }

    /** <code>${1:-d}</code>, <code>${@:2}</code> and <code>${@:2:3}</code>. */
    private int braces(int from) {
        int colon = endOfTarget(from);
        if (colon < 0 || !template.startsWith(":", colon)) {
            return -1;
        }
        if (template.startsWith("-", colon + 1)) {
            int close = template.indexOf('}', colon);
            if (close < 0) {
                return -1;
            }
            var value = value(from, colon);
            out.append(value.isEmpty() ? template.substring(colon + 2, close) : value);
            return close + 1;
        }
        return template.charAt(from) == '@' ? slice(colon + 1) : -1;
    }

    private int slice(int from) {
        int end = endOfDigits(from);
        if (end == from) {
            return -1;
        }
        int first = Math.max(number(from, end), 1);
        int count = Integer.MAX_VALUE;
        int close = end;
        if (template.startsWith(":", end)) {
            close = endOfDigits(end + 1);
            if (close == end + 1) {
                return -1;
            }
            count = number(end + 1, close);
        }
        if (!template.startsWith("}", close)) {
            return -1;
        }
        int begin = Math.min(first - 1, arguments.size());
        int last = (int) Math.min((long) begin + count, arguments.size());
        out.append(String.join(" ", arguments.subList(begin, last)));
        return close + 1;
    }

    /** Where a number, an at sign or the word for all arguments ends; -1 if there is none. */
    private int endOfTarget(int from) {
        if (template.startsWith("@", from)) {
            return from + 1;
        }
        if (template.startsWith(ALL, from)) {
            return from + ALL.length();
        }
        int end = endOfDigits(from);
        return end == from ? -1 : end;
    }

    private String value(int from, int end) {
        if (!isDigit(from)) {
            return String.join(" ", arguments);
        }
        int number = number(from, end);
        return number < 1 || number > arguments.size() ? "" : arguments.get(number - 1);
    }

    private int endOfDigits(int from) {
        int end = from;
        while (isDigit(end)) {
            end++;
        }
        return end;
    }

    private boolean isDigit(int at) {
        return at < template.length() && template.charAt(at) >= '0' && template.charAt(at) <= '9';
    }

    /** A number that is too large to be one is larger than any number of arguments. */
    private int number(int from, int end) {
        long number = 0;
        for (int i = from; i < end && number <= Integer.MAX_VALUE; i++) {
            number = number * 10 + (template.charAt(i) - '0');
        }
        return (int) Math.min(number, Integer.MAX_VALUE);
    }
}

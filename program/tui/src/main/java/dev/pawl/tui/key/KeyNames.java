package dev.pawl.tui.key;

import java.util.Locale;
import java.util.Map;

/** The names that single keys go by, and the numbers that terminals use for them. */
final class KeyNames {
    private static final String[] NAMED = {
        "escape",
        "enter",
        "tab",
        "space",
        "backspace",
        "delete",
        "insert",
        "clear",
        "home",
        "end",
        "pageUp",
        "pageDown",
        "up",
        "down",
        "left",
        "right",
        "f1",
        "f2",
        "f3",
        "f4",
        "f5",
        "f6",
        "f7",
        "f8",
        "f9",
        "f10",
        "f11",
        "f12"
    };

    private static final Map<Integer, String> TILDE = Map.ofEntries(
            Map.entry(1, "home"),
            Map.entry(2, "insert"),
            Map.entry(3, "delete"),
            Map.entry(4, "end"),
            Map.entry(5, "pageUp"),
            Map.entry(6, "pageDown"),
            Map.entry(7, "home"),
            Map.entry(8, "end"),
            Map.entry(11, "f1"),
            Map.entry(12, "f2"),
            Map.entry(13, "f3"),
            Map.entry(14, "f4"),
            Map.entry(15, "f5"),
            Map.entry(17, "f6"),
            Map.entry(18, "f7"),
            Map.entry(19, "f8"),
            Map.entry(20, "f9"),
            Map.entry(21, "f10"),
            Map.entry(23, "f11"),
            Map.entry(24, "f12"));

    private KeyNames() {}

    /** The name as we write it; empty if no key has it. */
    static String normal(String name) {
        if (name.length() == 1) {
            char c = name.charAt(0);
            return c > ' ' && c <= '~' ? name.toLowerCase(Locale.ROOT) : "";
        }
        if (name.equalsIgnoreCase("esc")) {
            return "escape";
        }
        if (name.equalsIgnoreCase("return")) {
            return "enter";
        }
        for (var named : NAMED) {
            if (named.equalsIgnoreCase(name)) {
                return named;
            }
        }
        return "";
    }

    /** The key of {@code ESC [ number ~}. */
    static String ofTilde(int number) {
        return TILDE.getOrDefault(number, "");
    }

    /** The key of {@code ESC [ letter} and {@code ESC O letter}. */
    static String ofLetter(char letter) {
        return switch (letter) {
            case 'A' -> "up";
            case 'B' -> "down";
            case 'C' -> "right";
            case 'D' -> "left";
            case 'E' -> "clear";
            case 'F' -> "end";
            case 'H' -> "home";
            case 'M' -> "enter";
            case 'P' -> "f1";
            case 'Q' -> "f2";
            case 'R' -> "f3";
            case 'S' -> "f4";
            default -> "";
        };
    }

    /** The key with a code point; those of the number pad are the keys they double for. */
    static String ofPoint(int point) {
        if (point >= 57399 && point <= 57408) {
            return String.valueOf((char) ('0' + point - 57399));
        }
        return switch (point) {
            case 27 -> "escape";
            case 13, 57414 -> "enter";
            case 9 -> "tab";
            case 32 -> "space";
            case 8, 127 -> "backspace";
            case 57409 -> ".";
            case 57410 -> "/";
            case 57411 -> "*";
            case 57412 -> "-";
            case 57413 -> "+";
            case 57415 -> "=";
            case 57417 -> "left";
            case 57418 -> "right";
            case 57419 -> "up";
            case 57420 -> "down";
            case 57421 -> "pageUp";
            case 57422 -> "pageDown";
            case 57423 -> "home";
            case 57424 -> "end";
            case 57425 -> "insert";
            case 57426 -> "delete";
            case 57427 -> "clear";
            default -> isPrivate(point) || point < ' ' ? "" : Character.toString(Character.toLowerCase(point));
        };
    }

    private static boolean isPrivate(int point) {
        return point >= 0xE000 && point <= 0xF8FF;
    }
}

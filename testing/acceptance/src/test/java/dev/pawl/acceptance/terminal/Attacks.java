package dev.pawl.acceptance.terminal;

import java.util.List;
import java.util.stream.Collectors;

/** Texts that mean something to terminals, and must mean nothing once they are shown. */
final class Attacks {
    private static final String ESC = "\u001b";

    private Attacks() {}

    /** What ends, begins, moves, asks or hides something in one terminal or another. */
    static final List<String> ALL = List.of(
            // Title, clipboard, links, colours, pictures, notices.
            ESC + "]0;pwned\u0007",
            ESC + "]2;pwned" + ESC + "\\",
            ESC + "]52;c;cHduZWQ=\u0007",
            ESC + "]8;;javascript:alert(1)\u0007click" + ESC + "]8;;\u0007",
            ESC + "]8;;https://evil.example/\u0007here" + ESC + "]8;;\u0007",
            ESC + "]4;1;rgb:ff/00/00\u0007",
            ESC + "]10;#ff0000\u0007",
            ESC + "]104\u0007",
            ESC + "]1337;File=inline=1:AAAA\u0007",
            ESC + "]9;note\u0007",
            ESC + "]777;notify;a;b" + ESC + "\\",
            ESC + "P$q\"p" + ESC + "\\",
            ESC + "P+q544e" + ESC + "\\",
            ESC + "_Gi=1,a=T;AAAA" + ESC + "\\",
            ESC + "_pi:c\u0007",
            ESC + "^private" + ESC + "\\",
            ESC + "Xstring" + ESC + "\\",
            // Modes.
            ESC + "[?1049l",
            ESC + "[?25l",
            ESC + "[?2004l",
            ESC + "[?1003h",
            ESC + "[?5h",
            ESC + "[?7l",
            ESC + "[4h",
            ESC + "[!p",
            ESC + "c",
            ESC + "#8",
            ESC + "(0",
            ESC + "%@",
            ESC + "=",
            ESC + "[?2026h",
            ESC + "[<u",
            ESC + "[>4;2m",
            // Places and deletions.
            ESC + "[2J",
            ESC + "[3J",
            ESC + "[H",
            ESC + "[5;5Hxx",
            ESC + "[1;5r",
            ESC + "[9A",
            ESC + "[2K",
            ESC + "7" + ESC + "8",
            ESC + "M",
            ESC + "D",
            ESC + "E",
            // Questions whose answers would be typed.
            ESC + "[6n",
            ESC + "[5n",
            ESC + "[c",
            ESC + "[>c",
            ESC + "[21t",
            ESC + "[?u",
            "\u0005",
            // Looks.
            ESC + "[38;5;213mpink",
            ESC + "[38;2;255;0;255mpink",
            ESC + "[38;5;213;8mhidden" + ESC + "[0m",
            // The same in eight bits.
            "\u009b?25l",
            "\u009d0;pwned\u009c",
            "\u0090q\u009c",
            "\u009fG\u009c",
            "\u0085",
            "\u008d",
            // Control characters.
            "visible\b\b\b\b\b\b\bhidden",
            "\u0007",
            "\u000b",
            "\u000c",
            "\u000e",
            "\u000f",
            "\u007f",
            "\t",
            // What reorders, and what is not seen.
            "\u202egnp.exe\u202c",
            "\u2066a\u2069\u2067b\u2069",
            "\u200f\u200e\u061c\ufeff",
            "\u2028\u2029",
            "\u200b".repeat(500),
            "e" + "\u0301".repeat(500),
            "\udb40\udc41\udb40\udc42",
            "\ufff9a\ufffab\ufffb",
            "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66".repeat(40),
            "\ufdfd\ufdfd\u0bb5\u0bcc\ud808\udc2b",
            // Beginnings without an end.
            ESC,
            ESC + "[",
            ESC + "[12;",
            ESC + "]0;never ended",
            ESC + "P",
            "\u009d");

    /** All of them on lines of their own; the words at the end tell that it was shown. */
    static String lines(String end) {
        return ALL.stream().collect(Collectors.joining("\n\n", "begin\n\n", "\n\n" + end));
    }

    /** All of them in one line, short ones first in sight: the words stand at the beginning. */
    static String line(String begin) {
        return begin + String.join(" ", ALL).replace("\n", "");
    }
}

package dev.pawl.bridge;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A plugin of Claude Code whose hooks are functions.
 *
 * @param module the file that registers them
 * @param facts what Node has to know of it: {@code plugin}, {@code tier}, {@code root}, {@code module},
 *     {@code options}, {@code store} (the file in which it keeps values), {@code version} (of this program) and
 *     {@code tools} (the names and fields by which it knows the tools)
 * @param around what is put around the words of programs that it starts
 */
public record Mod(Path module, JsonObject facts, UnaryOperator<List<String>> around) {}

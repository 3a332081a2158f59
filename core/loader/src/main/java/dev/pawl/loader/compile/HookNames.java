package dev.pawl.loader.compile;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names that a hook's sources define and the names they mention.
 *
 * <p>Two hooks may be compiled in one go only if neither defines what the other defines or mentions. Otherwise one would
 * see the other's class, or have an imported one hidden by it, and would compile differently on another day.
 */
final class HookNames {
    private final List<String> topLevel = new ArrayList<>();
    private final Set<String> defined = new HashSet<>();
    private final Set<String> mentioned = new HashSet<>();

    /** Returns the classes at the top of the files, by binary name in the order of the source. */
    List<String> topLevel() {
        return topLevel;
    }

    void add(CompilationUnitTree unit) {
        var packageName = unit.getPackageName();
        var prefix = packageName == null ? "" : packageName + ".";
        if (packageName != null) {
            defined.add(packageName.toString());
        }
        for (var type : unit.getTypeDecls()) {
            if (type instanceof ClassTree named && !named.getSimpleName().isEmpty()) {
                topLevel.add(prefix + named.getSimpleName());
                defined.add(named.getSimpleName().toString());
            }
        }
        var mentions = new Mentions();
        mentions.scan(unit.getImports(), null);
        mentions.scan(unit.getTypeDecls(), null);
    }

    /** Takes in the names of another hook, to ask about both together. */
    void addAll(HookNames other) {
        topLevel.addAll(other.topLevel);
        defined.addAll(other.defined);
        mentioned.addAll(other.mentioned);
    }

    boolean disturbs(HookNames other) {
        return !Collections.disjoint(topLevel, other.topLevel)
                || !Collections.disjoint(defined, other.mentioned)
                || !Collections.disjoint(mentioned, other.defined);
    }

    private final class Mentions extends TreeScanner<@Nullable Void, @Nullable Void> {
        @Override
        public @Nullable Void visitIdentifier(IdentifierTree node, @Nullable Void unused) {
            mentioned.add(node.getName().toString());
            return null;
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree node, @Nullable Void unused) {
            var name = dotted(node);
            if (name != null) {
                mentioned.add(name);
            }
            return super.visitMemberSelect(node, null);
        }

        private @Nullable String dotted(Tree tree) {
            if (tree instanceof IdentifierTree identifier) {
                return identifier.getName().toString();
            }
            if (tree instanceof MemberSelectTree select) {
                var before = dotted(select.getExpression());
                return before == null ? null : before + "." + select.getIdentifier();
            }
            return null;
        }
    }
}

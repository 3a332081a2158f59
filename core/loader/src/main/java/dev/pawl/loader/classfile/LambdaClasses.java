package dev.pawl.loader.classfile;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives the lambdas of a hook classes of their own when the hook is compiled.
 *
 * <p>Otherwise the virtual machine makes a class for each of them when it is first used, at every start, which takes it
 * several times as long as loading one that is there. Only lambdas whose body stands in the class itself are changed;
 * references to methods, serializable lambdas and those in interfaces stay as they are.
 */
public final class LambdaClasses {
    private static final ClassDesc FACTORY = ClassDesc.of("java.lang.invoke.LambdaMetafactory");
    private static final String ONLY = "only";
    private static final String MAKE = "make";

    private final Map<String, byte[]> classes;
    private final Map<String, byte[]> made = new LinkedHashMap<>();
    private final Map<String, List<ClassDesc>> members = new LinkedHashMap<>();

    private LambdaClasses(Map<String, byte[]> classes) {
        this.classes = classes;
    }

    /** Returns the class files of a hook by binary name, with those of its lambdas. */
    public static Map<String, byte[]> in(Map<String, byte[]> classes) {
        var all = new LambdaClasses(classes);
        var changed = new LinkedHashMap<String, byte[]>();
        classes.forEach((name, file) -> changed.put(name, all.withoutLambdas(name, file)));
        all.members.forEach((host, more) -> changed.computeIfPresent(host, (_, file) -> nested(file, more)));
        changed.putAll(all.made);
        return changed;
    }

    private byte[] withoutLambdas(String name, byte[] file) {
        if (!ExitGuard.mentions(file, "metafactory")) {
            return file;
        }
        // The frames are passed on as they are, so that no class that the hook knows needs to be looked at.
        var parser = ClassFile.of(StackMapsOption.DROP_STACK_MAPS);
        var model = parser.parse(file);
        var host = model.findAttribute(Attributes.nestHost())
                .map(NestHostAttribute::nestHost)
                .map(entry -> entry.asInternalName().replace('/', '.'))
                .orElse(name);
        if (model.flags().has(AccessFlag.INTERFACE) || !classes.containsKey(host)) {
            return file;
        }
        return parser.transformClass(model, new Replacing(model, name, host));
    }

    private static byte[] nested(byte[] file, List<ClassDesc> more) {
        var parser = ClassFile.of(StackMapsOption.DROP_STACK_MAPS);
        var model = parser.parse(file);
        var all = new ArrayList<ClassDesc>();
        model.findAttribute(Attributes.nestMembers())
                .ifPresent(before -> before.nestMembers().forEach(member -> all.add(member.asSymbol())));
        all.addAll(more);
        return parser.transformClass(
                model,
                ClassTransform.dropping(NestMembersAttribute.class::isInstance)
                        .andThen(ClassTransform.endHandler(
                                builder -> builder.with(NestMembersAttribute.ofSymbols(all)))));
    }

    /**
     * A lambda.
     *
     * @param captured the types of the values that it keeps, with that of its object first if it has one
     * @param method the method of the interface
     * @param type its type in the interface
     * @param body the method with its code
     */
    private record Lambda(
            ClassDesc face, List<ClassDesc> captured, String method, MethodTypeDesc type, DirectMethodHandleDesc body) {
        /** Returns the lambda that a call makes; null if it is to stay as it is. */
        static @Nullable Lambda of(InvokeDynamicInstruction call, ClassDesc self) {
            var arguments = call.bootstrapArgs();
            if (!call.bootstrapMethod().owner().equals(FACTORY)
                    || !call.bootstrapMethod().methodName().equals("metafactory")
                    || !(arguments.get(0) instanceof MethodTypeDesc type)
                    || !(arguments.get(1) instanceof DirectMethodHandleDesc body)
                    || !body.owner().equals(self)
                    || !body.methodName().startsWith("lambda$")
                    || (body.kind() != Kind.STATIC && body.kind() != Kind.VIRTUAL && body.kind() != Kind.SPECIAL)) {
                return null;
            }
            var made = call.typeSymbol();
            var lambda = new Lambda(
                    made.returnType(), made.parameterList(), call.name().stringValue(), type, body);
            return lambda.fits() ? lambda : null;
        }

        /** Returns whether its body can be called with what the interface gives, without values being put into objects. */
        private boolean fits() {
            var taken = taken();
            if (taken.size() != captured.size() + type.parameterCount()
                    || !converts(own().returnType(), type.returnType())) {
                return false;
            }
            for (int i = 0; i < type.parameterCount(); i++) {
                if (!converts(type.parameterType(i), taken.get(captured.size() + i))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean converts(ClassDesc from, ClassDesc to) {
            return from.equals(to) || (!from.isPrimitive() && !to.isPrimitive());
        }

        private boolean isStatic() {
            return body.kind() == Kind.STATIC;
        }

        private MethodTypeDesc own() {
            return MethodTypeDesc.ofDescriptor(body.lookupDescriptor());
        }

        /** Returns all that the body takes, with its object first if it has one. */
        private List<ClassDesc> taken() {
            var taken = new ArrayList<ClassDesc>();
            if (!isStatic()) {
                taken.add(body.owner());
            }
            taken.addAll(own().parameterList());
            return taken;
        }

        MethodTypeDesc making() {
            return MethodTypeDesc.of(face, captured);
        }

        byte[] file(ClassDesc name, ClassDesc host, @Nullable String source) {
            return ClassFile.of().build(name, builder -> {
                builder.withFlags(ACC_FINAL | ACC_SYNTHETIC)
                        .withInterfaceSymbols(face)
                        .with(NestHostAttribute.of(host));
                if (source != null) {
                    builder.with(SourceFileAttribute.of(source));
                }
                for (int i = 0; i < captured.size(); i++) {
                    builder.withField("v" + i, captured.get(i), ACC_PRIVATE | ACC_FINAL);
                }
                var constructor = MethodTypeDesc.of(CD_void, captured);
                builder.withMethodBody(INIT_NAME, constructor, ACC_PRIVATE, code -> keep(code, name));
                builder.withMethodBody(method, type, ACC_PUBLIC | ACC_FINAL, code -> call(code, name));
                if (captured.isEmpty()) {
                    // One object is enough, as the virtual machine would make one.
                    builder.withField(ONLY, name, ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
                    builder.withMethodBody(
                            CLASS_INIT_NAME,
                            MTD_void,
                            ACC_STATIC,
                            code -> code.new_(name)
                                    .dup()
                                    .invokespecial(name, INIT_NAME, constructor)
                                    .putstatic(name, ONLY, name)
                                    .return_());
                }
                builder.withMethodBody(MAKE, making(), ACC_STATIC, code -> make(code, name, constructor));
            });
        }

        private void keep(CodeBuilder code, ClassDesc name) {
            code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void);
            for (int i = 0; i < captured.size(); i++) {
                code.aload(0)
                        .loadLocal(TypeKind.from(captured.get(i)), code.parameterSlot(i))
                        .putfield(name, "v" + i, captured.get(i));
            }
            code.return_();
        }

        private void make(CodeBuilder code, ClassDesc name, MethodTypeDesc constructor) {
            if (captured.isEmpty()) {
                code.getstatic(name, ONLY, name);
            } else {
                code.new_(name).dup();
                for (int i = 0; i < captured.size(); i++) {
                    code.loadLocal(TypeKind.from(captured.get(i)), code.parameterSlot(i));
                }
                code.invokespecial(name, INIT_NAME, constructor);
            }
            code.areturn();
        }

        private void call(CodeBuilder code, ClassDesc name) {
            var taken = taken();
            for (int i = 0; i < captured.size(); i++) {
                code.aload(0).getfield(name, "v" + i, captured.get(i));
            }
            for (int i = 0; i < type.parameterCount(); i++) {
                var given = type.parameterType(i);
                var wanted = taken.get(captured.size() + i);
                code.loadLocal(TypeKind.from(given), code.parameterSlot(i));
                if (!wanted.equals(given) && !wanted.equals(CD_Object)) {
                    code.checkcast(wanted);
                }
            }
            if (isStatic()) {
                code.invokestatic(body.owner(), body.methodName(), own());
            } else {
                code.invokevirtual(body.owner(), body.methodName(), own());
            }
            var returned = type.returnType();
            if (!returned.isPrimitive() && !own().returnType().equals(returned) && !returned.equals(CD_Object)) {
                code.checkcast(returned);
            }
            code.return_(TypeKind.from(returned));
        }
    }

    /** Copies a class with calls of the classes that its lambdas get. */
    private final class Replacing implements ClassTransform {
        private final ClassDesc self;
        private final String name;
        private final String host;
        private final @Nullable String source;
        private int count;

        Replacing(ClassModel model, String name, String host) {
            this.self = model.thisClass().asSymbol();
            this.name = name;
            this.host = host;
            this.source = model.findAttribute(Attributes.sourceFile())
                    .map(attribute -> attribute.sourceFile().stringValue())
                    .orElse(null);
        }

        @Override
        public void accept(ClassBuilder builder, ClassElement element) {
            if (element instanceof MethodModel method && hasLambdas(method)) {
                builder.transformMethod(
                        method,
                        MethodTransform.transformingCode(
                                new ReplacingCode(this, method.code().orElseThrow())));
            } else {
                builder.with(element);
            }
        }

        private boolean hasLambdas(MethodModel method) {
            return method.code().stream()
                    .flatMap(CodeModel::elementStream)
                    .anyMatch(element ->
                            element instanceof InvokeDynamicInstruction call && Lambda.of(call, self) != null);
        }

        private ClassDesc madeFor(Lambda lambda) {
            String own;
            do {
                own = name + "$$Lambda" + count++;
            } while (classes.containsKey(own));
            var type = ClassDesc.of(own);
            made.put(own, lambda.file(type, ClassDesc.of(host), source));
            members.computeIfAbsent(host, _ -> new ArrayList<>()).add(type);
            return type;
        }
    }

    /** Copies a method's code with its frames. */
    private record ReplacingCode(Replacing owner, CodeModel original) implements CodeTransform {
        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            var lambda = element instanceof InvokeDynamicInstruction call ? Lambda.of(call, owner.self) : null;
            if (lambda == null) {
                builder.with(element);
            } else {
                builder.invokestatic(owner.madeFor(lambda), MAKE, lambda.making());
            }
        }

        @Override
        public void atEnd(CodeBuilder builder) {
            original.findAttribute(Attributes.stackMapTable()).ifPresent(builder::with);
        }
    }
}

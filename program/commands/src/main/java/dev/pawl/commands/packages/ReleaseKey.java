package dev.pawl.commands.packages;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The key that releases are signed with, as {@code gpg --export} writes it, and the check of signatures that {@code gpg
 * --armor --detach-sign} makes (OpenPGP version 4; RSA and Ed25519, and SHA-256 or SHA-512). No gpg is needed for it.
 */
final class ReleaseKey {
    private static final int PUBLIC_KEY = 6;
    private static final int PUBLIC_SUBKEY = 14;
    private static final int SIGNATURE = 2;
    private static final int RSA = 1;
    private static final int ED25519 = 22;
    private static final int OF_A_FILE = 0;

    /** The names of digests, by their number. */
    private static final Map<Integer, String> DIGESTS = Map.of(8, "SHA-256", 10, "SHA-512");

    /** What stands before the 32 bytes of a key in Java's own form. */
    private static final byte[] ED25519_FORM = HexFormat.of().parseHex("302a300506032b6570032100");

    private final List<PublicKey> keys;

    private ReleaseKey(List<PublicKey> keys) {
        this.keys = keys;
    }

    /** A packet of OpenPGP. */
    private record Packet(int tag, ByteBuffer body) {}

    /** Reads the file of an image. */
    static ReleaseKey read(Path file) throws IOException {
        var keys = new ArrayList<PublicKey>();
        try (var in = RegularFile.open(file, null)) {
            for (var packet : packets(in.readAllBytes())) {
                if (packet.tag == PUBLIC_KEY || packet.tag == PUBLIC_SUBKEY) {
                    key(packet.body, keys);
                }
            }
        } catch (GeneralSecurityException | BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("the key of the releases cannot be read (" + file + ")", e);
        }
        if (keys.isEmpty()) {
            throw new IOException("the key of the releases is of no kind that is known here (" + file + ")");
        }
        return new ReleaseKey(keys);
    }

    /** Adds the key of a packet; keys that nothing is signed with are passed over. */
    private static void key(ByteBuffer body, List<PublicKey> keys) throws GeneralSecurityException {
        int version = body.get();
        body.getInt();
        int algorithm = body.get();
        if (version != 4) {
            return;
        }
        if (algorithm == RSA) {
            var modulus = new BigInteger(1, number(body));
            keys.add(KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(modulus, new BigInteger(1, number(body)))));
        } else if (algorithm == ED25519) {
            take(body, body.get() & 0xFF);
            var point = number(body);
            // A byte 0x40 says that the point is in the form of Ed25519.
            if (point.length == 33 && point[0] == 0x40) {
                var form = ByteBuffer.allocate(ED25519_FORM.length + 32)
                        .put(ED25519_FORM)
                        .put(point, 1, 32);
                keys.add(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(form.array())));
            }
        }
    }

    /**
     * Checks that a file is what was signed.
     *
     * @param signature the text of the signature's file
     * @throws IOException if it is not, or the signature is of another key
     */
    void check(Path file, String signature) throws IOException {
        try {
            for (var packet : packets(unarmoured(signature))) {
                if (packet.tag == SIGNATURE && isGood(packet.body, file)) {
                    return;
                }
            }
        } catch (GeneralSecurityException | BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("the signature of " + file.getFileName() + " cannot be read", e);
        }
        throw new IOException(
                file.getFileName() + " is not signed with the key of the releases that this Pawl was built with");
    }

    private boolean isGood(ByteBuffer body, Path file) throws GeneralSecurityException, IOException {
        int version = body.get();
        int type = body.get();
        int algorithm = body.get();
        var digest = DIGESTS.get((int) body.get());
        if (version != 4 || type != OF_A_FILE || digest == null) {
            return false;
        }
        take(body, body.getShort() & 0xFFFF);
        var trailer =
                ByteBuffer.allocate(body.position() + 6).put(body.duplicate().flip());
        trailer.put((byte) 4).put((byte) 0xFF).putInt(body.position());
        take(body, body.getShort() & 0xFFFF);
        body.getShort();
        if (algorithm == RSA) {
            var value = number(body);
            return isGood("RSA", digest.replace("-", "") + "withRSA", value, file, trailer.array(), null);
        }
        if (algorithm == ED25519) {
            var value = ByteBuffer.allocate(64);
            for (int half = 0; half < 2; half++) {
                var number = number(body);
                if (number.length > 32) {
                    return false;
                }
                value.position(32 * half + 32 - number.length).put(number);
            }
            return isGood("EdDSA", "Ed25519", value.array(), file, trailer.array(), digest);
        }
        return false;
    }

    /** @param digest what is signed in place of the bytes themselves; null for the bytes */
    private boolean isGood(
            String kind, String algorithm, byte[] value, Path file, byte[] trailer, @Nullable String digest)
            throws GeneralSecurityException, IOException {
        for (var key : keys) {
            if (!key.getAlgorithm().equals(kind)) {
                continue;
            }
            var check = Signature.getInstance(algorithm);
            check.initVerify(key);
            if (digest == null) {
                feed(file, check::update);
                check.update(trailer);
            } else {
                var hash = MessageDigest.getInstance(digest);
                feed(file, hash::update);
                check.update(hash.digest(trailer));
            }
            try {
                if (check.verify(value)) {
                    return true;
                }
            } catch (SignatureException e) {
                // Of another length than this key makes.
            }
        }
        return false;
    }

    /** Takes in the bytes of a file. */
    @FunctionalInterface
    private interface Sink {
        void take(byte[] bytes, int from, int count) throws GeneralSecurityException;
    }

    private static void feed(Path file, Sink sink) throws IOException, GeneralSecurityException {
        try (InputStream in = RegularFile.open(file, null)) {
            var piece = new byte[1 << 16];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                sink.take(piece, 0, count);
            }
        }
    }

    private static List<Packet> packets(byte[] bytes) {
        var all = ByteBuffer.wrap(bytes);
        var packets = new ArrayList<Packet>();
        while (all.hasRemaining()) {
            int head = all.get() & 0xFF;
            if ((head & 0x80) == 0) {
                throw new IllegalArgumentException("no packet of OpenPGP");
            }
            boolean isNew = (head & 0x40) != 0;
            int tag = isNew ? head & 0x3F : (head >> 2) & 0xF;
            packets.add(new Packet(tag, take(all, isNew ? newLength(all) : oldLength(all, head & 3))));
        }
        return packets;
    }

    private static int newLength(ByteBuffer all) {
        int first = all.get() & 0xFF;
        return first < 192
                ? first
                : first < 224 ? ((first - 192) << 8) + (all.get() & 0xFF) + 192 : first == 255 ? all.getInt() : -1;
    }

    private static int oldLength(ByteBuffer all, int size) {
        return switch (size) {
            case 0 -> all.get() & 0xFF;
            case 1 -> all.getShort() & 0xFFFF;
            case 2 -> all.getInt();
            default -> -1;
        };
    }

    private static ByteBuffer take(ByteBuffer from, int count) {
        if (count < 0 || count > from.remaining()) {
            throw new IllegalArgumentException("a length that does not fit");
        }
        var taken = from.slice(from.position(), count);
        from.position(from.position() + count);
        return taken;
    }

    /** A number, as it is written behind the count of its bits. */
    private static byte[] number(ByteBuffer from) {
        var bytes = new byte[((from.getShort() & 0xFFFF) + 7) / 8];
        take(from, bytes.length).get(bytes);
        return bytes;
    }

    private static byte[] unarmoured(String text) {
        var lines = text.strip().lines().toList();
        int blank = lines.indexOf("");
        if (!lines.getFirst().equals("-----BEGIN PGP SIGNATURE-----") || blank < 0) {
            throw new IllegalArgumentException("no signature");
        }
        var body = new StringBuilder();
        for (var line : lines.subList(blank + 1, lines.size())) {
            // A checksum or the end.
            if (line.startsWith("=") || line.startsWith("-")) {
                break;
            }
            body.append(line);
        }
        return Base64.getDecoder().decode(body.toString().getBytes(StandardCharsets.US_ASCII));
    }
}

// Denies every call.
process.stderr.write("No");
process.exit(2);

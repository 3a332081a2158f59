// Denies the call.
process.stderr.write("No");
process.exit(2);

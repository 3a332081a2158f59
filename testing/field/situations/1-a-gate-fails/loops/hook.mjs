// Computes forever.
for (;;) {}

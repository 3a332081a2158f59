// Ends with a status that means nothing.
process.exit(70);

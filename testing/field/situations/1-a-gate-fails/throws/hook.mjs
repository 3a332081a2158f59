// Fails before it has decided.
throw new Error("broken");

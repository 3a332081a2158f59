// Ends the process that it runs in.
process.kill(process.pid, "SIGKILL");

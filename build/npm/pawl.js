#!/usr/bin/env node
// Starts the program of this platform's package and ends as it ends. No install script is needed for that.
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const name = `@pawl/${process.platform}-${process.arch}`;
let folder;
try {
    folder = path.dirname(require.resolve(`${name}/package.json`));
} catch {
    console.error(
        `pawl: the package ${name} is not installed. Install pawl again without --omit=optional; if there is no such` +
            ' package, Pawl is not built for this platform.',
    );
    process.exit(1);
}
const program = path.join(folder, 'pawl');
for (const file of [program, path.join(folder, 'runtime', 'bin', 'java'), path.join(folder, 'runtime', 'lib', 'jspawnhelper')]) {
    try {
        fs.accessSync(file, fs.constants.X_OK);
    } catch {
        try {
            fs.chmodSync(file, 0o755);
        } catch {
            // Starting it says what is wrong.
        }
    }
}
// The start-up caches belong to jars with this time, which npm does not keep. Where it cannot be put back, because the files are
// somebody else's, the program starts without a cache.
const TIME = Date.UTC(2026, 0, 1) / 1000;
const environment = { ...process.env };
const launch = path.join(folder, '.launch');
for (const jars of fs.readdirSync(launch, { withFileTypes: true })) {
    if (!jars.isDirectory()) continue;
    for (const jar of fs.readdirSync(path.join(launch, jars.name))) {
        const file = path.join(launch, jars.name, jar);
        if (!jar.endsWith('.jar') || fs.statSync(file).mtimeMs === TIME * 1000) continue;
        try {
            fs.utimesSync(file, TIME, TIME);
        } catch {
            environment.PAWL_CACHE = 'off';
        }
    }
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit', env: environment });
// A signal of the terminal reaches the child by itself; this process only must not end before it.
for (const signal of ['SIGINT', 'SIGQUIT']) {
    process.on(signal, () => {});
}
for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
}
child.on('error', (problem) => {
    console.error(`pawl: ${program} cannot be started: ${problem.message}`);
    process.exit(1);
});
child.on('exit', (code, signal) => {
    if (signal) {
        for (const other of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT']) {
            process.removeAllListeners(other);
        }
        process.kill(process.pid, signal);
    } else {
        process.exit(code);
    }
});

package dev.pawl.config.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a project belongs to the command of a hook: what it runs and decides by, and not what it works on. */
class HookFilesTest {
    @TempDir
    Path dir;

    // format:off
    private static List<Way> ways() {
        return List.of(
                new Way("perl tools/gate.pl","lib/Judge.pm","tools/gate.pl","use lib 'lib';\nuse Judge;\n","lib/Judge.pm","1;"),
                new Way("perl gate.pl","Judge.pm","gate.pl","require './Judge.pm';\n","Judge.pm","1;"),
                new Way("perl -Ilib gate.pl","lib/Judge.pm","gate.pl","use Judge;\n","lib/Judge.pm","1;"),
                new Way("ruby gate.rb","judge.rb","gate.rb","require_relative 'judge'\n","judge.rb","x"),
                new Way("ruby -I lib gate.rb","lib/judge.rb","gate.rb","require 'judge'\n","lib/judge.rb","x"),
                new Way("ruby tools/gate.rb","lib/judge.rb","tools/gate.rb","require_relative '../lib/judge'\n","lib/judge.rb","x"),
                new Way("awk -f rules.awk","rules.awk","rules.awk","/made/{exit 2}"),
                new Way("gawk -f rules.awk","rules.awk","rules.awk","/made/{exit 2}"),
                new Way("jq -e -f judge.jq","judge.jq","judge.jq","."),
                new Way("jq -e --from-file rules/judge","rules/judge","rules/judge","."),
                new Way("sed -n -f rules.sed","rules.sed","rules.sed","p"),
                new Way("grep -qf denied.txt && exit 2; exit 0","denied.txt","denied.txt","made"),
                new Way("grep -q -f conf/denied && exit 2; exit 0","conf/denied","conf/denied","made"),
                new Way("! grep -qFf denied.lst","denied.lst","denied.lst","made"),
                new Way("python3 -c 'import judge'","judge.py","judge.py","x"),
                new Way("python3 -c \"import sys; sys.path.insert(0, 'lib'); import judge\"","lib/judge.py","lib/judge.py","x"),
                new Way("PYTHONPATH=lib python3 -m judge","lib/judge.py","lib/judge.py","x"),
                new Way("NODE_PATH=lib node gate.js","lib/words.js","gate.js","require('words')","lib/words.js","x"),
                new Way("node -r ./setup.cjs gate.cjs","setup.cjs","gate.cjs","1","setup.cjs","x"),
                new Way("node --import ./setup.mjs gate.cjs","setup.mjs","gate.cjs","1","setup.mjs","x"),
                new Way("node --require=./setup.cjs gate.cjs","setup.cjs","gate.cjs","1","setup.cjs","x"),
                new Way("NODE_OPTIONS='--require ./setup.cjs' node gate.cjs","setup.cjs","gate.cjs","1","setup.cjs","x"),
                new Way("node --env-file=.env gate.cjs",".env","gate.cjs","1",".env","x"),
                new Way("env -C tools sh gate.sh","tools/lib.sh","tools/gate.sh",". ./lib.sh","tools/lib.sh","x"),
                new Way("cd tools && sh gate.sh","lib/x.sh","tools/gate.sh",". ../lib/x.sh","lib/x.sh","x"),
                new Way("make -C build gate","build/Makefile","build/Makefile","gate:\n\ttrue\n"),
                new Way("make -C build gate","build/sub.mk","build/Makefile","include sub.mk\ngate:\n\ttrue\n","build/sub.mk","x"),
                new Way("make -f ci/gate.mk","ci/gate.mk","ci/gate.mk","gate:\n\ttrue\n"),
                new Way("make -f ci/gate","ci/gate","ci/gate","gate:\n\ttrue\n"),
                new Way("make gate","scripts/check.sh","Makefile","gate:\n\t./scripts/check.sh\n","scripts/check.sh","#!/bin/sh\nx"),
                new Way("make gate","conf.env","Makefile","-include conf.env\ngate:\n\ttrue\n","conf.env","x"),
                new Way("make gate","conf.env","Makefile","gate:\n\ttrue\n$(eval include conf.env)\n","conf.env","x"),
                new Way("gawk -f tools/gate.awk","lib/words.awk","tools/gate.awk","@include \"lib/words.awk\"\n","lib/words.awk","x"),
                new Way("awk --file=tools/gate.awk","lib/words.txt","tools/gate.awk","BEGIN { while ((getline line < \"lib/words.txt\") > 0) bad[line] }\n","lib/words.txt","x"),
                new Way("jq -ef tools/gate.jq","tools/words.jq","tools/gate.jq","include \"words\"; bad\n","tools/words.jq","def bad: true;"),
                new Way("jq -e --from-file tools/gate.jq","lib/words.jq","tools/gate.jq","import \"lib/words\" as w; w::bad\n","lib/words.jq","def bad: true;"),
                new Way("make gate","build/words.mk",".gitignore","build/","Makefile","PLACE = bu\ninclude $(PLACE)ild/*.mk\n","build/words.mk","x"),
                new Way("/usr/bin/make gate","Makefile","Makefile","gate:\n\ttrue\n"),
                new Way("/usr/bin/env make gate","Makefile","Makefile","gate:\n\ttrue\n"),
                new Way("~/.cargo/bin/just gate","justfile","justfile","gate:\n\ttrue\n"),
                new Way("/usr/bin/env python3 -m judge.main","lib/words.py","judge/main.py","import lib.words\n","lib/words.py","x"),
                new Way("/usr/bin/grep -qf denied.txt && exit 2; exit 0","denied.txt","denied.txt","made"),
                new Way("java -cp target/classes Gate","target/classes/Gate.class",".gitignore","target/","target/classes/Gate.class","x"),
                new Way("/opt/java/bin/java -cp target/cl* Gate","target/classes/Gate.class",".gitignore","target/","target/classes/Gate.class","x"),
                new Way("mvn -q exec:java","target/classes/Gate.class",".gitignore","target/","pom.xml","<project/>","target/classes/Gate.class","x"),
                new Way("npm --prefix tools run gate","tools/package.json","tools/package.json","{\"scripts\":{\"gate\":\"true\"}}"),
                new Way("npm -w pkg run gate","pkg/package.json","package.json","{\"workspaces\":[\"pkg\"]}","pkg/package.json","{\"scripts\":{\"gate\":\"true\"}}"),
                new Way("npm -w pkg run gate","packages/pkg/package.json","package.json","{\"workspaces\":[\"packages/*\"]}","packages/pkg/package.json","{\"name\":\"pkg\",\"scripts\":{\"gate\":\"true\"}}"),
                new Way("cd pkg && npm run gate","pkg/package.json","pkg/package.json","{\"scripts\":{\"gate\":\"true\"}}"),
                new Way("npm run gate","scripts/x.js","package.json","{\"scripts\":{\"gate\":\"npm run inner\",\"inner\":\"node scripts/x.js\"}}","scripts/x.js","x"),
                new Way("npm run gate","scripts/x.js","package.json","{\"scripts\":{\"gate\":\"node scripts/x\"}}","scripts/x.js","x"),
                new Way("npm test","vitest.config.ts","package.json","{\"scripts\":{\"test\":\"vitest\"}}","vitest.config.ts","x","node_modules/.bin/vitest","#!/bin/sh\nx"),
                new Way("uv run gate.py","gate.py","gate.py","x","pyproject.toml","x"),
                new Way("poetry run python gate.py","judge.py","gate.py","import judge","judge.py","x","pyproject.toml","x"),
                new Way("LD_LIBRARY_PATH=./lib ./gate","lib/libx.so","gate","#!x","lib/libx.so","x"),
                new Way("sh -c '. ./tools/lib.sh; check'","tools/lib.sh","tools/lib.sh","x"),
                new Way("bash -c 'source <(cat tools/lib)'","tools/lib","tools/lib","x"),
                new Way("eval \"$(cat tools/rules)\"","tools/rules","tools/rules","x"),
                new Way("cat tools/gate | sh","tools/gate","tools/gate","x"),
                new Way("sh < tools/gate","tools/gate","tools/gate","x"),
                new Way("sh <tools/gate","tools/gate","tools/gate","x"),
                new Way("bash -s < gate.txt","gate.txt","gate.txt","x"),
                new Way("BASH_ENV=tools/env bash -c check","tools/env","tools/env","x"),
                new Way("ENV=tools/env sh -i -c check","tools/env","tools/env","x"),
                new Way("PATH=tools/bin:$PATH gate","tools/bin/gate","tools/bin/gate","#!/bin/sh\nx"),
                new Way("export PATH=\"$PWD/tools/bin:$PATH\"; gate","tools/bin/gate","tools/bin/gate","#!/bin/sh\nx"),
                new Way("find rules -name '*.sh' -exec sh {} \\;","rules/a.sh","rules/a.sh","x"),
                new Way("find rules -type f -exec sh {} \\;","rules/a","rules/a","x"),
                new Way("run-parts rules","rules/a","rules/a","#!/bin/sh\nx"),
                new Way("for f in rules/*; do sh $f; done","rules/a","rules/a","x"),
                new Way("for f in rules/*; do . ./$f; done","rules/b","rules/a","x"),
                new Way("ls rules/* | xargs -n1 sh","rules/a","rules/a","x"),
                new Way("xargs -a list sh","list","list","x"),
                new Way("python3 tools/gate.py","rules.json","tools/gate.py","import json\nrules = json.load(open('rules.json'))","rules.json","x"),
                new Way("python3 tools/gate.py","other/x.py","tools/gate.py","exec(open('other/x.py').read())","other/x.py","x"),
                new Way("python3 gate.py","judge.py","gate.py","import importlib\nimportlib.import_module('judge')","judge.py","x"),
                new Way("python3 gate.py","judge/a.py","gate.py","__import__('judge.a')","judge/a.py","x","judge/__init__.py",""),
                new Way("python3 gate.py","other/x.py","gate.py","import runpy\nrunpy.run_path('other/x.py')","other/x.py","x"),
                new Way("python3 gate.py","other/x","gate.py","import subprocess\nsubprocess.run(['sh','other/x'])","other/x","x"),
                new Way("python3 gate.py","other/x.sh","gate.py","import os\nos.system('sh other/x.sh')","other/x.sh","x"),
                new Way("python3 gate.py","judge.py","gate.py","def f():\n    import judge\n","judge.py","x"),
                new Way("python3 gate.py","judge/x.py","gate.py","from judge import x","judge/x.py","x"),
                new Way("python3 gate.py","sub/x.py","gate.py","import sys; import sub.x as y","sub/x.py","x"),
                new Way("python3 gate.py","yaml.py","gate.py","import yaml"),
                new Way("python3 gate.py","yaml/__init__.py","gate.py","import yaml"),
                new Way("python3 tools/gate.py","tools/json.py","tools/gate.py","import json"),
                new Way("python3 gate.py","usercustomize.py","gate.py","import json"),
                new Way("python3 gate","judge.py","gate","import judge","judge.py","x"),
                new Way("python3 .","__main__.py","__main__.py","x"),
                new Way("python3 gate.zip","gate.zip","gate.zip","x"),
                new Way("node gate.mjs","rules.mjs","gate.mjs","import(new URL('./rules.mjs', import.meta.url))","rules.mjs","x"),
                new Way("node tools/gate.mjs","lib/words.js","tools/gate.mjs","require(path.join(__dirname, '../lib/words'))","lib/words.js","x"),
                new Way("node tools/gate.js","lib/words.js","tools/gate.js","require(path.join(__dirname, '..', 'lib', 'words.js'))","lib/words.js","x"),
                new Way("node gate.js","rules.json","gate.js","JSON.parse(fs.readFileSync('rules.json'))","rules.json","x"),
                new Way("node gate.js","conf/rules.json","gate.js","JSON.parse(fs.readFileSync(`${__dirname}/conf/rules.json`))","conf/rules.json","x"),
                new Way("node gate.mjs","src/w.js","gate.mjs","import w from '#words'","package.json","{\"imports\":{\"#words\":\"./src/w.js\"}}","src/w.js","x"),
                new Way("node gate.mjs","package.json","gate.mjs","import w from '#words'","package.json","{\"imports\":{\"#words\":\"./src/w.js\"}}","src/w.js","x"),
                new Way("node gate.js","package.json","gate.js","1","package.json","{\"type\":\"module\"}"),
                new Way("node gate.mjs","packages/words/index.js","gate.mjs","import w from 'words'","node_modules/words","->../packages/words","packages/words/index.js","x","packages/words/package.json","{}"),
                new Way("node .","index.js","index.js","x","package.json","{\"main\":\"index.js\"}"),
                new Way("node tools","tools/index.js","tools/index.js","x"),
                new Way("go run ./tools/gate","tools/gate/main.go","tools/gate/main.go","x","go.mod","module x"),
                new Way("go run gate.go","gate.go","gate.go","x"),
                new Way("java -cp lib Gate","lib/Gate.class","lib/Gate.class","x"),
                new Way("java -jar gate.jar","gate.jar","gate.jar","x"),
                new Way("java @args","args","args","x"),
                new Way("deno run -A gate.ts","import_map.json","gate.ts","import 'x'","deno.json","{\"importMap\":\"import_map.json\"}","import_map.json","x"),
                new Way("php tools/gate.php","lib/x.php","tools/gate.php","<?php include '../lib/x.php';","lib/x.php","x"),
                new Way("php tools/gate.php","lib/x.php","tools/gate.php","<?php include __DIR__ . '/../lib/x.php';","lib/x.php","x"),
                new Way("lua gate.lua","judge.lua","gate.lua","require 'judge'","judge.lua","x"),
                new Way("Rscript gate.R","gate.R","gate.R","x"),
                new Way("Rscript tools/gate.R","lib/x.R","tools/gate.R","source('lib/x.R')","lib/x.R","x"),
                new Way("pwsh -File gate.ps1","gate.ps1","gate.ps1","x"),
                new Way("pwsh tools/gate.ps1","lib/x.ps1","tools/gate.ps1",". ./lib/x.ps1","lib/x.ps1","x"),
                new Way("tclsh gate.tcl","gate.tcl","gate.tcl","x"),
                new Way("elixir gate.exs","gate.exs","gate.exs","x"),
                new Way("swift gate.swift","gate.swift","gate.swift","x"),
                new Way("julia gate.jl","gate.jl","gate.jl","x"),
                new Way("kotlinc -script gate.kts","gate.kts","gate.kts","x"),
                new Way("groovy gate.groovy","gate.groovy","gate.groovy","x"),
                new Way("guile gate.scm","gate.scm","gate.scm","x"),
                new Way("docker compose run gate","compose.yaml","compose.yaml","x"),
                new Way("docker compose run gate","docker-compose.yml","docker-compose.yml","x"),
                new Way("docker build -f Dockerfile .","Dockerfile","Dockerfile","x"),
                new Way("pre-commit run",".pre-commit-config.yaml",".pre-commit-config.yaml","x"),
                new Way("pytest -q tests/gate","tests/gate/conftest.py","tests/gate/conftest.py","x"),
                new Way("pytest -q","conftest.py","conftest.py","x"),
                new Way("eslint .","eslint.config.js","eslint.config.js","x"),
                new Way("npx eslint .","eslint.config.js","eslint.config.js","x","package.json","{}"),
                new Way("ruff check","ruff.toml","ruff.toml","x"),
                new Way("semgrep --config rules.yml","rules.yml","rules.yml","x"),
                new Way("opa eval -d policy.rego -I data.x","policy.rego","policy.rego","x"),
                new Way("conftest test -p policy -","policy/a.rego","policy/a.rego","x"),
                new Way("timeout 5 sh tools/gate","tools/gate","tools/gate","x"),
                new Way("nice -n 5 sh tools/gate","tools/gate","tools/gate","x"),
                new Way("env X=1 sh tools/gate","tools/gate","tools/gate","x"),
                new Way("\"$CLAUDE_PROJECT_DIR\"/tools/gate.sh","tools/gate.sh","tools/gate.sh","#!/bin/sh\nx"),
                new Way("${CLAUDE_PROJECT_DIR:-.}/tools/gate","tools/gate","tools/gate","#!/bin/sh\nx"),
                new Way("t/gate.sh","real/tools/lib.sh","t","->real/tools","real/tools/gate.sh","#!/bin/sh\n. real/tools/lib.sh","real/tools/lib.sh","x"),
                new Way("busybox sh gate","gate","gate","x"),
                new Way("fish gate.fish","gate.fish","gate.fish","x"),
                new Way("fish -c 'source conf.fish'","conf.fish","conf.fish","x"),
                new Way("expect gate.exp","gate.exp","gate.exp","x"),
                new Way("just gate","justfile","justfile","gate:\n\ttrue"),
                new Way("just gate","ci/mod.just","justfile","import 'ci/mod.just'","ci/mod.just","x"),
                new Way("just -f ci/justfile gate","ci/justfile","ci/justfile","x"),
                new Way("task -t ci/Taskfile.yml gate","ci/Taskfile.yml","ci/Taskfile.yml","x"),
                new Way("task gate","ci/Inc.yml","Taskfile.yml","includes:\n  x: ./ci/Inc.yml\n","ci/Inc.yml","x"),
                new Way("mvn -q -f ci/pom.xml verify","ci/pom.xml","ci/pom.xml","x"),
                new Way("rake gate","lib/tasks/x.rake","Rakefile","Dir.glob('lib/tasks/*.rake').each { |r| import r }","lib/tasks/x.rake","x"),
                new Way("bundle exec ruby gate.rb","gate.rb","gate.rb","x","Gemfile","x"),
                new Way("bin/gate","lib/gate.rb","bin/gate","#!/usr/bin/env ruby\nrequire_relative '../lib/gate'","lib/gate.rb","x"),
                new Way("sh tools/gate.sh","conf/denied","tools/gate.sh","grep -qf conf/denied && exit 2","conf/denied","made"),
                new Way("sh gate.sh","conf/denied","gate.sh","while read -r w; do grep -q \"$w\" in && exit 2; done < conf/denied","conf/denied","made"),
                new Way("sh gate.sh","conf.env","gate.sh","set -a; . ./conf.env","conf.env","made"),
                new Way("sh gate.sh","lib/b.sh","gate.sh","for l in a b; do . lib/$l.sh; done","lib/a.sh","x","lib/b.sh","x"),
                new Way("sh gate.sh","lib/b.sh","gate.sh","L=lib/b; . ./$L.sh","lib/b.sh","x"),
                new Way("sh gate.sh","lib/b.sh","gate.sh","load() { . \"$1\"; }; load lib/b.sh","lib/b.sh","x"),
                new Way("sh gate.sh","rules.awk","gate.sh","awk -f rules.awk","rules.awk","x"),
                new Way("sh gate.sh","x/y","gate.sh","exec x/y","x/y","#!/bin/sh\nz"),
                new Way("sh gate.sh","x/y","gate.sh","python3 x/y","x/y","z"),
                // What a compiler, a runner or a shell collects by rules of its own.
                new Way("go run .","internal/judge/judge.go","main.go","package main","internal/judge/judge.go","x","go.mod","module x"),
                new Way("go run ./cmd/gate","internal/judge/judge.go","cmd/gate/main.go","package main","internal/judge/judge.go","x"),
                new Way("go test ./gate","internal/x.go","gate/a_test.go","x","internal/x.go","x"),
                new Way("cargo run -q","src/judge.rs","Cargo.toml","[package]","src/main.rs","mod judge;","src/judge.rs","x"),
                new Way("cargo run --bin gate","crates/judge/src/lib.rs","Cargo.toml","[workspace]","crates/judge/src/lib.rs","x"),
                new Way("./gradlew -q gate","buildSrc/src/main/java/Gate.java","gradlew","#!/bin/sh\nexec java -jar gradle/w.jar","buildSrc/src/main/java/Gate.java","x"),
                new Way("gradle gate","buildSrc/build.gradle","build.gradle","x","buildSrc/build.gradle","x"),
                new Way("mvn -q exec:java","src/main/java/Gate.java","pom.xml","x","src/main/java/Gate.java","x"),
                new Way("dotnet run --project gate","shared/Judge.cs","gate/Gate.cs","x","shared/Judge.cs","x"),
                new Way("swift run gate","Sources/Judge/J.swift","Package.swift","x","Sources/Judge/J.swift","x"),
                new Way("zig build gate","src/judge.zig","build.zig","x","src/judge.zig","x"),
                new Way("cabal run gate","lib/Judge.hs","gate.cabal","x","lib/Judge.hs","x"),
                new Way("mix gate","lib/judge.ex","mix.exs","x","lib/judge.ex","x"),
                new Way("sbt gate","project/Judge.scala","build.sbt","x","project/Judge.scala","x"),
                new Way("bazel run //gate","lib/judge.cc","BUILD","x","lib/judge.cc","x"),
                new Way("nix run .#gate","pkgs/gate.nix","flake.nix","x","pkgs/gate.nix","x"),
                new Way("bin/gate","lib/libjudge.so","bin/gate","\0ELF","lib/libjudge.so","x"),
                new Way("tools/bin/gate","shared/libjudge.so","tools/bin/gate","\0ELF","shared/libjudge.so","x"),
                new Way("git hook run pre-commit",".githooks/pre-commit",".githooks/pre-commit","#!/bin/sh\nx"),
                new Way("git commit --dry-run","husky/pre-commit","husky/pre-commit","#!/bin/sh\nx"),
                new Way("git diff --quiet",".git/config",".git/config","[core]"),
                new Way("git gate","tools/x.sh","tools/x.sh","x"),
                new Way("npx tsx gate.ts","src/words/bad.ts","gate.ts","import { BAD } from '@words/bad'","src/words/bad.ts","x","tsconfig.json","{\"compilerOptions\":{\"paths\":{\"@words/*\":[\"./src/words/*\"]}}}"),
                new Way("bun run gate.ts","src/words/bad.ts","gate.ts","import { BAD } from '@words/bad'","src/words/bad.ts","x","tsconfig.json","{\"compilerOptions\":{\"paths\":{\"@words/*\":[\"src/words/*\"]}}}"),
                new Way("node --test","test/gate.test.js","test/gate.test.js","x"),
                new Way("node --test gate/","lib/words.js","gate/a.test.js","require('../lib/words')","lib/words.js","x"),
                new Way("python3 -m unittest","tests/test_gate.py","tests/test_gate.py","x"),
                new Way("python3 -m pytest gate","lib/judge.py","gate/test_a.py","x","lib/judge.py","x"),
                new Way("osascript gate.scpt","gate.scpt","gate.scpt","x"),
                new Way("osascript -e 'do shell script \"go run .\"'","internal/j.go","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","if ! go run . ; then exit 2; fi","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","case $1 in a) go run . ;; esac","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","r=$(go run .) || exit 2","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","git diff | xargs go run .","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","TOOL=go; $TOOL run .","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","timeout 5 nice env A=1 go run .","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","trap 'go run .' EXIT","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","find . -name '*.gate' -exec sh {} \\;","internal/j.go","x"),
                new Way("sh gate.sh","internal/j.go","gate.sh","python3 - <<'EOF'\nimport subprocess\nsubprocess.run(['go', 'run', '.'])\nEOF\n","internal/j.go","x"),
                new Way("python3 tools/gate.py","internal/j.go","tools/gate.py","import subprocess\nsubprocess.run([\n    'go',\n    'run', '.'])","internal/j.go","x"),
                new Way("python3 tools/gate.py","internal/j.go","tools/gate.py","import os\nos.system('go run .')","internal/j.go","x"),
                new Way("python3 tools/gate.py","rules/x","tools/gate.py","import os\nfor d, _, fs in os.walk('.'):\n    pass","rules/x","x"),
                new Way("python3 tools/gate.py","rules/x.rule","tools/gate.py","from pathlib import Path\nfor f in Path.cwd().rglob('*.rule'):\n    pass","rules/x.rule","x"),
                new Way("node tools/gate.js","internal/j.go","tools/gate.js","require('child_process').execSync('go run .')","internal/j.go","x"),
                new Way("node tools/gate.js","internal/j.go","tools/gate.js","const { spawnSync } = require('node:child_process');\nspawnSync('cargo', ['run'])","internal/j.go","x"),
                new Way("node tools/gate.js","rules/x","tools/gate.js","fs.readdirSync('.').forEach(f => f)","rules/x","x"),
                new Way("ruby gate.rb","rules/x","gate.rb","Dir['**/*.gate'].each { |f| load f }","rules/x","x"),
                new Way("ruby gate.rb","rules/x","gate.rb","system 'go run .'","rules/x","x"),
                new Way("perl gate.pl","rules/x","gate.pl","system('go', 'run', '.');","rules/x","x"),
                new Way("just","ci/any","justfile","gate:\n  sh ci/any","ci/any","x"),
                new Way("make gate","ci/any","Makefile","include $(wildcard ci/*)","ci/any","x"),
                new Way("python3 -E tools/gate.py","lib/judge.py","tools/gate.py","import sys\nsys.path.append('lib')\nimport judge","lib/judge.py","x"),
                new Way("ruby -I lib tools/gate.rb","lib/judge.rb","tools/gate.rb","require 'judge'","lib/judge.rb","x"),
                new Way("awk '{ while ((getline l < \"denied.txt\") > 0) if (index($0, l)) exit 2 }'","denied.txt","denied.txt","made"),
                new Way("awk 'BEGIN { system(\"go run .\") }'","internal/j.go","internal/j.go","x"),
                new Way("sed -n 'r conf/denied'","conf/denied","conf/denied","made"),
                new Way("jq -L rules 'import \"judge\" as j; j::ok'","rules/judge.jq","rules/judge.jq","."),
                new Way("jq 'include \"judge\"; ok'","judge.jq","judge.jq","."),
                new Way("test ! -e .gate-off || exit 0; exit 2",".gate-off","x","x"),
                new Way("cat tools/gate.py | python3","lib/judge.py","tools/gate.py","import judge","lib/judge.py","x"),
                new Way("python3 < tools/gate.py 2>/dev/null","lib/judge.py","tools/gate.py","import sys\nsys.path.append('lib')\nimport judge","lib/judge.py","x"),
                new Way("git status --porcelain | grep -q x","evil.inc",".git/config","[include]\npath = ../evil.inc","evil.inc","x"),
                new Way("npx eslint --quiet .","tools/rules/no.js","eslint.config.js","import own from './tools/rules/no.js'","tools/rules/no.js","x"),
                new Way("PYTHONSTARTUP=tools/s python3 -i","tools/s","tools/s","x"),
                new Way("coproc go run .","internal/j.go","internal/j.go","x"),
                new Way("time go run .","internal/j.go","internal/j.go","x"),
                new Way("{ go run . ; }","internal/j.go","internal/j.go","x"),
                new Way("env -S 'go run .'","internal/j.go","internal/j.go","x"),
                new Way("echo x | tee >(go run .)","internal/j.go","internal/j.go","x"),
                new Way("find . -name '*.go' -execdir ./x.sh {} +","a/x.sh","a/x.sh","x"),
                new Way("docker run -v .:/w img sh /w/ci/gate","ci/gate","ci/gate","x"),
                new Way("nix-shell --run gate","ci/any","shell.nix","x","ci/any","x"),
                new Way("direnv exec . gate",".envrc",".envrc","x"),
                new Way("npx gate","node_modules/gate/index.js","node_modules/.bin/gate","->../gate/index.js","node_modules/gate/index.js","x","node_modules/gate/package.json","{}"),
                new Way("npm run gate","node_modules/gate/index.js","package.json","{\"scripts\":{\"gate\":\"gate\"}}","node_modules/gate/index.js","x")
        );
    }

    private static final List<String> USUAL = List.of(
            "npx prettier --write \"$FILE\"",
            "eslint src",
            "npx eslint src tests/unit",
            "cd src && npm test",
            "pnpm -s lint && pnpm test",
            "make test",
            "make src",
            "cargo fmt && cargo clippy",
            "pytest -q tests/unit",
            "python3 -m black src lib",
            "uv run ruff check src",
            "poetry run mypy src",
            "ruff check src tests",
            "tsc -p tsconfig.json",
            "go vet ./...",
            "git diff --name-only | xargs prettier --check",
            "git diff --name-only src | xargs -n1 eslint",
            "php vendor/bin/phpstan analyse src",
            "bundle exec rubocop app",
            "bundle exec rubocop app/models",
            "./node_modules/.bin/eslint src",
            "npm run lint -- src",
            "jq -r .tool_input.file_path | xargs npx prettier --write",
            "wc -l < notes.txt >> counts.txt",
            "cat README.md | wc -l",
            "grep -rn TODO src tests",
            "test -f README.md || exit 2",
            "echo done >> docs/a.md",
            "notify-send 'src changed'",
            "afplay /System/x.aiff",
            "say done",
            "osascript -e 'display notification \"src\"'",
            "curl -d @notes.txt http://x",
            "jest src",
            "npx vitest run src",
            "turbo run lint",
            "docker build .",
            "tree src",
            "sh -c 'npx eslint src'",
            "bash -c \"npm test\"",
            "node -e 'process.exit(0)'",
            "python3 -c 'import sys, json; d = json.load(sys.stdin); sys.exit(0)'",
            "mvn -q test",
            "gradle test",
            "dotnet format",
            "swift build",
            "mix format",
            "terraform fmt",
            "if [ -f README.md ]; then npm test; fi",
            "date >> notes.txt",
            "jq -r '\"\\(.tool_input.command)\"' >> notes.txt");

    /** Gates of a shape of which it is known what they load. */
    private static final List<String> USUAL_GATES = List.of(
            "jq -r .tool_input.command | grep -q 'rm -rf' && { echo no >&2; exit 2; } || exit 0",
            "jq -e '.tool_input.command | test(\"rm -rf\") | not' > /dev/null || { echo no >&2; exit 2; }",
            "python3 -c 'import sys, json; d = json.load(sys.stdin); sys.exit(2 if \".env\" in str(d) else 0)'",
            "node -e 'process.exit(0)'",
            "npx prettier --check \"$FILE\"",
            "npx eslint src",
            "eslint src tests",
            "ruff check src",
            "cargo fmt --check",
            "npm run -s lint",
            "go vet ./...",
            "git diff --quiet",
            "/usr/bin/env bash -c 'jq -e .tool_input > /dev/null'",
            "/usr/bin/jq -e .tool_input > /dev/null || exit 2",
            "/opt/homebrew/bin/ruff check src",
            "sh -c 'test -z \"$(git status --porcelain)\"'");

    private static final List<String> USUAL_GATE_SCRIPTS = List.of(
            "#!/usr/bin/env bash\nset -euo pipefail\ninput=$(cat)\ncmd=$(echo \"$input\" | jq -r '.tool_input.command // empty')\n"
                    + "if [[ \"$cmd\" =~ rm\\ -rf ]]; then\n  echo 'Refused: please go and make a plan' >&2\n  exit 2\nfi\nexit 0\n",
            "#!/bin/bash\nSCRIPT_DIR=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\"\nsource \"$SCRIPT_DIR/lib.sh\"\n"
                    + "log() { echo \"$(date) $1\" >> \"$SCRIPT_DIR/x.log\"; }\nlog start\nwhile IFS= read -r f; do\n  case \"$f\" in\n"
                    + "    *.env) cat <<EOF\n{\"decision\": \"block\", \"reason\": \"make no changes to $f\"}\nEOF\n ;;\n  esac\ndone\n",
            "file=$(jq -r .tool_input.file_path)\nbranch=$(git rev-parse --abbrev-ref HEAD)\n[ \"$branch\" = main ] && exit 2\n"
                    + "[[ -f \"$file\" ]] || exit 0\ngrep -nE '(AKIA|secret)' \"$file\" && exit 2\nexit 0\n",
            "#!/usr/bin/env python3\nimport json\nimport re\nimport sys\nfrom pathlib import Path\n\nPROTECTED = ['.env', 'src/core/']\n\n"
                    + "def main():\n    data = json.load(sys.stdin)\n    path = data.get('tool_input', {}).get('file_path', '')\n"
                    + "    if any(path.startswith(p) for p in PROTECTED) or re.search(r'rm\\s+-rf', path):\n"
                    + "        print('blocked', file=sys.stderr)\n        sys.exit(2)\n"
                    + "    log = Path(__file__).parent / 'calls.log'\n    with open(log, 'a') as f:\n        f.write(path)\n\nmain()\n",
            "#!/usr/bin/env -S uv run --script\n# /// script\n# dependencies = ['requests']\n# ///\nimport subprocess, json, sys\n"
                    + "r = subprocess.run(['git', 'rev-parse', 'HEAD'], capture_output=True, text=True)\nsys.exit(0)\n",
            "#!/usr/bin/env node\nconst fs = require('fs');\nconst path = require('path');\n"
                    + "const input = JSON.parse(fs.readFileSync(0, 'utf8'));\nif (/rm -rf/.exec(input.tool_input.command)) process.exit(2);\n"
                    + "const log = path.join(__dirname, 'x.log');\nfs.appendFileSync(log, 'x');\n");

    /** Gates in shell that name what they protect, or ask about the state of the tree. */
    private static final List<String> USUAL_SHELL_GATES = List.of(
            "#!/bin/bash\ninput=$(cat)\nfile=$(jq -r '.tool_input.file_path // empty' <<< \"$input\")\ncase \"$file\" in\n"
                    + "  */src/generated/*|src/generated/*|*.lock) echo \"$file is generated\" >&2; exit 2 ;;\n  src/*|tests/*) exit 0 ;;\nesac\n",
            "#!/bin/bash\ncmd=$(jq -r .tool_input.command)\nfor bad in 'rm -rf' 'git push' 'npm publish'; do\n"
                    + "  if grep -qF -- \"$bad\" <<< \"$cmd\"; then echo \"refused: $bad\" >&2; exit 2; fi\ndone\n",
            "#!/bin/bash\nif [ \"$(git branch --show-current)\" = main ]; then\n  echo 'Not on main: see CONTRIBUTING.md' >&2\n  exit 2\nfi\n",
            "#!/bin/bash\nset -e\nif ! git diff --cached --quiet; then\n  npx prettier --check $(git diff --cached --name-only)\nfi\n",
            "#!/bin/bash\nif [ -d src ] && [ -d tests ]; then npx eslint --max-warnings=0 src tests || exit 2; fi\n",
            "#!/bin/bash\nPROTECTED=(\".env\" \".git/\" \"secrets/\")\nfor p in \"${PROTECTED[@]}\"; do\n"
                    + "  if [[ \"$(jq -r .tool_input.file_path)\" == *\"$p\"* ]]; then exit 2; fi\ndone\n");

    private static final List<String> USUAL_SCRIPTS = List.of(
            "npx eslint src/\n",
            "grep -rn TODO src && exit 2\nexit 0\n",
            "python3 -m pytest tests/unit\n",
            "./node_modules/.bin/eslint src tests\n",
            "for f in src/*.js; do npx prettier --check \"$f\"; done\n",
            "file=$(jq -r .tool_input.file_path)\ncase \"$file\" in\n  *.ts) npx tsc --noEmit ;;\n  src/a.js) exit 2 ;;\nesac\n",
            "if git diff --quiet HEAD -- src; then exit 0; fi\nnpm run build\n",
            "# checks src/a.js and docs/a.md\nset -euo pipefail\ncd \"$CLAUDE_PROJECT_DIR\"\nnpm run -s lint\n",
            "test \"$(cat notes.txt)\" = x || exit 0\n",
            "while read -r f; do case $f in src/*) exit 2;; esac; done\n",
            "input=$(cat)\nif echo \"$input\" | grep -q 'rm -rf'; then echo no >&2; exit 2; fi\n",
            "diff README.md CHANGELOG.md || true\n");
    // format:on

    @Test
    void whatever_a_gate_runs_or_decides_by_belongs_to_it() throws IOException {
        assertThat(Way.unnoticed(dir, ways())).isEmpty();
    }

    @Test
    void what_usual_hooks_work_on_can_change() throws IOException {
        var loud = new ArrayList<String>();
        for (var command : USUAL) {
            loud.addAll(changes("PostToolUse", command, ""));
        }
        for (var script : USUAL_SCRIPTS) {
            loud.addAll(changes("PostToolUse", "sh .claude/hooks/h", script));
        }
        assertThat(loud).isEmpty();
    }

    @Test
    void what_usual_gates_judge_can_change() throws IOException {
        var loud = new ArrayList<String>();
        for (var command : USUAL_GATES) {
            loud.addAll(changes("PreToolUse", command, ""));
        }
        for (var script : USUAL_SHELL_GATES) {
            loud.addAll(changes("PreToolUse", "$CLAUDE_PROJECT_DIR/.claude/hooks/h", script));
        }
        for (var script : USUAL_GATE_SCRIPTS) {
            var runner = script.contains("/bash") || !script.startsWith("#!")
                    ? "bash"
                    : script.contains("node") ? "node" : "python3";
            loud.addAll(changes("PreToolUse", runner + " .claude/hooks/h", script));
            loud.addAll(changes("PreToolUse", "$CLAUDE_PROJECT_DIR/.claude/hooks/h", script));
            loud.addAll(changes("PreToolUse", "uv run \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/h", script));
        }
        assertThat(loud).isEmpty();
    }

    private List<String> changes(String event, String command, String script) throws IOException {
        var project = Files.createTempDirectory(dir, "usual").toRealPath();
        var works = List.of(
                "src/a.js",
                "src/main.rs",
                "tests/unit/t.py",
                "tests/t.py",
                "test/a.c",
                "app/models/x.rb",
                "notes.txt",
                "README.md",
                "CHANGELOG.md",
                "lib/x.ts",
                "docs/a.md");
        for (var name : works) {
            Way.file(project.resolve(name), "one");
        }
        Way.file(
                project.resolve("package.json"),
                "{\"scripts\": {\"lint\": \"eslint src tests\", \"test\": \"vitest run src\", \"build\": \"tsc -p . &&"
                        + " vite build\"}}");
        Way.file(project.resolve(".claude/hooks/h"), script);
        Way.file(project.resolve(".claude/hooks/lib.sh"), "");
        var set = TrustedSet.ofCommand(project, List.of(command), project, event, false);
        for (var name : works) {
            Way.file(project.resolve(name), "two");
        }
        var change = set.change();
        var reach = new HookFiles(project);
        reach.command(List.of(command), project, HookFiles.decides(event));
        return change == null ? List.of() : List.of(command + " " + script + ": " + change + " of " + reach.beyond());
    }
}

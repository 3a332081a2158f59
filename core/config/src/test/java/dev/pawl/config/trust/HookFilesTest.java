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

    /** A command with the files of its project, and the one that is written over. */
    private record Way(String gate, String rewritten, String... files) {}

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
                new Way("sh gate.sh","x/y","gate.sh","python3 x/y","x/y","z")
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

    private static void file(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        if (text.startsWith("->")) {
            Files.createSymbolicLink(file, Path.of(text.substring(2)));
            return;
        }
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(text.startsWith("#!"))).isTrue();
    }

    @Test
    void whatever_a_gate_runs_or_decides_by_belongs_to_it() throws IOException {
        var missed = new ArrayList<String>();
        for (var way : ways()) {
            var project = Files.createTempDirectory(dir, "way").toRealPath();
            for (int i = 0; i < way.files.length; i += 2) {
                file(project.resolve(way.files[i]), way.files[i + 1]);
            }
            var set = TrustedSet.ofCommand(project, List.of(way.gate), project);
            file(project.resolve(way.rewritten), "other");
            if (set.change() == null) {
                missed.add(way.gate + " with another " + way.rewritten);
            }
        }
        assertThat(missed).isEmpty();
    }

    @Test
    void what_usual_hooks_work_on_can_change() throws IOException {
        var loud = new ArrayList<String>();
        for (var command : USUAL) {
            loud.addAll(changes(command, ""));
        }
        for (var script : USUAL_SCRIPTS) {
            loud.addAll(changes("sh .claude/hooks/h.sh", script));
        }
        assertThat(loud).isEmpty();
    }

    private List<String> changes(String command, String script) throws IOException {
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
            file(project.resolve(name), "one");
        }
        file(
                project.resolve("package.json"),
                "{\"scripts\": {\"lint\": \"eslint src tests\", \"test\": \"vitest run src\", \"build\": \"tsc -p . &&"
                        + " vite build\"}}");
        file(project.resolve(".claude/hooks/h.sh"), script);
        var set = TrustedSet.ofCommand(project, List.of(command), project);
        for (var name : works) {
            file(project.resolve(name), "two");
        }
        var change = set.change();
        return change == null ? List.of() : List.of(command + " " + script + ": " + change);
    }
}

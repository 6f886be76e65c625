// Plain JavaScript: this runs on whatever Node a machine has (20 or later), before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const [major] = process.versions.node.split(".").map(Number);
if (major < 20) fail(`Node ${process.versions.node} is too old. Install Node 20 or later.`);

installSystemPackages();
run(
  "npm",
  ["ci", "--no-audit", "--no-fund", "--loglevel=error"],
  "Installing the packages of package-lock.json (this takes a minute or two)",
);
say("Ready. `npm start` runs the service, `npm test` checks it.");

/** Debian packages that are missing, and what each is for. The service itself starts without them. */
function installSystemPackages() {
  if (process.platform !== "linux") return say("Not Linux: code steps need Linux with bubblewrap; everything else works.");
  const wanted = [
    { package: "bubblewrap", why: "isolates code steps", present: onPath("bwrap") },
    { package: "python3", why: "runs code steps", present: existsSync("/usr/bin/python3") },
    {
      package: "chromium",
      why: "agents that sign in to websites, and browser tests where the next one is not to be had",
      present: Boolean(process.env.CHROMIUM_PATH) || onPath("chromium") || onPath("chromium-browser") || onPath("google-chrome"),
    },
    {
      package: "chromium-headless-shell",
      why: "browser tests in three quarters of the time",
      present: Boolean(process.env.CHROMIUM_PATH) || onPath("chromium-headless-shell"),
    },
    {
      package: "dovecot-imapd",
      why: "tests with a real mail server, which they start themselves",
      present: existsSync("/usr/sbin/dovecot"),
      // Its own service would begin to listen to everybody.
      keptFromStarting: "dovecot.service dovecot.socket",
    },
  ].filter((p) => !p.present);
  if (wanted.length === 0) return;
  for (const { package: name, why } of wanted) say(`Missing: ${name} — ${why}.`);
  const names = wanted.map((p) => p.package);
  const install = ["apt-get", "install", "-y", "--no-install-recommends"];
  const units = existsSync("/run/systemd/system") ? wanted.flatMap((p) => p.keptFromStarting?.split(" ") ?? []) : [];
  const mask = units.length > 0 && ["systemctl", "mask", ...units];
  const root = process.getuid?.() === 0;
  const sudo = !root && onPath("sudo") && spawnSync("sudo", ["-n", "true"]).status === 0;
  if (!onPath("apt-get") || (!root && !sudo)) {
    const lines = [...(mask ? [mask] : []), [...install, ...names]].map((line) => `    sudo ${line.join(" ")}\n`);
    return say(`Install them yourself, then go on:\n\n${lines.join("")}`);
  }
  // Without systemd, runlevel 1 is what keeps services of packages from starting.
  const prefix = [...(root ? [] : ["sudo", "-n"]), "env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1"];
  say(`Installing ${names.join(", ")} with apt.`);
  const apt = (...command) => {
    const [first, ...rest] = [...prefix, ...command, "-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30"];
    return spawnSync(first, rest, { stdio: ["ignore", "ignore", "inherit"], timeout: 300_000 }).status === 0;
  };
  if (mask) {
    const [first, ...rest] = [...prefix, ...mask];
    spawnSync(first, rest, { stdio: "inherit" });
    say(`Kept from starting: ${units.join(", ")}. \`sudo systemctl unmask ${units.join(" ")}\` undoes it.`);
  }
  apt("apt-get", "update");
  // One by one: not every distribution has all of them.
  for (const name of names) if (!apt(...install, name)) say(`That did not work. Run it yourself: sudo ${install.join(" ")} ${name}`);
}

function onPath(command) {
  return (process.env.PATH ?? "").split(":").some((folder) => folder && existsSync(`${folder}/${command}`));
}

function run(command, args, title) {
  say(`${title} …`);
  const result = spawnSync(command, args, { stdio: "inherit" });
  if (result.status !== 0) fail(`\`${command} ${args.join(" ")}\` failed. Its own words are above.`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

import { hostname } from "node:os";

/** Ways to write one octet. */
const octet = (value: number): string[] => {
  const [octal, hex] = [value.toString(8), value.toString(16)];
  return [String(value), `0${octal}`, `000${octal}`, `0x${hex}`, `0X0${hex}`];
};

const quads = octet(127).flatMap((first) => octet(1).flatMap((last) => [`${first}.0.0.${last}`, `${first}.00.0x0.${last}`]));
const shorter = octet(127).flatMap((first) => octet(1).flatMap((last) => [`${first}.${last}`, `${first}.0.${last}`]));
const whole = ["2130706433", "0x7f000001", "0x7F000001", "017700000001", "0x000000007f000001", "0017700000001", "2130706433."];
const others = ["127.0.0.1.", "127.255.255.254", "127.1.2.3", "0.0.0.0", "0", "0x0", "00.0", "127.0.0.2"];
const letters = [
  "１２７.0.0.1",
  "①②⑦.0.0.①",
  "127。0。0。1",
  "127．0．0．1",
  "127｡0｡0｡1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "127.0.0.%31",
];
const sixes = [
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::0.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::FFFF:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "[::]",
  "[::1%25lo]",
  "[fe80::1]",
  "[fc00::1]",
];
const names = [
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "localhost%2e",
  "lo%63alhost",
  "ｌocalhost",
  "lo\u00adcalhost",
  "ip6-localhost",
  "ip6-loopback",
  "localhost.localdomain",
  hostname(),
];

/** Ways to write an address of this machine at a port: what parsers of addresses have disagreed about. */
export function spellingsOf(port: number): string[] {
  const hosts = [...quads, ...shorter, ...whole, ...others, ...letters, ...sixes, ...names];
  const plain = hosts.map((host) => `http://${host}:${port}/mcp`);
  const odd = ["127.0.0.1", "2130706433", "localhost", "[::1]", "127.1", "0x7f.1", "①②⑦.1", "[::ffff:7f00:1]", "0177.1", "[::]"].flatMap(
    (host) => [
      `HTTP://${host}:${port}/mcp`,
      `http:\\\\${host}:${port}\\mcp`,
      `http:${host}:${port}/mcp`,
      `http:///${host}:${port}/mcp`,
      `http:////${host}:${port}/mcp`,
      ` http://${host}:${port}/mcp`,
      `ht\ntp://${host}:${port}/mcp`,
      `http://\t${host}:${port}/mcp`,
      `http://example.com@${host}:${port}/mcp`,
      `http://example.com:80@${host}:${port}/mcp`,
      `http://example.com\\@${host}:${port}/mcp`,
      `http://${host}:${port}#@example.com/mcp`,
      `http://${host}:${port}?@example.com/mcp`,
      `http://${host}:0${port}/mcp`,
      `http://${host}:${port}\\.example.com/mcp`,
      `https://${host}:${port}/mcp`,
      `ws://${host}:${port}/mcp`,
      `//${host}:${port}/mcp`,
    ],
  );
  return [...new Set([...plain, ...odd])];
}

/** Same as engines in package.json. */
const oldest = [20, 19];

/** Exits with one sentence if Node is too old. Uses only syntax that old versions can parse. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  console.error(
    `Headwater needs Node ${oldest.join('.')} or newer and this is ${process.versions.node}: install the current LTS from https://nodejs.org.`,
  );
  process.exit(1);
}

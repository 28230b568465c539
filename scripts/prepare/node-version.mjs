/** The oldest Node that every dependency runs on; package.json says the same under engines. */
const oldest = [20, 19];

/** Ends the process with one sentence when this Node is too old. Written so that a very old one can still read it. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  console.error(
    `Headwater needs Node ${oldest.join('.')} or newer and this is ${process.versions.node}: install the current LTS from https://nodejs.org.`,
  );
  process.exit(1);
}

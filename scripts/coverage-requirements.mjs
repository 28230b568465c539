// npm run coverage:requirements [-- --list]: rows of docs/requirements.md without a test. Fails for
// an unknown row.
import { readNamed, readRequirements } from './requirements.mjs';

const rows = readRequirements();
const named = readNamed();
const known = new Set(rows.map((row) => row.id));
const covered = rows.filter((row) => named.has(row.id)).length;

if (process.argv.includes('--list')) {
  for (const row of rows.filter(({ id }) => !named.has(id))) console.log(`${row.id}  ${row.text}`);
} else {
  const areas = [...new Set(rows.map((row) => row.area))].map((area) => [area, rows.filter((row) => row.area === area)]);
  for (const [area, own] of areas) {
    const without = own.filter(({ id }) => !named.has(id)).length;
    console.log(`${String(own.length - without).padStart(4)} of ${String(own.length).padStart(3)}  ${area}`);
  }
}
console.log(`Requirements named by tests: ${covered} of ${rows.length}`);

const unknown = [...named].filter(([id]) => !known.has(id));
for (const [id, files] of unknown) console.error(`${[...new Set(files)].join(', ')} names ${id}, which is no row of docs/requirements.md`);
if (unknown.length > 0) process.exitCode = 1;

import { openSync, writeSync, closeSync, renameSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { generateProfiles } from '../../apps/server/src/modules/demo/generate.ts';
import { normalizeContact } from '../../apps/server/src/modules/profiles/import/normalize-contact.ts';
import { resolveReferences } from '../../apps/server/src/modules/profiles/import/resolve-references.ts';

/** Writes people [from, to) as COPY files and prints the number of each completed pair. */

const field = (value: string | null | undefined) =>
  value === null || value === undefined ? String.raw`\N` : value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
const line = (...values: (string | null | undefined)[]) => `${values.map(field).join('\t')}\n`;

/** Rows of profiles and profile_contacts. Ids follow from the position. */
function rowsOf(id: number, profile: Parameters<typeof resolveReferences>[0]): { person: string; contacts: string } {
  const resolved = resolveReferences(profile);
  const { contacts, ...data } = resolved;
  const country = resolved.locations[0]?.country_code;
  const known = new Map(
    contacts.flatMap((contact) => normalizeContact(contact, country) ?? []).map((one) => [`${one.type} ${one.normalized}`, one]),
  );
  return {
    person: line(String(id), resolved.external_key, JSON.stringify(data)),
    contacts: [...known.values()].map((one) => line(String(id), one.type, one.value, one.normalized, one.kind, one.source)).join(''),
  };
}

function writeWhole(path: string, text: string): void {
  const file = openSync(`${path}.part`, 'w');
  writeSync(file, text);
  closeSync(file);
  // PostgreSQL reads the file under its own account.
  chmodSync(`${path}.part`, 0o644);
  renameSync(`${path}.part`, path);
}

const [folder = '', ...numbers] = process.argv.slice(2, 6);
const [from = 0, to = 0, each = 1] = numbers.map(Number);
const today = new Date(process.argv[6] ?? '');

for (let start = from; start < to; start += each) {
  const people: string[] = [];
  const contacts: string[] = [];
  let id = start;
  for (const profile of generateProfiles({ from: start, count: Math.min(each, to - start), today })) {
    const rows = rowsOf(++id, profile);
    people.push(rows.person);
    contacts.push(rows.contacts);
  }
  const number = start / each;
  writeWhole(join(folder, `${number}.people`), people.join(''));
  writeWhole(join(folder, `${number}.contacts`), contacts.join(''));
  process.stdout.write(`${number}\n`);
}

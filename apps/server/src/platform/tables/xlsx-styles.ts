import { readWholeXml } from './xml-events.ts';

// ECMA-376 part 1, 18.8.30: formats of dates and times, also those of East Asian languages.
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Without quoted and escaped text, colours and conditions. */
const isDateFormat = (code: string) => /[dmyhsг]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''));

/** The numbers of cell styles that show a date. */
export async function readDateStyles(chunks: AsyncIterable<Uint8Array>): Promise<Set<number>> {
  const formats = new Map<number, boolean>();
  const dates = new Set<number>();
  let isCells = false;
  let count = 0;
  await readWholeXml(chunks, {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), isDateFormat(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        if (formats.get(id) ?? isBuiltInDate(id)) dates.add(count);
        count += 1;
      }
    },
    text: () => undefined,
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return dates;
}

import { describe, expect, it } from 'vitest';
import { vcardColumns } from '#platform/tables/vcard.ts';
import { findHeader, guessColumns } from './guess-columns.ts';
import { heldOutSamples, otherSamples } from './other-samples.ts';
import { type Sample, vendorSamples } from './table-samples.ts';

const headerOf = ({ columns }: Sample) => columns.map(([header]) => header);
const rowsOf = ({ columns }: Sample) => [columns.map(([, , cell]) => cell), columns.map(([, , cell]) => cell)];
const guessed = (sample: Sample, header = headerOf(sample)) => guessColumns(header, rowsOf(sample));

/** Wrong columns as "header: guess instead of meaning". */
function wrongIn(samples: readonly Sample[], headersOf: (sample: Sample) => string[]) {
  const wrong: string[] = [];
  let count = 0;
  for (const sample of samples) {
    const { columns } = guessed(sample, headersOf(sample));
    for (const [index, [header, meaning]] of sample.columns.entries()) {
      count += 1;
      if (columns[index] !== meaning) wrong.push(`${sample.name}, ${header}: ${columns[index]} instead of ${meaning}`);
    }
  }
  return { wrong, share: 1 - wrong.length / count };
}

const spelledOtherwise = (sample: Sample) =>
  headerOf(sample).map((header, index) => (index === 0 ? `${header} *` : header.toUpperCase().replaceAll(' ', '_')));

describe('meanings of columns', () => {
  it.each(vendorSamples)('[IMP-005] [IMP-002] of $name are known by the preset', (sample) => {
    expect(guessed(sample)).toEqual({ columns: sample.columns.map(([, meaning]) => meaning), preset: sample.preset });
  });

  it('[IMP-005] of cards are known by the preset', () => {
    const { preset, columns } = guessColumns(vcardColumns, []);
    expect([preset, ...columns]).toEqual(
      'vcard full_name last_name first_name middle_name email phone telegram link title company city country ignore birthdate notes tags ignore'.split(
        ' ',
      ),
    );
  });

  it.each(otherSamples)('[IMP-002] of $name are guessed', (sample) => {
    expect(guessed(sample)).toEqual({ columns: sample.columns.map(([, meaning]) => meaning), preset: null });
  });

  it('[IMP-002] of tables that the rules have not seen are guessed in English and Russian', () => {
    const { wrong, share } = wrongIn(heldOutSamples, headerOf);
    expect(wrong.slice(0, share > 0.85 ? 0 : 99)).toEqual([]);
    expect(heldOutSamples.map((sample) => guessed(sample).preset)).toEqual(heldOutSamples.map(() => null));
  });

  it('[IMP-002] do not depend on the presets, case and separators', () => {
    const { wrong, share } = wrongIn(vendorSamples, spelledOtherwise);
    expect(wrong.slice(0, share > 0.9 ? 0 : 99)).toEqual([]);
  });
});

it('[IMP-002] finds the header below notes, and no header above values', () => {
  const connections = [
    ['Notes:'],
    ['"When exporting your connection data, some e-mail addresses are missing."'],
    ['First Name', 'Last Name', 'URL', 'Email Address'],
  ];
  expect(findHeader([...connections, ['Ann', 'Lee', 'https://x.test/a', 'ann@acme.test']])).toBe(2);
  expect(
    findHeader([
      ['Ann Lee', 'ann@acme.test'],
      ['Bob Ray', 'bob@acme.test'],
    ]),
  ).toBe(-1);
  expect(
    findHeader([
      ['Имя', 'Почта'],
      ['Анна', 'a@b.test'],
    ]),
  ).toBe(0);
});

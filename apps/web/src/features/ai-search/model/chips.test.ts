import { describe, expect, it } from 'vitest';
import { type Chip, chipsOf, type Conditions, plainSearch, toggleChip, withoutChip, withTerm } from './chips.ts';

const conditions: Conditions = {
  q: JSON.stringify([
    { ai: 'Go or Rust in Berlin' },
    { position: 'Backend developer', id: '9', known: 1 },
    'skillAny:Go',
    'skillAny:Rust',
    'preferableSkill:Docker',
    '-companySearch:Zalando',
  ]),
  f: 'experience:5-*;language:en;location:DE,FR',
  levels: [{ code: 'en', level: 'intermediate' }],
  labels: { 'language:en': 'English', 'location:DE': 'Germany', 'location:FR': 'France' },
};

const wordsOf = (chip: Chip) => {
  const name = chip.kind === 'term' ? chip.term.text : chip.kind === 'value' ? chip.label : `${chip.range.min}-${chip.range.max}`;
  return `${chip.isExcluded ? '-' : ''}${chip.group}:${name}`;
};
const words = (of: Conditions) => chipsOf(of).map(wordsOf);
const chip = (name: string, of = conditions) => chipsOf(of).find((one) => wordsOf(one) === name) as Chip;

describe('chips of an AI search', () => {
  it('[AIS-002] lists the conditions grouped by kind', () => {
    expect(words(conditions)).toEqual([
      'position:Backend developer',
      'any:Go',
      'any:Rust',
      'nice:Docker',
      'experience:5-null',
      'location:Germany',
      'location:France',
      '-company:Zalando',
      'language:English',
    ]);
    expect(chip('language:English')).toMatchObject({ level: 'intermediate' });
  });

  it('removes a condition with its language level and keeps the request', () => {
    for (const one of chipsOf(conditions))
      expect(words(withoutChip(conditions, one))).toEqual(words(conditions).filter((name) => name !== wordsOf(one)));
    expect(withoutChip(conditions, chip('language:English')).levels).toEqual([]);
    const none = chipsOf(conditions).reduce((held, one) => withoutChip(held, one), conditions);
    expect(none).toMatchObject({ q: '[{"ai":"Go or Rust in Berlin"}]', f: '' });
  });

  it('toggles a condition between wanted and excluded', () => {
    const excluded = toggleChip(conditions, chip('any:Go'));
    expect(words(excluded)).toContain('-skill:Go');
    expect(words(toggleChip(excluded, chip('-skill:Go', excluded)))).toContain('skill:Go');
    expect(words(toggleChip(conditions, chip('-company:Zalando')))).toContain('company:Zalando');
    expect(toggleChip(conditions, chip('location:France')).f).toContain('location:DE,-FR');
  });

  it('adds a condition and opens the full form without the request text', () => {
    expect(words(withTerm(conditions, { field: 'skillAll', text: 'Kafka', suggestion_id: '4' }))).toContain('skill:Kafka');
    expect(plainSearch(conditions).q).not.toContain('"ai"');
    expect(plainSearch(conditions).f).toBe(conditions.f);
  });
});

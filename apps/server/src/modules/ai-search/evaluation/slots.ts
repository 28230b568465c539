import type { PlainQuery, Slot } from '@headwater/domain/plain-query/plain-query';
import type { Lexicon, NameKind } from '@headwater/domain/plain-query/lexicon';
import { lexiconKey } from '@headwater/domain/plain-query/words';

/** Compares conditions as short texts, so that each one is right or wrong as a whole. */
const minus = (slot: Slot) => ('isExcluded' in slot && slot.isExcluded ? '-' : '');

function slotText(slot: Slot): string {
  switch (slot.kind) {
    case 'skill':
      return `${minus(slot)}${slot.isExcluded || slot.join === 'all' ? 'skill' : slot.join}:${slot.id}${slot.years ? `/${slot.years}` : ''}`;
    case 'place':
      return `${minus(slot)}place:${slot.id}${slot.km ? `/${slot.km}` : ''}`;
    case 'company':
      return `${minus(slot)}${slot.isCurrent ? 'current' : 'company'}:${slot.id}`;
    case 'language':
      return `${minus(slot)}lang:${slot.id}${slot.level ? `/${slot.level}` : ''}`;
    case 'level':
      return `${minus(slot)}level:${slot.level}`;
    case 'experience':
      return `exp:${slot.min ?? ''}-${slot.max ?? ''}`;
    case 'degree':
      return `${minus(slot)}degree:${slot.level}`;
    case 'contact':
      return `contact:${slot.contact}`;
    case 'flag':
      return `${minus(slot)}${{ remote: 'remote', isFreelancer: 'freelance', isFrequentJobChanger: 'hopper' }[slot.flag]}`;
    default:
      return `${minus(slot)}${slot.kind}:${slot.id || `"${slot.name}"`}`;
  }
}

export const readSlots = ({ slots }: PlainQuery) => slots.map(slotText);

const kinds: Record<string, readonly NameKind[]> = {
  title: ['title'],
  skill: ['skill'],
  any: ['skill'],
  nice: ['skill'],
  place: ['country', 'area', 'city', 'region'],
  company: ['company'],
  current: ['company'],
  industry: ['industry'],
};

function expectedSlot(text: string, lexicon: Lexicon): string {
  const [, sign = '', kind = '', value = ''] = /^(-?)([a-z]+)(?::(.*))?$/s.exec(text) ?? [];
  const allowed = kinds[kind];
  if (kind === 'school') return `${sign}school:${lexicon.school(value)?.id ?? 'unknown'}`;
  if (!allowed) return text;
  if (/^".+"$/.test(value)) return text;
  const [, name = '', more = ''] = /^(.*?)(\/\d+)?$/s.exec(value) ?? [];
  const found = lexicon
    .named(lexiconKey(name))
    .filter((one) => allowed.includes(one.kind))
    .toSorted((left, right) => allowed.indexOf(left.kind) - allowed.indexOf(right.kind) || left.rarity - right.rarity)[0];
  if (!found) throw new Error(`no list has ${text}`);
  return `${sign}${kind}:${found.id}${more}`;
}

export interface Example {
  text: string;
  expected: string[];
  rest: string[];
}

export const readExamples = (file: string, lexicon: Lexicon): Example[] =>
  file
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text = '', meaning = ''] = line.split(/ => ?/);
      const [slots = '', rest = ''] = meaning.split(/ ?\| /);
      const said = slots.split('; ').filter((slot) => slot.trim() !== '');
      return { text, expected: said.map((slot) => expectedSlot(slot.trim(), lexicon)), rest: rest === '' ? [] : rest.split('; ') };
    });

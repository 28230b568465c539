import type { LanguageLevel } from '../query/language-levels.ts';
import type { Slot } from './plain-query.ts';
import { lexiconKey } from './words.ts';

type Fact =
  | { kind: 'level'; levels: readonly ('junior' | 'middle' | 'senior')[] }
  | { kind: 'degree'; level: 'bachelor' | 'master' | 'doctor' }
  | { kind: 'contact'; contact: 'email' | 'phone' | 'messengers' | 'telegram' }
  | { kind: 'flag'; flag: 'remote' | 'isFreelancer' | 'isFrequentJobChanger' };

const level = (...levels: ('junior' | 'middle' | 'senior')[]): Fact => ({ kind: 'level', levels });

const lists: readonly (readonly [string, Fact])[] = [
  ['junior|jr|entry level|intern|trainee|junior level|beginner|джуниор|джун|джуны|младший|стажер|начинающий|junior+', level('junior')],
  ['middle|mid|mid level|middle level|миддл|мидл|средний', level('middle')],
  ['middle+|mid+|миддл+|мидл+|mid senior', level('middle', 'senior')],
  ['senior|senior+|сеньор+|синьор+|sr|senior level|lead|principal|staff|сеньор|синьор|сениор|сеньер|старший|ведущий', level('senior')],
  ['phd|ph.d|doctorate|doctoral degree|кандидат наук|доктор наук|ученая степень|аспирантура', { kind: 'degree', level: 'doctor' }],
  ['masters degree|master degree|msc|mba|магистр|магистратура|степень магистра', { kind: 'degree', level: 'master' }],
  ['bachelors degree|bachelor degree|bachelor|bsc|бакалавр|бакалавриат', { kind: 'degree', level: 'bachelor' }],
  ['email|e mail|email address|почта|эл почта|электронная почта|имейл|имейлом', { kind: 'contact', contact: 'email' }],
  ['phone|phone number|mobile number|телефон|номер телефона|телефоном', { kind: 'contact', contact: 'phone' }],
  ['telegram|телеграм|телеграмм', { kind: 'contact', contact: 'telegram' }],
  ['messenger|whatsapp|мессенджер', { kind: 'contact', contact: 'messengers' }],
  [
    'remote|remotely|fully remote|remote work|wfh|work from home|удаленно|удаленка|на удаленке|удаленная работа|удаленный|дистанционно',
    { kind: 'flag', flag: 'remote' },
  ],
  ['freelance|freelancer|freelancing|фриланс|фрилансер|на фрилансе', { kind: 'flag', flag: 'isFreelancer' }],
  ['job hopper|job hopping|frequent job changer|прыгун|летун|частая смена работы', { kind: 'flag', flag: 'isFrequentJobChanger' }],
];

const table = new Map<string, Fact>(
  lists.flatMap(([words, fact]) => words.split('|').map((phrase) => [lexiconKey(phrase), fact] as const)),
);

export const longestFact = 3;

export function factSlots(key: string, isExcluded: boolean): Slot[] {
  const fact = table.get(key);
  if (!fact) return [];
  if (fact.kind === 'level') return fact.levels.map((one) => ({ kind: 'level', level: one, isExcluded }));
  if (fact.kind === 'contact') return isExcluded ? [] : [fact];
  return [{ ...fact, isExcluded }];
}

const levels: Record<LanguageLevel, string> = {
  native: 'native|native speaker|mother tongue|носитель|родной|нативный',
  fluent: 'fluent|fluently|proficient|c2|свободный|свободно|в совершенстве|proficiency|business fluent',
  advanced: 'advanced|c1|продвинутый|upper advanced',
  intermediate: 'intermediate|upper intermediate|b2|b1|b1+|b2+|средний|выше среднего|conversational|working|разговорный',
  basic: 'basic|elementary|pre intermediate|a1|a2|базовый|начальный|beginner',
};
const levelTable = new Map<string, LanguageLevel>(
  Object.entries(levels).flatMap(([name, words]) => words.split('|').map((phrase) => [lexiconKey(phrase), name as LanguageLevel] as const)),
);

export const longestLevel = 3;
export const languageLevelOf = (key: string): LanguageLevel | undefined => levelTable.get(key);

import type { ProfileData } from '@headwater/contract/profile-data';
import { isHeldNow, monthNumber, sortByRecency } from '@headwater/domain/profiles/careers';
import { companyValue, industryValue, titleNamed } from '../reference-ids.ts';

type Position = ProfileData['positions'][number];

export interface Career {
  current: Position[];
  past: Position[];
}

/** The present positions, else the one that ended last, stand for where the person is now. */
export function careerOf(positions: readonly Position[], today: Date): Career {
  const sorted = sortByRecency(positions);
  const current = sorted.filter((held) => isHeldNow(held, today));
  if (current.length > 0) return { current, past: sorted.filter((held) => !isHeldNow(held, today)) };
  return { current: sorted.slice(0, 1), past: sorted.slice(1) };
}

const changesYears = 5;
const shortStayMonths = 14;

/** Three or more jobs begun within five years, on average shorter than 14 months. */
export function isFrequentJobChanger(positions: readonly Position[], today: Date): boolean {
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth();
  const recent = positions.filter((held) => held.start && monthNumber(held.start) >= now - changesYears * 12);
  if (recent.length < 3) return false;
  const months = recent.map((held) => (held.end ? monthNumber(held.end) : now) - monthNumber(held.start ?? '') + 1);
  return months.reduce((sum, stay) => sum + stay, 0) / recent.length < shortStayMonths;
}

const companyValues = (positions: readonly Position[]) =>
  positions.flatMap((held) => (held.company ? [companyValue(held.company_id, held.company)] : []));
const sizes = (positions: readonly Position[]) => positions.flatMap((held) => held.company_size ?? []);
const titleIds = (positions: readonly Position[]) => positions.flatMap((held) => titleNamed(held.title)?.id ?? []).map(String);

/** Term fields that the positions tell. */
export function careerTerms({ current, past }: Career, industry: string | null | undefined): Record<string, string[]> {
  const all = [...current, ...past];
  const [latest] = current;
  return {
    currentPosition: titleIds(current),
    pastPosition: titleIds(past),
    company: companyValues(all),
    lastCompany: latest ? companyValues([latest]) : [],
    companySizeCurrent: sizes(current),
    companySizePast: sizes(past),
    companySizeAny: sizes(all),
    industry: [...(industry ? [industry] : []), ...all.flatMap((held) => held.industry ?? [])].map(industryValue),
    specialization: titleIds(latest ? [latest] : []),
  };
}

const companyNames = (positions: readonly Position[]) => positions.flatMap((held) => held.company ?? []);

/** Text fields that the positions tell. */
export function careerTexts({ current, past }: Career): Record<string, string[]> {
  return {
    currentTitle: current.map((held) => held.title),
    pastTitle: past.map((held) => held.title),
    currentCompany: companyNames(current),
    pastCompany: companyNames(past),
  };
}

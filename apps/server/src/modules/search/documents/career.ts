import type { ProfileData } from '@headwater/contract/profile-data';
import { isHeldNow, monthNumber, sortByRecency } from '@headwater/domain/profiles/careers';
import { companyValue, industryValue, titleNamed } from '../reference-ids.ts';

type Position = ProfileData['positions'][number];

export interface Career {
  current: Position[];
  past: Position[];
}

/** Without a present position the one that ended last counts as current. */
export function careerOf(positions: readonly Position[], today: Date): Career {
  const sorted = sortByRecency(positions);
  const current = sorted.filter((position) => isHeldNow(position, today));
  if (current.length > 0) return { current, past: sorted.filter((position) => !isHeldNow(position, today)) };
  return { current: sorted.slice(0, 1), past: sorted.slice(1) };
}

const changesYears = 5;
const shortStayMonths = 14;

/** Three or more jobs started within five years, on average shorter than 14 months. */
export function isFrequentJobChanger(positions: readonly Position[], today: Date): boolean {
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth();
  const recent = positions.filter((position) => position.start && monthNumber(position.start) >= now - changesYears * 12);
  if (recent.length < 3) return false;
  const months = recent.map((position) => (position.end ? monthNumber(position.end) : now) - monthNumber(position.start ?? '') + 1);
  return months.reduce((sum, stay) => sum + stay, 0) / recent.length < shortStayMonths;
}

const companyValues = (positions: readonly Position[]) =>
  positions.flatMap((position) => (position.company ? [companyValue(position.company_id, position.company)] : []));
const sizes = (positions: readonly Position[]) => positions.flatMap((position) => position.company_size ?? []);
const titleIds = (positions: readonly Position[]) => positions.flatMap((position) => titleNamed(position.title)?.id ?? []).map(String);

export function careerTerms({ current, past }: Career, industry: string | null | undefined): Record<string, string[]> {
  const all = [...current, ...past];
  const [latest] = current;
  return {
    currentPosition: titleIds(current),
    pastPosition: titleIds(past),
    company: companyValues(all),
    lastCompany: latest ? companyValues([latest]) : [],
    pastCompany: companyValues(past),
    companySizeCurrent: sizes(current),
    companySizePast: sizes(past),
    companySizeAny: sizes(all),
    industry: [...(industry ? [industry] : []), ...all.flatMap((position) => position.industry ?? [])].map(industryValue),
    specialization: titleIds(latest ? [latest] : []),
  };
}

const companyNames = (positions: readonly Position[]) => positions.flatMap((position) => position.company ?? []);

export function careerTexts({ current, past }: Career): Record<string, string[]> {
  return {
    currentTitle: current.map((position) => position.title),
    pastTitle: past.map((position) => position.title),
    currentCompany: companyNames(current),
    pastCompany: companyNames(past),
  };
}

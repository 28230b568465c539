import { citiesNamed, findCity } from '@headwater/reference/cities';
import { findCompany } from '@headwater/reference/companies';
import { findCountry } from '@headwater/reference/countries';
import { findTitle } from '@headwater/reference/titles';

const usStates = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
    ' ',
  ),
);
const stateNames =
  /^(?:california|texas|new york|florida|washington|illinois|massachusetts|georgia|oregon|colorado|virginia|pennsylvania|ohio|michigan|arizona|utah|north carolina|new jersey|maryland|minnesota)$/i;

const seniority =
  /^(?:(?:senior|junior|lead|principal|staff|chief|head|associate|assistant|trainee|middle|mid-level|sr\.?|jr\.?|старший|младший|ведущий|главный|стажёр|стажер|начинающий)[\s-]+)+/i;
const titleWords =
  /(?<!\p{L})(?:engineer|developer|programmer|manager|director|analyst|designer|architect|consultant|administrator|specialist|officer|lead|head|founder|co-founder|cto|ceo|cfo|coo|cpo|president|vice president|vp|intern|trainee|scientist|researcher|assistant|associate|accountant|recruiter|teacher|lecturer|professor|nurse|physician|doctor|coordinator|supervisor|technician|executive|representative|editor|writer|copywriter|marketer|lawyer|attorney|counsel|advisor|adviser|instructor|fellow|contributor|freelancer|tester|owner|master|ninja|chef|cook|driver|operator|partner|principal|clerk|secretary|buyer|planner|strategist|producer|artist|mentor|tutor|devops|sre|qa|разработчик\p{L}*|программист|инженер[\p{L}-]*|менеджер|директор|аналитик|дизайнер|архитектор|консультант|администратор|специалист|руководитель|начальник|заместитель|бухгалтер|экономист|юрист|юрисконсульт|рекрутер|тестировщик|маркетолог|преподаватель|учитель|врач|медсестра|стажёр|стажер|помощник|ассистент|секретарь|координатор|оператор|продавец[\p{L}-]*|кассир|логист|технолог|конструктор|прораб|мастер|механик|водитель|кладовщик|переводчик|редактор|журналист|копирайтер|лидер|тимлид|владелец|основатель|партнёр|партнер|научный сотрудник|лаборант|фармацевт|повар|официант|кадровик|сметчик|риелтор|агент|эксперт|методист|психолог|товаровед)(?!\p{L})/iu;
const legalForm =
  /(?:^|[\s«"(])(?:ооо|оао|зао|пао|ао|нпо|ип|гк|тоо|гбоу|гбуз|фгуп|фгбоу|муп|гуп|чоу|нко)(?=[\s«"]|$)|\b(?:inc|llc|ltd|limited|pvt|pty|gmbh|sarl|s\.r\.l|s\.r\.o|sp\.? z o\.?o|corp|corporation|plc|company|s\.a|b\.v)\b\.?/i;
const companyWords =
  /(?<!\p{L})(?:bank|group|labs?|laboratory|solutions|technologies|systems|software|studio|agency|partners|holdings?|industries|services|consulting|media|university|institute|research|startup|foundation|hospital|school|clinic|store|shop|dynamics|hotel|банк|группа|компания|агентство|холдинг|завод|фабрика|университет|институт|больница|поликлиника|школа|магазин|студия|клиника|центр|сеть|фонд|лаб|технологии|системы|трейд|маркет)(?!\p{L})/iu;

/** From 0 (none) to 3 (certain). */
export function titleScore(text: string): number {
  const bare = text.trim();
  if (bare === '' || bare.length > 110) return 0;
  const plain = bare.replace(/\s*\([^)]*\)\s*$/, '');
  if (findTitle(plain) ?? findTitle(plain.replace(seniority, ''))) return 3;
  return titleWords.test(bare) ? 2 : 0;
}

export const hasLegalForm = (text: string): boolean => legalForm.test(text);

export function companyScore(text: string): number {
  const bare = text.trim();
  if (bare === '' || bare.length > 120) return 0;
  if (legalForm.test(bare)) return 3;
  if (/[«»“”]/.test(bare)) return 2.5;
  if (findCompany(bare)) return 2.2;
  return companyWords.test(bare) ? 1.5 : /^[\p{Lu}\p{N}'"]/u.test(bare) ? 0.6 : 0.2;
}

export interface NamedPlace {
  city?: string;
  country?: string;
  country_code?: string;
}

/** "San Francisco, CA", "Москва, Россия", "Seoul, Republic of Korea". */
export function placeOf(text: string, options: { minPopulation?: number } = {}): NamedPlace | undefined {
  const { minPopulation = 30_000 } = options;
  const parts = text
    .replace(/(?<=\p{L}{3}) (?=([A-Z]{2})(?: USA?)?$)/u, (blank, state: string) => (usStates.has(state) ? ', ' : blank))
    .replace(/^(?:г\.|город|city of)\s*/i, '')
    .replace(/\s\d{5}(?:-\d{4})?$/, '')
    .split(/\s*[,(]\s*/)
    .map((part) =>
      part
        .replace(/[).]+$/, '')
        .replace(/\s+\d{4,6}$/, '')
        .replace(/^г\.\s*/, '')
        .trim(),
    )
    .filter(Boolean);
  if (parts.length === 0 || parts.length > 5 || text.length > 80) return undefined;
  const last = parts.at(-1) ?? '';
  const inUs = parts.slice(1).some((part) => usStates.has(part) || stateNames.test(part));
  const country = inUs
    ? findCountry('US')
    : parts.length > 1
      ? (findCountry(last.replace(/^S\.\s?Korea$/, 'South Korea')) ?? undefined)
      : undefined;
  const within = country ? { country: country.code } : {};
  const candidates = parts.length > 1 ? parts.slice(0, country && !inUs ? -1 : undefined) : parts;
  for (const part of candidates) {
    if (!/^[\p{Lu}]/u.test(part) || usStates.has(part)) continue;
    const [city] = citiesNamed(part, within);
    // A town with the name of a common word needs a second word as proof.
    if (city && (city.population >= minPopulation || country)) return { city: part, country_code: city.country };
  }
  if (inUs) return { city: parts[0] ?? '', country_code: 'US' };
  const alone = parts.length === 1 ? findCountry(last) : country;
  if (!alone || last.length < 4) return undefined;
  return parts.length > 1 && /^\p{Lu}[\p{L}\s-]+$/u.test(parts[0] ?? '')
    ? { city: parts[0] ?? '', country_code: alone.code }
    : { country: last, country_code: alone.code };
}

export const isPlace = (text: string): boolean => {
  const bare = text.trim();
  if (/^(?:remote|удал[её]нно|hybrid|on-?site)(?:\b|$)/i.test(bare)) return true;
  if (/,| [A-Z]{2}(?: USA?)?$/.test(bare)) {
    // "Alfa Agency, Kazan" contains a place but is none: a place must come first.
    const place = placeOf(bare, { minPopulation: 1000 });
    return place !== undefined && bare.startsWith(place.city ?? place.country ?? '\u0000');
  }
  const city = findCity(bare);
  return city !== undefined && city.population > (findCompany(bare) ? 500_000 : 30_000);
};

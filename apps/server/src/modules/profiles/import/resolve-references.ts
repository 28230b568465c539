import type { ProfileData } from '@headwater/contract/profile-data';
import { citiesNamed, cityById } from '@headwater/reference/cities';
import { findCompany } from '@headwater/reference/companies';
import { countryByCode, findCountry } from '@headwater/reference/countries';
import { industryById } from '@headwater/reference/industries';
import { findSkill } from '@headwater/reference/skills';
import { placeOf } from './resume/line-scores.ts';
import { findUniversity } from '@headwater/reference/universities';

type Location = ProfileData['locations'][number];
type Position = ProfileData['positions'][number];

function resolveLocation(location: Location): Location {
  const said = location.country_code?.toUpperCase() ?? (location.country ? findCountry(location.country)?.code : undefined);
  const known = location.city_id ? cityById(location.city_id) : undefined;
  const named = location.city && !known ? citiesNamed(location.city, said ? { country: said } : {})[0] : undefined;
  // "г. Москва", "Berlin, Berlin, Germany".
  const read = location.city && !known && !named ? placeOf(location.city, { minPopulation: 1000 }) : undefined;
  const code = said ?? read?.country_code;
  const city = known ?? named ?? (read?.city ? citiesNamed(read.city, code ? { country: code } : {})[0] : undefined);
  const countryCode = code ?? city?.country ?? null;
  return {
    ...location,
    city: location.city ?? city?.name ?? null,
    city_id: city?.id ?? null,
    country_code: countryCode,
    country: location.country ?? (countryCode ? countryByCode(countryCode)?.name : undefined) ?? null,
    lat: location.lat ?? city?.lat ?? null,
    lon: location.lon ?? city?.lon ?? null,
  };
}

// Legal forms and quotation marks around the name: "ООО «Альфа»", "Acme, Inc.".
const legalForm =
  /^(?:ооо|оао|зао|пао|ао|нпао|гк|ип|фгуп|фгбоу|компания|группа компаний)\s+|[\s,]+(?:inc|llc|ltd|gmbh|corp|corporation|plc|co|s\.?a|b\.?v|ag|oy|ab)\.?$/giu;

function companyNamed(name: string) {
  const bare = name
    .replace(legalForm, '')
    .replace(/[«»"“”„]/g, '')
    .trim();
  return findCompany(name) ?? (bare ? findCompany(bare) : undefined);
}

function resolvePosition(position: Position): Position {
  if (position.company_id || !position.company) return position;
  const company = companyNamed(position.company);
  if (!company) return position;
  const industry = company.industryId === null ? undefined : industryById(company.industryId);
  return {
    ...position,
    company_id: company.id,
    company_size: position.company_size ?? company.size,
    industry: position.industry ?? industry?.name ?? null,
  };
}

function resolveSkills(skills: ProfileData['skills']): ProfileData['skills'] {
  const seen = new Set<number | string>();
  return skills
    .map((skill) => (skill.skill_id ? skill : { ...skill, skill_id: findSkill(skill.name)?.id ?? null }))
    .filter((skill) => {
      // Two spellings of one skill count once.
      const key = skill.skill_id ?? skill.name.toLowerCase();
      return !seen.has(key) && seen.add(key);
    });
}

/** Values with only a name get the id and data (coordinates, country, size) of the lists. */
export function resolveReferences(profile: ProfileData): ProfileData {
  return {
    ...profile,
    locations: profile.locations.map(resolveLocation),
    positions: profile.positions.map(resolvePosition),
    skills: resolveSkills(profile.skills),
    educations: profile.educations.map((education) =>
      education.university_id ? education : { ...education, university_id: findUniversity(education.institution)?.id ?? null },
    ),
  };
}

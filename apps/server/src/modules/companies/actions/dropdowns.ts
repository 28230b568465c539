import { localName } from '@headwater/reference/local-name';
import type { InferContractRouterOutputs } from '@orpc/contract';
import type { companies } from '@headwater/contract/companies';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import {
  accessTypes,
  companyLanguages,
  dataRegions,
  pricingModels,
  productRegions,
  segments,
  termsLocations,
} from '@headwater/domain/companies/dropdowns';
import { loadIndustries } from '@headwater/reference/industries';
import type { Named } from '../store/admin.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };

type Dropdowns = InferContractRouterOutputs<typeof companies>['dropdowns'];

const read = readTexts({ en, ru });

export function industryChoices(language: Language): Dropdowns['industries'] {
  const collator = new Intl.Collator(language);
  return loadIndustries()
    .filter(({ depth }) => depth === 1)
    .map((industry) => ({ value: industry.id, name: localName(industry, language) }))
    .toSorted((one, other) => collator.compare(one.name, other.name));
}

/** COMP-051, COMP-059. */
export function companyDropdowns(managers: readonly Named[], language: Language): Dropdowns {
  return {
    access_types: accessTypes.map((value) => ({ value, name: read(`access_type.${value}`, language) })),
    industries: industryChoices(language),
    segments: segments.map((value) => ({ value, name: read(`segment.${value}`, language) })),
    quota_pricing_models: pricingModels.map((value) => ({ value, name: read(`quota_pricing_model.${value}`, language) })),
    regions: productRegions.map((value) => ({ value, name: read(`region.${value}`, language) })),
    terms_locations: termsLocations.map((value) => ({ value, name: read(`terms_location.${value}`, language) })),
    data_regions: dataRegions.map((value) => ({ value, name: read(`data_region.${value}`, language) })),
    languages: companyLanguages.map((value) => ({ value, name: read(`language.${value}`, language) })),
    account_managers: managers.map(({ id, name }) => ({ value: id, name })),
  };
}

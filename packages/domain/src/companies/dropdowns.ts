/** COMP-015: the values on the wire. */
export const accessTypes = ['pay', 'demo', 'extension'] as const;
export const productRegions = ['russia', 'other'] as const;
export const termsLocations = ['us', 'russia'] as const;
export const companyLanguages = ['en', 'ru'] as const;
/** COMP-036: where the data of the company lies. */
export const dataRegions = ['eu', 'russia', 'us'] as const;
/** COMP-051. */
export const segments = ['startup', 'small', 'medium', 'enterprise', 'agency', 'public_sector'] as const;
/** COMP-048: `monthly`: contacts are opened out of a number a month; `quota`: out of what the company bought between two days. */
export const pricingModels = ['monthly', 'quota'] as const;
export const licenseStates = ['active', 'expired', 'not_started'] as const;

/** Columns by which the list of companies is sorted. */
export const companySorts = ['name', 'paid_till', 'employees', 'created_at'] as const;

/** Reasons of credit transactions that the product adds itself. */
export const ownReasons = ['vacancy_description', 'message_generation', 'llm_mailing', 'counting_started', 'counting_stopped'] as const;

/** COMP-015 */
export const accessTypes = ['pay', 'demo', 'extension'] as const;
export const productRegions = ['russia', 'other'] as const;
export const termsLocations = ['us', 'russia'] as const;
export const companyLanguages = ['en', 'ru'] as const;
/** COMP-036 */
export const dataRegions = ['eu', 'russia', 'us'] as const;
/** COMP-051 */
export const segments = ['startup', 'small', 'medium', 'enterprise', 'agency', 'public_sector'] as const;
/** COMP-048: `monthly` counts opened contacts per month, `quota` against a bought amount. */
export const pricingModels = ['monthly', 'quota'] as const;
export const licenseStates = ['active', 'expired', 'not_started'] as const;

export const companySorts = ['name', 'paid_till', 'employees', 'search_seats', 'last_active_at', 'created_at'] as const;

export const ownReasons = ['vacancy_description', 'message_generation', 'llm_mailing', 'counting_started', 'counting_stopped'] as const;

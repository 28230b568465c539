import { fieldTypes, fieldNamed, queryFields, shownField } from '@headwater/domain/query/fields';
import { type FormField, formFields } from './lines.ts';

const plain = { companySearch: 'company', educationSearch: 'education' } as const;

const isFormField = (field: string): field is FormField => (formFields as readonly string[]).includes(field);
const isSpelled = (field: string): field is keyof typeof plain => Object.hasOwn(plain, field);

export const booleanFields = queryFields
  // Radius and "any of" have no field syntax: one is a number after a place, the other is OR.
  .filter((field) => field !== 'locationRange' && field !== 'skillAny' && fieldTypes[field] !== undefined)
  .map((field) => {
    const name = isSpelled(field) ? plain[field] : field;
    const shown = shownField(field);
    return { name, field: fieldNamed(name), shown: isFormField(shown) ? shown : undefined };
  });

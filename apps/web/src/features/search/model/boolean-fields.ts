import { fieldTypes, fieldNamed, queryFields, shownField } from '@headwater/domain/query/fields';
import { type FormField, formFields } from './lines.ts';

/** What people write for a field whose own name nobody guesses. */
const plain = { companySearch: 'company', educationSearch: 'education' } as const;

const isFormField = (field: string): field is FormField => (formFields as readonly string[]).includes(field);
const isSpelled = (field: string): field is keyof typeof plain => Object.hasOwn(plain, field);

/** Every field that boolean text can look in, by the name that is written before its colon. */
export const booleanFields = queryFields
  // A radius and "any of" have no spelling of their own worth learning: one is a number behind a place, the other is OR.
  .filter((field) => field !== 'locationRange' && field !== 'skillAny' && fieldTypes[field] !== undefined)
  .map((field) => {
    const name = isSpelled(field) ? plain[field] : field;
    const shown = shownField(field);
    return { name, field: fieldNamed(name), shown: isFormField(shown) ? shown : undefined };
  });

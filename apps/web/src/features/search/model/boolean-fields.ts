import { plainName, queryFields, shownField } from '@headwater/domain/query/fields';
import { type FormField, formFields } from './lines.ts';

const isFormField = (field: string): field is FormField => (formFields as readonly string[]).includes(field);

export const booleanFields = queryFields
  // Radius and "any of" have no field syntax: one is a number after a place, the other is OR.
  .filter((field) => field !== 'locationRange' && field !== 'skillAny')
  .map((field) => {
    const shown = shownField(field);
    return { name: plainName(field), shown: isFormField(shown) ? shown : undefined };
  });

/** Keys of the message catalogue. */
export type QueryErrorKey =
  | 'query_too_long'
  | 'query_too_many_terms'
  | 'query_too_deep'
  | 'query_not_json'
  | 'query_bad_part'
  | 'query_field_unknown'
  | 'query_field_empty'
  | 'query_attribute_unknown'
  | 'query_operator_alone'
  | 'query_operator_as_term'
  | 'query_not_as_term'
  | 'query_sign_alone'
  | 'query_sign_unknown'
  | 'query_bracket_open'
  | 'query_bracket_close'
  | 'query_quote_open'
  | 'query_empty_brackets'
  | 'query_not_a_city'
  | 'query_location_range'
  | 'query_skill_range'
  | 'query_proximity'
  | 'query_wildcard_near'
  | 'query_wildcard_place'
  | 'query_wildcard_short'
  | 'query_wildcard_field'
  | 'filter_unknown'
  | 'filter_bad_part'
  | 'filter_bad_range'
  | 'filter_bad_value'
  | 'filter_bad_days';

/** `position`: character of a text, or part of an address. */
export interface QueryError {
  key: QueryErrorKey;
  position: number;
  parts?: Readonly<Record<string, string | number>>;
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; errors: QueryError[] };

export const good = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const bad = <T>(...errors: QueryError[]): Parsed<T> => ({ ok: false, errors });

export const maxCharacters = 10_000;
export const maxTerms = 200;
export const maxDepth = 20;

import { describe, expect, it } from 'vitest';
import { fieldTypes, queryFields, shownField } from './fields.ts';
import { queryTypes, typeOfSearch } from './query-types.ts';
import { applied, canonicalQuery, canonicalTerm, type QueryEntity } from './term.ts';

describe('query fields', () => {
  it('[SRCH-033] are these sixteen and one for past companies', () => {
    expect([...queryFields].toSorted()).toEqual(
      'comment companySearch educationSearch folder lastCompanySearch lastPosition location locationRange mainSkillHigh name pastCompanySearch position preferableSkill skill skillAll skillAny text'.split(
        ' ',
      ),
    );
  });

  it('[SRCH-034] [SRCH-035] [SRCH-036] [SRCH-037] define suggestions, exact search and merging', () => {
    const rows = queryFields.map((field) => {
      const { suggest, exactSearchable, mergeTo } = fieldTypes[field];
      return `${field} ${suggest} ${exactSearchable ? 'exact' : '-'} ${mergeTo ?? '-'}`;
    });
    expect(rows).toEqual([
      'companySearch company exact -',
      'lastCompanySearch company exact companySearch',
      'pastCompanySearch company exact companySearch',
      'position position exact -',
      'lastPosition position exact position',
      'skill skill exact -',
      'skillAll skill exact skill',
      'skillAny skill exact skill',
      'mainSkillHigh skill exact skill',
      'preferableSkill skill exact skill',
      'location location - -',
      'locationRange location - location',
      'educationSearch education exact -',
      'name none - -',
      'comment none - -',
      'folder folder - -',
      'text none - -',
    ]);
    expect(queryFields.map(shownField).filter((field) => fieldTypes[field].mergeTo)).toEqual([]);
  });

  it('[SRCH-038] a numeric radius turns only a location into a locationRange', () => {
    expect(canonicalTerm({ field: 'location', text: 'Berlin', location_range: 40 })).toEqual({
      field: 'locationRange',
      text: 'Berlin',
      location_range: 40,
    });
    expect(canonicalTerm({ field: 'locationRange', text: 'Berlin', location_range: 0 })).toEqual({ field: 'location', text: 'Berlin' });
    expect(canonicalTerm({ field: 'skill', text: 'Go', location_range: 40 })).toEqual({ field: 'skill', text: 'Go' });
  });
});

describe('query entities', () => {
  it('[SRCH-026] are terms, chips, operators, blanks, brackets and AI requests; blanks and typing leave no trace', () => {
    const entities: QueryEntity[] = [
      { type: 'PAREN', side: 'open' },
      { type: 'TERM', data: { field: 'skill', text: ' Go ' } },
      { type: 'SPACE' },
      { type: 'OPERATOR', operator: 'OR' },
      { type: 'APPLIED_TERM', data: { field: 'skill', text: 'Rust' } },
      { type: 'PAREN', side: 'close' },
      { type: 'AI', text: 'somebody who has led a team' },
    ];
    expect(canonicalQuery(entities)).toEqual([
      { type: 'PAREN', side: 'open' },
      applied({ field: 'skill', text: 'Go' }),
      { type: 'OPERATOR', operator: 'OR' },
      applied({ field: 'skill', text: 'Rust' }),
      { type: 'PAREN', side: 'close' },
      { type: 'AI', text: 'somebody who has led a team' },
    ]);
  });
});

describe('query types', () => {
  it('[SRCH-024] [SRCH-025] are these seven; the form inside a vacancy searches for that vacancy', () => {
    expect(queryTypes).toEqual(['search', 'ti', 'similar', 'folder', 'ext', 'seq', 'recommended']);
    expect([typeOfSearch('search', null), typeOfSearch('search', 7), typeOfSearch('ext', 7)]).toEqual(['search', 'folder', 'ext']);
  });
});

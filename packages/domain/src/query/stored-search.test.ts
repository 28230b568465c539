import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFilters, encodeFilters } from './filters-address.ts';
import { decodeQuery } from './query-address.ts';
import { isRefinement } from './refinement.ts';
import { resetSmartFolder, searchTitle, unshownInFolder } from './stored-search.ts';
import { applied } from './term.ts';

function search(q: string, f = '') {
  const [query, filters] = [decodeQuery(q), decodeFilters(f)];
  if (!query.ok || !filters.ok) throw new Error('the search of the test cannot be read');
  return { query: query.value, filters: filters.value };
}

describe('search refinement', () => {
  it.each([
    ['["skill:Python"]', '', '["skill:Python","location:Berlin"]', ''],
    ['["skill:Python","location:Berlin"]', '', '["skillAll:python","location:Munich"]', ''],
    ['["text:backe"]', '', '["text:backend dev"]', ''],
    ['', 'language:en', '', 'language:en,de'],
    ['["skill:Python"]', 'age:25-40', '', 'age:25-50'],
  ])('[SAVQ-011] refines %s %s to %s %s', (...[q, f, q2, f2]) => {
    expect(isRefinement(search(q, f), search(q2, f2))).toBe(true);
    expect(isRefinement(search(q2, f2), search(q, f))).toBe(true);
  });

  it.each([
    ['["skill:Python"]', '', '["skill:Java"]', ''],
    ['["skill:Go"]', '', '["position:Go"]', ''],
    ['["skill:C"]', '', '["skill:Clojure"]', ''],
    ['["skill:Python"]', 'language:en', '["skill:Java"]', 'language:en'],
    ['["skill:Python"]', '', '', 'language:en'],
  ])('[SAVQ-011] treats %s %s and %s %s as different searches', (...[q, f, q2, f2]) => {
    expect(isRefinement(search(q, f), search(q2, f2))).toBe(false);
  });
});

describe('search title', () => {
  it('[SMF-012] lists distinct included terms, without excluded ones', () => {
    expect(searchTitle(search('["skill:Python","-skill:PHP","location:Berlin","skill:Python"]').query)).toBe('Python, Berlin');
    expect(searchTitle(search('', 'language:en').query)).toBe('');
  });

  it('[SAVQ-008] respects the length limit of a name', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(searchTitle([applied({ field: 'text', text })]).length).toBeLessThanOrEqual(100);
      }),
      { numRuns: 40 },
    );
  });
});

describe('reset of a smart folder', () => {
  it('[SMF-006] [SMF-007] [SMF-008] checks shown, by the folder, and restores the stored filters', () => {
    expect(encodeFilters(resetSmartFolder([]))).toBe('general:viewsTransformer=shown@folder');
    const stored = search('', 'general:viewsTransformer=views~7@user,hasComment;language:en').filters;
    expect(encodeFilters(resetSmartFolder(stored))).toBe('general:hasComment,viewsTransformer=shown@folder;language:en');
    expect(encodeFilters(unshownInFolder(stored))).toBe('general:hasComment,-viewsTransformer=shown@folder;language:en');
  });
});

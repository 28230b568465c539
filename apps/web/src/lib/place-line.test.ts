import { describe, expect, it } from 'vitest';
import { placeLine } from './place-line.ts';

describe('a place in one line', () => {
  it('[RSLT-010] shows city and country, or the known one', () => {
    expect(placeLine({ city: 'Derby', country: 'United Kingdom' })).toBe('Derby, United Kingdom');
    expect(placeLine({ city: 'Москва', country: null })).toBe('Москва');
    expect(placeLine({ city: null, country: 'Россия' })).toBe('Россия');
    expect(placeLine({})).toBe('');
  });

  it('[RSLT-010] shows a city state once, and keeps a city named after its country', () => {
    expect(placeLine({ city: 'Singapore', country: 'Singapore' })).toBe('Singapore');
    expect(placeLine({ city: 'Гонконг', country: 'Гонконг (САР)' })).toBe('Гонконг');
    expect(placeLine({ city: 'Mexico City', country: 'Mexico' })).toBe('Mexico City, Mexico');
    expect(placeLine({ city: 'Алжир', country: 'Алжир' })).toBe('Алжир');
  });
});

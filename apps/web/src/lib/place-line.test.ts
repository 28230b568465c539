import { describe, expect, it } from 'vitest';
import { placeLine } from './place-line.ts';

describe('a place in one line', () => {
  it('[RSLT-010] says city and country, and what is known of the two', () => {
    expect(placeLine({ city: 'Derby', country: 'United Kingdom' })).toBe('Derby, United Kingdom');
    expect(placeLine({ city: 'Москва', country: null })).toBe('Москва');
    expect(placeLine({ city: null, country: 'Россия' })).toBe('Россия');
    expect(placeLine({})).toBe('');
  });

  it('[RSLT-010] says a state that is one city once, and keeps a city that a country is called after', () => {
    expect(placeLine({ city: 'Singapore', country: 'Singapore' })).toBe('Singapore');
    expect(placeLine({ city: 'Гонконг', country: 'Гонконг (САР)' })).toBe('Гонконг');
    expect(placeLine({ city: 'Mexico City', country: 'Mexico' })).toBe('Mexico City, Mexico');
    expect(placeLine({ city: 'Алжир', country: 'Алжир' })).toBe('Алжир');
  });
});

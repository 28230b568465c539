import { describe, expect, it } from 'vitest';
import { changesOf, emptyValues } from './form-values.ts';

describe('the form of a person', () => {
  it('sends only changed fields, so that concurrent changes survive', () => {
    const before = { ...emptyValues('employees'), department_id: '3', phone: '1' };
    expect(changesOf(before, { ...before })).toEqual({});
    expect(changesOf(before, { ...before, department_id: '7', phone: '', group_id: null })).toEqual({ department_id: 7, phone: '' });
    expect(changesOf(before, { ...before, department_id: null })).toEqual({ department_id: null });
  });
});

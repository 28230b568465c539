import { describe, expect, it } from 'vitest';
import { skillsThatFit } from './skills-that-fit.ts';

const skill = (name: string, matched = false) => ({ name, matched, is_principal: false });
const many = ['Docker', 'Kubernetes', 'PostgreSQL', 'Apache Kafka', 'Redis', 'Terraform'].map((name) => skill(name));

describe('skills in the row of a found person', () => {
  it('fit the width and show the number of the rest', () => {
    const { shown, more } = skillsThatFit(many, { all: 20, room: 300 });
    expect(shown.map(({ name }) => name)).toEqual(['Docker', 'Kubernetes', 'PostgreSQL']);
    expect(more).toBe(17);
    expect(skillsThatFit(many, { all: 6, room: 2_000 })).toEqual({ shown: many, more: 0 });
  });
  it('start with matches, which stay at any width', () => {
    const asked = [...many, skill('React', true), skill('TypeScript', true)];
    const { shown, more } = skillsThatFit(asked, { all: 8, room: 60 });
    expect(shown.map(({ name }) => name)).toEqual(['React', 'TypeScript']);
    expect(more).toBe(6);
  });
  it('contain at least one', () => {
    expect(skillsThatFit(many, { all: 6, room: 0 }).shown).toHaveLength(1);
    expect(skillsThatFit([], { all: 0, room: 300 })).toEqual({ shown: [], more: 0 });
  });
});

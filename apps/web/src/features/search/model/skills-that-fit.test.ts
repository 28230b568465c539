import { describe, expect, it } from 'vitest';
import { skillsThatFit } from './skills-that-fit.ts';

const skill = (name: string, matched = false) => ({ name, matched, is_principal: false });
const many = ['Docker', 'Kubernetes', 'PostgreSQL', 'Apache Kafka', 'Redis', 'Terraform'].map((name) => skill(name));

describe('the skills in the line of a found person', () => {
  it('are as many as fit, and say how many more there are', () => {
    const { shown, more } = skillsThatFit(many, { all: 20, room: 300 });
    expect(shown.map(({ name }) => name)).toEqual(['Docker', 'Kubernetes', 'PostgreSQL']);
    expect(more).toBe(17);
    expect(skillsThatFit(many, { all: 6, room: 2_000 })).toEqual({ shown: many, more: 0 });
  });
  it('begin with those that were asked for, which stay however narrow the line is', () => {
    const asked = [...many, skill('React', true), skill('TypeScript', true)];
    const { shown, more } = skillsThatFit(asked, { all: 8, room: 60 });
    expect(shown.map(({ name }) => name)).toEqual(['React', 'TypeScript']);
    expect(more).toBe(6);
  });
  it('are at least one', () => {
    expect(skillsThatFit(many, { all: 6, room: 0 }).shown).toHaveLength(1);
    expect(skillsThatFit([], { all: 0, room: 300 })).toEqual({ shown: [], more: 0 });
  });
});

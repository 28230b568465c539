import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswers } from './answer.ts';

const languages = ['English', 'Russian', 'German', 'Spanish', 'French', 'Italian', 'Polish', 'Portuguese', 'Turkish', 'Ukrainian'];
const manners = ['Be brief', 'Be warm', 'Be thorough'];
const job = 'Platform engineer, Acme\n\nYou take over our services. The work is remote.\n\nWhat you will do\n- Run Kubernetes\n- Write Go';
const person = { first_name: 'Anna', positions: [{ title: 'SRE', company: 'Beta' }], skills: ['Go', 'Kubernetes', 'Excel'] };

const written = (input: object, { language = 'English', manner = 'Be warm', answer = createAnswers() } = {}) => {
  const task = `Write it in ${language}, whatever language the facts are in.\n${manner}`;
  return JSON.parse(answer({ task, input: JSON.stringify(input), schema: 'message' }) ?? '{}') as { subject: string; body: string };
};
const description = (input: object, language = 'English') =>
  createAnswers()({ task: `Write one in ${language}, whatever language the facts are in.`, input: JSON.stringify(input) });

describe('descriptions from templates', () => {
  it('[AIO-007] contain every fact, as points, in each language', () => {
    const facts = {
      position: 'Data engineer',
      company: 'Acme',
      responsibilities: '- builds pipelines\n- mentors juniors',
      requirements: 'SQL, Python and Airflow',
      more: 'Berlin; 30 days off',
    };
    const texts = languages.map((language) => description(facts, language) ?? '');
    for (const text of texts) {
      for (const part of [
        'Data engineer',
        'Acme',
        '\n- Builds pipelines',
        '\n- Mentors juniors',
        '\n- Airflow',
        '\n- Berlin',
        '\n- 30 days off',
      ]) {
        expect(text).toContain(part);
      }
      expect(text).not.toMatch(/[{}]/);
    }
    expect(new Set(texts.map((text) => text.split('\n- ')[0])).size).toBe(languages.length);
    expect(description({ ...facts, requirements: '', more: '' })).not.toContain('What you bring');
  });
});

describe('messages from templates', () => {
  it('[AIO-019] are personal in each language and tone, and differ', () => {
    for (const language of languages) {
      const bodies = manners.map((manner) => written({ job, person }, { language, manner }));
      for (const { subject, body } of bodies) {
        expect(subject).toContain('Platform engineer, Acme');
        expect(body).toContain('Anna');
        expect(body).toContain('SRE');
        expect(`${subject}${body}`).not.toMatch(/[{}]/);
      }
      expect(new Set(bodies.map(({ body }) => body)).size).toBe(3);
    }
  });

  it('[AIO-019] name the skills of the job, and follow the wishes', () => {
    const warm = written({ job, person });
    expect(warm.body).toMatch(/Go and Kubernetes/);
    expect(warm.body).not.toContain('Excel');
    const wished = written({ job, person, wishes: 'Short. Stress remote work, ask for a call' });
    expect(wished.body).toContain('In short: The work is remote.');
    expect(wished.body).toMatch(/call/);
    expect(wished.body).not.toContain('- Run Kubernetes');
  });

  it('[AIO-024] remind of an earlier message, and thank for an answer', () => {
    const earlier = { job, person, earlier_subject: 'A job' };
    expect(written(earlier).body).toContain('“A job”');
    const answered = written({ ...earlier, their_answer: 'Yes, tell me more' });
    expect(answered.body).toMatch(/^Hello Anna,\n\nThank you/);
    expect(answered.body).not.toContain('“A job”');
  });

  it('are reworded on repetition', () => {
    const answer = createAnswers();
    expect(written({ job, person }, { answer }).body).not.toBe(written({ job, person }, { answer }).body);
  });

  it('need no minimum of data about a person and a job', () => {
    const bare = written({ job: 'We build a thing.', person: { positions: [], skills: [] } });
    expect(bare).toMatchObject({
      subject: 'A position for you',
      body: expect.stringMatching(/^Hello,\n\n[\s\S]*In short: We build a thing\./),
    });
    assert(
      property(string(), string(), string(), (one, two, three) => {
        const { body } = written({ job: one, wishes: two, person: { first_name: three, positions: [{ title: two }], skills: [one] } });
        expect(body.trim()).not.toBe('');
      }),
    );
  });
});

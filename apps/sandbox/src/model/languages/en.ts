import type { Phrases } from './phrases.ts';

export const en: Phrases = {
  code: 'en',
  description: {
    intro: [
      '{company} is looking for a new colleague: {position}. Here is what the work is about and what matters to us.',
      'The position {position} is open at {company}. Below is what you would work on and what we hope you bring.',
    ],
    duties: 'What you will do',
    needs: 'What you bring',
    more: 'Good to know',
    close: [
      'Does this sound like you? We look forward to hearing from you.',
      'If this sounds right, write to us: we would like to meet you.',
    ],
  },
  message: {
    hello: 'Hello {name},',
    helloNobody: 'Hello,',
    work: [
      'I came across your work as {title} at {company}, and it made me think of you.',
      'Your time as {title} at {company} caught my eye.',
    ],
    workAlone: ['I came across your experience as {title}, and it made me think of you.', 'Your experience as {title} caught my eye.'],
    match: 'What you know of {skills} is just what this work asks for.',
    skills: 'I also saw that you work with {skills}.',
    job: ['I am looking for somebody for this position: {job}.', 'There is a position that I would like to tell you about: {job}.'],
    jobNameless: ['I am looking for somebody for a new position.', 'There is a position that I would like to tell you about.'],
    summary: 'In short: {text}',
    duties: 'What you would do there:',
    reminder: [
      'I wrote to you about “{subject}” and wanted to ask once more, as letters are easily lost.',
      'This is a short reminder of my letter “{subject}”.',
    ],
    thanks: ['Thank you for your answer, I was glad to read it.', 'Thank you for writing back.'],
    ask: ['Would you like to hear more?', 'May I tell you more about it?'],
    askCall: ['Would a short call this week suit you?', 'Do you have a few minutes for a call this week?'],
    noPressure: 'If this is not the moment, a short word is enough.',
    subject: {
      short: '{job}',
      warm: '{name}, about the position {job}',
      detailed: '{job}: what the work is about',
      nameless: 'A position for you',
    },
  },
};

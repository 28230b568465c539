import type { Phrases } from './phrases.ts';

export const fr: Phrases = {
  code: 'fr',
  description: {
    intro: [
      '{company} recherche une nouvelle personne pour ce poste : {position}. Voici en quoi consiste le travail et ce qui compte pour nous.',
      'Un poste est ouvert chez {company} : {position}. Voici vos missions et ce que nous espérons de vous.',
    ],
    duties: 'Vos missions',
    needs: 'Votre profil',
    more: 'Bon à savoir',
    close: ['Vous vous reconnaissez ? Nous serons ravis de vous lire.', 'Si cela vous ressemble, écrivez-nous.'],
  },
  message: {
    hello: 'Bonjour {name},',
    helloNobody: 'Bonjour,',
    work: [
      'Votre travail comme {title} chez {company} a retenu mon attention.',
      'Je vous écris en raison de votre expérience : {title} chez {company}.',
    ],
    workAlone: ['Votre expérience comme {title} a retenu mon attention.', 'Je vous écris en raison de votre expérience : {title}.'],
    match: 'Ce que vous savez de {skills} est exactement ce que ce travail demande.',
    skills: 'J’ai aussi vu que vous travaillez avec {skills}.',
    job: ['Nous cherchons quelqu’un pour ce poste : {job}.', 'Je voudrais vous parler d’un poste : {job}.'],
    jobNameless: ['Nous cherchons quelqu’un pour un nouveau poste.', 'Je voudrais vous parler d’un poste.'],
    summary: 'En bref : {text}',
    duties: 'Ce que vous feriez :',
    reminder: [
      'Je vous ai écrit au sujet de « {subject} » et je reviens vers vous, car les messages se perdent facilement.',
      'Un court rappel de mon message « {subject} ».',
    ],
    thanks: ['Merci de votre réponse, elle m’a fait plaisir.', 'Merci de m’avoir répondu.'],
    ask: ['Souhaitez-vous en savoir plus ?', 'Puis-je vous en dire plus ?'],
    askCall: ['Un bref appel cette semaine vous conviendrait-il ?', 'Auriez-vous quelques minutes pour un appel cette semaine ?'],
    noPressure: 'Si ce n’est pas le moment, un mot suffit.',
    subject: {
      short: '{job}',
      warm: '{name}, à propos du poste {job}',
      detailed: '{job} : de quoi il s’agit',
      nameless: 'Un poste pour vous',
    },
  },
};

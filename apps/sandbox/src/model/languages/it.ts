import type { Phrases } from './phrases.ts';

export const it: Phrases = {
  code: 'it',
  description: {
    intro: [
      '{company} cerca una persona per questa posizione: {position}. Ecco in cosa consiste il lavoro e cosa conta per noi.',
      'In {company} è aperta una posizione: {position}. Ecco di cosa ti occuperesti e cosa speriamo di trovare.',
    ],
    duties: 'Di cosa ti occuperai',
    needs: 'Cosa porti con te',
    more: 'Da sapere',
    close: ['Ti riconosci? Saremo felici di leggerti.', 'Se fa per te, scrivici: ci farà piacere conoscerti.'],
  },
  message: {
    hello: 'Ciao {name}!',
    helloNobody: 'Ciao!',
    work: ['Mi ha colpito il tuo lavoro come {title} in {company}.', 'Ti scrivo per la tua esperienza come {title} in {company}.'],
    workAlone: ['Mi ha colpito la tua esperienza come {title}.', 'Ti scrivo per la tua esperienza come {title}.'],
    match: 'Quello che sai di {skills} è proprio ciò che serve in questo lavoro.',
    skills: 'Ho visto anche che lavori con {skills}.',
    job: ['Cerchiamo una persona per questa posizione: {job}.', 'Vorrei parlarti di una posizione: {job}.'],
    jobNameless: ['Cerchiamo una persona per una nuova posizione.', 'Vorrei parlarti di una posizione.'],
    summary: 'In breve: {text}',
    duties: 'Ecco di cosa ti occuperesti:',
    reminder: [
      'Ti avevo scritto di «{subject}» e chiedo ancora una volta, perché i messaggi si perdono facilmente.',
      'Un breve promemoria del mio messaggio «{subject}».',
    ],
    thanks: ['Grazie della risposta, mi ha fatto piacere leggerla.', 'Grazie per avermi risposto.'],
    ask: ['Ti va di saperne di più?', 'Posso raccontarti di più?'],
    askCall: ['Andrebbe bene una breve telefonata questa settimana?', 'Hai qualche minuto per una telefonata questa settimana?'],
    noPressure: 'Se non è il momento, basta una riga.',
    subject: {
      short: '{job}',
      warm: '{name}, sulla posizione {job}',
      detailed: '{job}: di cosa si tratta',
      nameless: 'Una posizione per te',
    },
  },
};

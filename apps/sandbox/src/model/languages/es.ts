import type { Phrases } from './phrases.ts';

export const es: Phrases = {
  code: 'es',
  description: {
    intro: [
      '{company} busca a una persona para este puesto: {position}. Aquí contamos en qué consiste el trabajo y qué valoramos.',
      'En {company} hay un puesto abierto: {position}. Esto es lo que harías y lo que esperamos de ti.',
    ],
    duties: 'Qué harás',
    needs: 'Qué aportas',
    more: 'Conviene saber',
    close: ['¿Te reconoces? Nos encantará leerte.', 'Si te encaja, escríbenos: nos gustará conocerte.'],
  },
  message: {
    hello: 'Hola, {name}:',
    helloNobody: 'Hola:',
    work: ['Me ha llamado la atención tu trabajo como {title} en {company}.', 'Te escribo por tu experiencia como {title} en {company}.'],
    workAlone: ['Me ha llamado la atención tu experiencia como {title}.', 'Te escribo por tu experiencia como {title}.'],
    match: 'Lo que sabes de {skills} es justo lo que pide este trabajo.',
    skills: 'También he visto que trabajas con {skills}.',
    job: ['Buscamos a una persona para este puesto: {job}.', 'Quiero hablarte de un puesto: {job}.'],
    jobNameless: ['Buscamos a una persona para un puesto nuevo.', 'Quiero hablarte de un puesto.'],
    summary: 'En pocas palabras: {text}',
    duties: 'Esto es lo que harías:',
    reminder: [
      'Te escribí sobre «{subject}» y vuelvo a preguntar, porque los correos se pierden con facilidad.',
      'Un breve recordatorio de mi mensaje «{subject}».',
    ],
    thanks: ['Gracias por tu respuesta, me alegró leerla.', 'Gracias por contestar.'],
    ask: ['¿Te gustaría saber más?', '¿Puedo contarte más?'],
    askCall: ['¿Te vendría bien una llamada breve esta semana?', '¿Tienes unos minutos para una llamada esta semana?'],
    noPressure: 'Si no es el momento, basta con una respuesta corta.',
    subject: { short: '{job}', warm: '{name}, sobre el puesto {job}', detailed: '{job}: de qué se trata', nameless: 'Un puesto para ti' },
  },
};

import type { Phrases } from './phrases.ts';

export const de: Phrases = {
  code: 'de',
  description: {
    intro: [
      '{company} sucht Verstärkung: {position}. Hier lesen Sie, worum es geht und was uns wichtig ist.',
      'Bei {company} ist eine Stelle frei: {position}. So sieht die Arbeit aus, und das wünschen wir uns.',
    ],
    duties: 'Ihre Aufgaben',
    needs: 'Ihr Profil',
    more: 'Gut zu wissen',
    close: ['Klingt das nach Ihnen? Wir freuen uns auf Ihre Nachricht.', 'Passt das zu Ihnen? Dann schreiben Sie uns.'],
  },
  message: {
    hello: 'Guten Tag, {name}!',
    helloNobody: 'Guten Tag!',
    work: [
      'Ihre Arbeit als {title} bei {company} ist mir aufgefallen.',
      'Ich schreibe Ihnen wegen Ihrer Erfahrung als {title} bei {company}.',
    ],
    workAlone: ['Ihre Erfahrung als {title} ist mir aufgefallen.', 'Ich schreibe Ihnen wegen Ihrer Erfahrung als {title}.'],
    match: 'Ihre Kenntnisse in {skills} sind genau das, was diese Arbeit braucht.',
    skills: 'In Ihrem Profil habe ich auch {skills} gesehen.',
    job: ['Wir suchen jemanden für diese Stelle: {job}.', 'Ich möchte Ihnen von einer Stelle erzählen: {job}.'],
    jobNameless: ['Wir suchen jemanden für eine neue Stelle.', 'Ich möchte Ihnen von einer Stelle erzählen.'],
    summary: 'Kurz gesagt: {text}',
    duties: 'Das wären Ihre Aufgaben:',
    reminder: [
      'Ich hatte Ihnen zu „{subject}“ geschrieben und frage noch einmal nach, denn E-Mails gehen leicht unter.',
      'Ich möchte kurz an meine Nachricht „{subject}“ erinnern.',
    ],
    thanks: ['Vielen Dank für Ihre Antwort, ich habe mich gefreut.', 'Danke, dass Sie geantwortet haben.'],
    ask: ['Möchten Sie mehr erfahren?', 'Darf ich Ihnen mehr dazu erzählen?'],
    askCall: ['Passt Ihnen diese Woche ein kurzes Telefonat?', 'Haben Sie diese Woche ein paar Minuten für ein Gespräch?'],
    noPressure: 'Wenn es gerade nicht passt, genügt eine kurze Antwort.',
    subject: { short: '{job}', warm: '{name}, zur Stelle {job}', detailed: '{job}: worum es geht', nameless: 'Eine Stelle für Sie' },
  },
};

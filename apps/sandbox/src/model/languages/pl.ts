import type { Phrases } from './phrases.ts';

export const pl: Phrases = {
  code: 'pl',
  description: {
    intro: [
      '{company} szuka osoby na stanowisko: {position}. Oto, na czym polega praca i co jest dla nas ważne.',
      'W firmie {company} czeka stanowisko: {position}. Piszemy, czym będziesz się zajmować i na co liczymy.',
    ],
    duties: 'Czym będziesz się zajmować',
    needs: 'Czego oczekujemy',
    more: 'Warto wiedzieć',
    close: ['To o Tobie? Czekamy na wiadomość.', 'Jeśli to coś dla Ciebie, napisz do nas.'],
  },
  message: {
    hello: 'Dzień dobry, {name}!',
    helloNobody: 'Dzień dobry!',
    work: ['Moją uwagę zwróciło Twoje doświadczenie: {title}, {company}.', 'Piszę ze względu na Twoje doświadczenie: {title}, {company}.'],
    workAlone: ['Moją uwagę zwróciło Twoje doświadczenie: {title}.', 'Piszę ze względu na Twoje doświadczenie: {title}.'],
    match: 'Twoja wiedza ({skills}) jest dokładnie tym, czego wymaga ta praca.',
    skills: 'W profilu widzę też: {skills}.',
    job: ['Szukamy osoby na to stanowisko: {job}.', 'Chcę opowiedzieć o stanowisku: {job}.'],
    jobNameless: ['Szukamy osoby na nowe stanowisko.', 'Chcę opowiedzieć o pewnym stanowisku.'],
    summary: 'W skrócie: {text}',
    duties: 'Czym można się tu zająć:',
    reminder: [
      'Niedawno była wiadomość „{subject}” i pytam jeszcze raz, bo listy łatwo giną.',
      'Krótko przypominam o mojej wiadomości „{subject}”.',
    ],
    thanks: ['Dziękuję za odpowiedź, miło było ją przeczytać.', 'Dziękuję za wiadomość zwrotną.'],
    ask: ['Czy chcesz dowiedzieć się więcej?', 'Czy mogę opowiedzieć więcej?'],
    askCall: ['Czy pasuje Ci krótka rozmowa w tym tygodniu?', 'Czy znajdziesz kilka minut na rozmowę w tym tygodniu?'],
    noPressure: 'Jeśli to nie ten moment, wystarczy krótka odpowiedź.',
    subject: {
      short: '{job}',
      warm: '{name}, o stanowisku {job}',
      detailed: '{job}: na czym polega praca',
      nameless: 'Stanowisko dla Ciebie',
    },
  },
};

import type { Phrases } from './phrases.ts';

export const pt: Phrases = {
  code: 'pt',
  description: {
    intro: [
      '{company} procura uma pessoa para esta vaga: {position}. Veja em que consiste o trabalho e o que é importante para nós.',
      'Há uma vaga aberta em {company}: {position}. Veja o que vai fazer e o que esperamos.',
    ],
    duties: 'O que vai fazer',
    needs: 'O que traz consigo',
    more: 'Bom saber',
    close: ['Revê-se nesta descrição? Teremos gosto em ler a sua mensagem.', 'Se faz sentido para si, escreva-nos.'],
  },
  message: {
    hello: 'Olá, {name},',
    helloNobody: 'Olá,',
    work: [
      'O seu trabalho como {title} em {company} chamou a minha atenção.',
      'Escrevo por causa da sua experiência como {title} em {company}.',
    ],
    workAlone: ['A sua experiência como {title} chamou a minha atenção.', 'Escrevo por causa da sua experiência como {title}.'],
    match: 'O que sabe de {skills} é exatamente o que este trabalho pede.',
    skills: 'Vi também que trabalha com {skills}.',
    job: ['Procuramos uma pessoa para esta vaga: {job}.', 'Gostaria de lhe falar de uma vaga: {job}.'],
    jobNameless: ['Procuramos uma pessoa para uma nova vaga.', 'Gostaria de lhe falar de uma vaga.'],
    summary: 'Em resumo: {text}',
    duties: 'O que faria:',
    reminder: [
      'Escrevi-lhe sobre «{subject}» e volto a perguntar, porque as mensagens perdem-se facilmente.',
      'Um breve lembrete da minha mensagem «{subject}».',
    ],
    thanks: ['Agradeço a sua resposta, gostei de a ler.', 'Fico feliz por ter respondido.'],
    ask: ['Gostaria de saber mais?', 'Posso contar-lhe mais?'],
    askCall: ['Uma breve chamada esta semana seria possível?', 'Tem alguns minutos para uma chamada esta semana?'],
    noPressure: 'Se não for o momento, basta uma resposta curta.',
    subject: { short: '{job}', warm: '{name}, sobre a vaga {job}', detailed: '{job}: de que se trata', nameless: 'Uma vaga para si' },
  },
};

import type { Phrases } from './phrases.ts';

export const tr: Phrases = {
  code: 'tr',
  description: {
    intro: [
      '{company} yeni bir çalışma arkadaşı arıyor: {position}. İşin ne olduğunu ve bizim için neyin önemli olduğunu aşağıda bulabilirsiniz.',
      '{company} bünyesinde açık pozisyon: {position}. Ne üzerinde çalışacağınızı ve beklentilerimizi anlatıyoruz.',
    ],
    duties: 'Neler yapacaksınız',
    needs: 'Sizden beklediklerimiz',
    more: 'Bilmekte fayda var',
    close: ['Bu size uygun mu? Mesajınızı bekliyoruz.', 'Size göreyse bize yazın, tanışmak isteriz.'],
  },
  message: {
    hello: 'Merhaba {name},',
    helloNobody: 'Merhaba,',
    work: ['Deneyiminiz dikkatimi çekti: {title}, {company}.', 'Size şu deneyiminiz nedeniyle yazıyorum: {title}, {company}.'],
    workAlone: ['Deneyiminiz dikkatimi çekti: {title}.', 'Size şu deneyiminiz nedeniyle yazıyorum: {title}.'],
    match: 'Bildikleriniz ({skills}) tam da bu işin gerektirdiği şeyler.',
    skills: 'Profilinizde şunları da gördüm: {skills}.',
    job: ['Şu pozisyon için birini arıyoruz: {job}.', 'Size bir pozisyondan söz etmek istiyorum: {job}.'],
    jobNameless: ['Yeni bir pozisyon için birini arıyoruz.', 'Size bir pozisyondan söz etmek istiyorum.'],
    summary: 'Kısaca: {text}',
    duties: 'Yapacağınız işler:',
    reminder: [
      'Size “{subject}” konusunda yazmıştım; mesajlar kolayca gözden kaçtığı için bir kez daha soruyorum.',
      '“{subject}” başlıklı mesajımı kısaca hatırlatmak isterim.',
    ],
    thanks: ['Yanıtınız için teşekkürler, okumak beni sevindirdi.', 'Yanıt verdiğiniz için teşekkürler.'],
    ask: ['Daha fazlasını öğrenmek ister misiniz?', 'Size daha fazlasını anlatabilir miyim?'],
    askCall: ['Bu hafta kısa bir görüşme size uyar mı?', 'Bu hafta görüşmek için birkaç dakikanız var mı?'],
    noPressure: 'Şu an uygun değilse kısa bir yanıt yeterli.',
    subject: {
      short: '{job}',
      warm: '{name}, {job} pozisyonu hakkında',
      detailed: '{job}: iş ne hakkında',
      nameless: 'Size göre bir pozisyon',
    },
  },
};

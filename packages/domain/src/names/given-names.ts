import { soundKey } from './sound-key.ts';
import { tokenize } from '../text/tokenize.ts';

/** Forms in English, German, French and Ukrainian; short forms after the bar. */
const table = `
александр: alexander alexandre aleksander oleksandr oleksander alexandros | саша шура саня алекс sascha alec шурик
александра: alexandra oleksandra | саша шура саня сандра
алексей: alexis aleksi oleksii oleksiy | леша алеша лёха алекс
анастасия: anastasie anastacia | настя ася stasia стася настёна
анатолий: anatol anatole anatolio | толя толик
андрей: andrew andreas andre andrii andriy andrzej | andy дюша
анна: anne ann hanna hannah ганна | аня анюта anni annie нюра нюша
антон: anthony antony antoine anton | тоша tony toni
антонина: antonia antoinette | тоня
аркадий: arcadius arkady arcady | аркаша
арсений: arsène arsenius arsenii | сеня арс
артём: artiom artemii artemy артемий | тёма
артур: arthur artur |
борис: borys | боря
вадим: vadym | вадик дима
валентин: valentine valentyn | валя валик
валентина: valentyna | валя
валерий: valery valerius valerii valeriy | валера
валерия: valeria valerie | лера
варвара: barbara | варя barb
василий: basil basile vasyl wassily vassily vassili | вася
вера: | веруся
вероника: veronica véronique | ника
виктор: victor | витя витёк vic vick
виктория: victoria victorine | вика vicky vicki tori
виталий: vitaly vital vitalis vitalii | виталик
владимир: waldemar volodymyr wladimir uladzimir | вова володя vlad влад вован
владислав: ladislaus wladyslaw vladyslav | влад владик слава
всеволод: vsevolod | сева
вячеслав: wenceslas viacheslav vyacheslav | слава
галина: halyna galyna | галя
геннадий: hennadii guennadi gennady | гена
георгий: george georg georges heorhii | жора гоша гога
герман: hermann herman germann |
глеб: hlib |
григорий: gregory gregor grégoire hryhorii hryhoriy greg | гриша
даниил: daniel danila данила daniil danylo данил даниэль | даня dan danny
дарья: daria darya дария | даша
денис: dennis denys denise | ден
диана: diane diana | ди
дмитрий: demetrius dmytro dimitri dimitry dimitrij dimitrios | дима митя димон
ева: eve eva yeva |
евгений: eugene eugen eugène yevhen yevhenii | женя жека gene
евгения: eugenia | женя
егор: yegor jegor egor yehor |
екатерина: catherine katherine katharina catharina kathrin cathrin katrin katarina kateryna ekaterina | катя kate katie катюша катерина кася
елена: helen helena helene hélène olena yelena | лена алена lena
елизавета: elizabeth elisabeth elisaveta yelyzaveta elizaveta | лиза liz лизавета beth
захар: zachary zacharias zakhar | zach
зинаида: zenaida | зина
иван: johann johannes ioann иоанн | ваня
игорь: ihor | гарик
илья: elias elijah ilia illia |
инна: inna |
иннокентий: innocent innokenty | кеша
йордан: jordan iordan |
ирина: irene irène iryna irena irina | ира ириша
иосиф: joseph josef yosef yosif осип josip | joe
карл: charles carl karl | charlie
кирилл: cyril cyrill kyrylo kiril | кир
константин: constantine constantin konstantyn kostiantyn | костя
ксения: xenia kseniya oksenia | ксюша
лариса: larissa larysa | лара
лев: leo leon lion | лёва
леонид: leonidas leonide | лёня
лидия: lydia lidia lydie | лида
любовь: lubov lyubov | люба
людмила: ludmila ludmilla liudmyla | люда мила люся
маргарита: margaret margarita margarete marguerite margareta | рита
марина: maryna marina |
мария: maria mary marie marija марья mariia | маша маруся mashenka маня муся маняша марыся
марк: mark marc marcus markus |
марта: martha marta марфа |
матвей: matthew matthias matthieu matvii matthaus | матвейка matt
максим: maxim maxime maximilian maksym максимилиан | макс max
михаил: michael michel mykhailo michail mikael mikhael | миша mike michi mischa мишаня
надежда: nadezhda nadine nadiia nadia | надя
наталья: natalia natalie nathalie наталия nataliia | наташа ната natasha
никита: mykyta | ник
николай: nicholas nicolas nikolaus nicola mykola nikolas niklas | коля nick
нина: nina |
оксана: oxana |
олег: oleh |
ольга: olga helga olha | оля лёля
павел: paul pavlo | паша
пётр: peter pierre petro pyotr piotr pjotr peter | петя pete
полина: pauline paulina | поля
раиса: raissa raisa | рая
роберт: robert | bob боб rob
роман: romain roman | рома
ростислав: rostyslav | ростик слава
руслан: ruslan |
светлана: svitlana swetlana | света лана
святослав: svyatoslav sviatoslav | слава
семён: simon simeon симеон symon | сёма
сергей: serge sergius serhii serhiy | серёжа серж серёга
софия: sophia sophie софья sofie sofia | соня
станислав: stanislaus stanislas stanislaw | стас слава stan
степан: stephen stephan steven stefan stéphane stepan etienne стефан | стёпа steve
таисия: thais | тая
тамара: tamar | тома
татьяна: tatiana tatjana tetiana tatyana | таня танюша
тарас: |
тимофей: timothy timothée timotheus tymofii | тима tim
тимур: timour | тима
ульяна: juliana uliana |
фёдор: fiodor theodore theodor fedir feodor | федя ted
филипп: philip philippe phillip | phil фил
эдуард: edward eduard edouard édouard | эдик ed eddie
элина: elina |
эмилия: emily emilia emilie | эмма
юлия: julia julie yuliia juliette | юля
юрий: yurii yuriy juri youri jury | юра
яков: jacob jakob jacques yakiv | яша jake
ярослав: jaroslav yaroslav jaroslaw | слава ярик
яна: jana yana |
`;

const keysOf = (words: string): string[] => tokenize(words).map(soundKey);

interface Lexicon {
  full: ReadonlyMap<string, string>;
  related: ReadonlyMap<string, readonly string[]>;
}

function readTable(): Lexicon {
  const full = new Map<string, string>();
  const related = new Map<string, string[]>();
  const relate = (one: string, other: string): void => {
    const known = related.get(one) ?? related.set(one, []).get(one)!;
    if (one !== other && !known.includes(other)) known.push(other);
  };
  for (const line of table.trim().split('\n')) {
    const [names = '', shorts = ''] = line.split('|');
    const [key = '', ...forms] = keysOf(names.replace(':', ' '));
    for (const form of [key, ...forms]) if (!full.has(form)) full.set(form, key);
    for (const short of keysOf(shorts)) {
      relate(key, short);
      relate(short, key);
    }
  }
  return { full, related };
}

let lexicon: Lexicon | undefined;
const lexiconOnce = (): Lexicon => (lexicon ??= readTable());

/** `alexander` gives the key of александр. */
export const givenNameKey = (sound: string): string | undefined => lexiconOnce().full.get(sound);

export const relatedNameKeys = (key: string): readonly string[] => lexiconOnce().related.get(key) ?? [];

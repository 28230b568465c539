/** Colloquial names: list name to spoken forms. */
export const spokenTitles: Readonly<Record<string, string>> = {
  'Java developer': 'джавист|java dev|явист',
  'Python developer': 'питонист|питон разработчик|питон-разработчик|python dev|пайтон разработчик',
  'Go developer': 'гошник|golang developer|golang engineer|голанг разработчик|golang разработчик|golang программист|go dev',
  'C++ developer': 'плюсовик|c++ dev|с++ разработчик|с++ программист',
  '.NET developer': 'шарпист|c# developer|c# разработчик|c# программист|.net dev|дотнетчик',
  'PHP developer': 'пхпшник|php dev',
  'Frontend developer': 'фронт|фронтенд|фронтэндер|frontend|front end|frontend dev|фронтенд программист|frontend programmer',
  'Backend developer': 'бэк|бэкенд|бекенд|бекендер|бекенд разработчик|backend|back end|backend dev|backend программист',
  'Full stack developer':
    'фуллстек|фулстек|full stack|fullstack|fullstack engineer|full stack engineer|fullstack developer|fullstack разработчик|фуллстек разработчик|фуллстэк',
  'iOS developer': 'ios dev|айосник|ios разработчик|ios программист',
  'Android developer': 'android dev|андроидщик|андроид разработчик|android разработчик',
  'Mobile developer': 'мобильщик|мобильный разработчик|разработчик мобильных приложений|mobile engineer',
  'DevOps engineer': 'девопс|devops|девопс инженер',
  'Site reliability engineer': 'sre|sre engineer',
  'QA engineer': 'тестер|ручной тестировщик|qa|тестировщик мобильных приложений|quality engineer',
  'QA automation engineer':
    'автотестировщик|автоматизатор|aqa|sdet|qa automation|automation qa|test automation engineer|автоматизатор тестирования',
  'Data scientist': 'дата сайентист|датасаентист|дата-саентист|ds',
  'Data engineer': 'дата инженер|дата-инженер|инженер данных',
  'Data analyst': 'дата аналитик|дата-аналитик',
  'Machine learning engineer': 'ml engineer|ml инженер|ml-инженер|ml developer|ml разработчик',
  'System administrator': 'сисадмин|sysadmin|linux administrator|linux admin|администратор linux',
  'UX/UI designer': 'дизайнер интерфейсов|ui/ux дизайнер|ui ux designer|ui/ux designer|ux designer|ui designer|ux/ui дизайнер',
  'Product manager': 'продакт|продукт менеджер|продуктовый менеджер|менеджер продукта|pm продукта',
  'Project manager': 'проджект|проджект менеджер|руководитель проектов|менеджер проекта|it project manager',
  'Technical lead': 'тимлид|team lead|team leader|tech lead|техлид|lead developer|тим лид',
  'Marketing manager': 'маркетолог|marketer|маркетинг менеджер',
  Recruiter: 'рекрутёр|it рекрутер|hr рекрутер|talent acquisition specialist|it recruiter|специалист по подбору персонала',
  'HR manager': 'эйчар|hr|hr менеджер',
  'Logistics manager': 'логист|менеджер по логистике',
  'Sales manager': 'сейлз|продажник|менеджер продаж|sales',
  'Chief technology officer': 'cto|техдир',
  'Chief financial officer': 'cfo|финдир',
  'Chief executive officer': 'ceo|гендир',
  Lawyer: 'юрисконсульт|legal counsel|attorney',
  'Payroll accountant': 'бухгалтер по зарплате|расчетчик|бухгалтер-расчетчик',
  '1C developer': '1с программист|программист 1с|1с-ник|одинэсник|1с разработчик',
  'Information security specialist': 'безопасник|иб-специалист|специалист иб|инженер иб|information security engineer|security engineer',
  'Product owner': 'продакт оунер',
  'Design engineer': 'конструктор|инженер-конструктор',
};

export const spokenSkills: Readonly<Record<string, string>> = {
  React: 'реакт|reactjs',
  'Vue.js': 'вью|vuejs',
  TypeScript: 'тайпскрипт|ts',
  JavaScript: 'джаваскрипт|js|жс',
  Python: 'питон|пайтон',
  Java: 'джава|ява',
  Go: 'golang|голанг',
  'Node.js': 'нода|node|nodejs',
  PostgreSQL: 'постгрес|postgres|постгре',
  Kubernetes: 'кубер|кубернетес|k8s',
  Docker: 'докер',
  'Apache Kafka': 'кафка|kafka',
  'Apache Airflow': 'airflow|эйрфлоу',
  'Apache Spark': 'spark|спарк',
  Microservices: 'микросервисы|микросервисная архитектура|microservice architecture',
  'Machine learning': 'ml|машинное обучение|машинка',
  'SOC operations': 'soc',
  'B2B sales': 'b2b|b2b продажи|продажи b2b',
  'Manual testing': 'ручное тестирование',
  'A/B testing': 'a/b тесты|аб тесты|a/b tests|ab testing|a/b тестирование',
  'Contextual advertising': 'контекст|контекстная реклама|контекстная',
  IFRS: 'мсфо',
  '1C': '1с|1c',
  Unity: 'юнити',
  Figma: 'фигма',
  'Microsoft Azure': 'azure',
  'Microsoft Excel': 'excel|эксель',
  'Microsoft SQL Server': 'ms sql|mssql|sql server',
  'Natural language processing': 'nlp',
  'Cisco networking': 'cisco',
};

export const spokenCities: Readonly<Record<string, string>> = {
  Moscow: 'мск|москва',
  'Saint Petersburg': 'питер|спб|санкт-петербург|st petersburg|st. petersburg|saint petersburg|петербург',
  Yekaterinburg: 'екб|екат|екатеринбург|ekaterinburg',
  'Nizhny Novgorod': 'нижний|нн|нижний новгород',
  Novosibirsk: 'новосиб|нск',
  Innopolis: 'иннополис',
  'New York City': 'nyc|new york|нью-йорк',
  'San Francisco': 'sf|сан-франциско|bay area',
  'Los Angeles': 'la|лос-анджелес',
  'Rostov-na-Donu': 'ростов|ростов-на-дону|rostov-on-don',
};

export const areas: readonly { name: string; spoken: string; codes: string }[] = [
  { name: 'DACH', spoken: 'dach|dach region', codes: 'DE,AT,CH' },
  { name: 'Nordics', spoken: 'nordics|nordic countries|scandinavia|скандинавия|северная европа', codes: 'SE,NO,DK,FI,IS' },
  { name: 'Baltics', spoken: 'baltics|baltic states|baltic countries|прибалтика|балтия|страны балтии', codes: 'EE,LV,LT' },
  { name: 'Benelux', spoken: 'benelux|бенилюкс', codes: 'BE,NL,LU' },
  { name: 'CIS', spoken: 'cis|снг|страны снг', codes: 'RU,BY,KZ,AM,AZ,KG,MD,TJ,UZ,TM' },
  { name: 'Central Asia', spoken: 'central asia|средняя азия|центральная азия', codes: 'KZ,KG,TJ,UZ,TM' },
  { name: 'South Caucasus', spoken: 'south caucasus|caucasus|закавказье|кавказ', codes: 'GE,AM,AZ' },
  {
    name: 'European Union',
    spoken: 'eu|european union|ес|евросоюз',
    codes: 'AT,BE,BG,HR,CY,CZ,DK,EE,FI,FR,DE,GR,HU,IE,IT,LV,LT,LU,MT,NL,PL,PT,RO,SK,SI,ES,SE',
  },
  {
    name: 'Europe',
    spoken: 'europe|европа',
    codes:
      'AT,BE,BG,HR,CY,CZ,DK,EE,FI,FR,DE,GR,HU,IE,IT,LV,LT,LU,MT,NL,PL,PT,RO,SK,SI,ES,SE,GB,NO,CH,IS,RS,BA,ME,MK,AL,UA,MD,BY,LI,MC,AD,SM',
  },
  { name: 'Eastern Europe', spoken: 'eastern europe|восточная европа', codes: 'PL,CZ,SK,HU,RO,BG,UA,MD,BY' },
  { name: 'Balkans', spoken: 'balkans|балканы', codes: 'RS,BA,ME,MK,AL,HR,SI,BG,GR' },
  { name: 'Latin America', spoken: 'latin america|latam|южная америка|латинская америка', codes: 'BR,AR,MX,CL,CO,PE,UY,EC,BO,PY,CR,PA,VE' },
  { name: 'North America', spoken: 'north america|северная америка', codes: 'US,CA,MX' },
  { name: 'Gulf countries', spoken: 'gulf|gulf countries|gcc|персидский залив', codes: 'AE,SA,QA,KW,BH,OM' },
];

export const spokenRegions: Readonly<Record<string, string>> = {
  'RU.Moscow Oblast': 'московская область|подмосковье|мо|moscow region',
  "RU.Leningradskaya Oblast'": 'ленинградская область|ленобласть|leningrad region',
  'RU.Krasnodar Krai': 'краснодарский край|кубань',
  'RU.Sverdlovsk Oblast': 'свердловская область',
  'RU.Chelyabinsk': 'челябинская область',
  'RU.Rostov': 'ростовская область',
  'RU.Nizhny Novgorod Oblast': 'нижегородская область',
  'RU.Krasnoyarsk Krai': 'красноярский край',
  'RU.Tatarstan Republic': 'татарстан|республика татарстан|tatarstan',
  'RU.Perm Krai': 'пермский край',
  'RU.Bashkortostan Republic': 'башкортостан|башкирия|bashkortostan',
  'RU.Kuzbass': 'кузбасс|кемеровская область',
  'RU.Irkutsk Oblast': 'иркутская область',
  'RU.Samara Oblast': 'самарская область',
  'RU.Novosibirsk Oblast': 'новосибирская область',
  'RU.Voronezh Oblast': 'воронежская область',
  'RU.Tula Oblast': 'тульская область',
  'RU.Kaluga Oblast': 'калужская область',
  'RU.Stavropol Kray': 'ставропольский край',
  'RU.Primorye': 'приморский край|приморье',
};

/** `list name=code`, by country. */
export const stateCodes: Readonly<Record<string, string>> = {
  US: `Alabama=AL;Alaska=AK;Arizona=AZ;Arkansas=AR;California=CA;Colorado=CO;Connecticut=CT;Delaware=DE;Florida=FL;Georgia=GA;Hawaii=HI;
    Idaho=ID;Illinois=IL;Indiana=IN;Iowa=IA;Kansas=KS;Kentucky=KY;Louisiana=LA;Maine=ME;Maryland=MD;Massachusetts=MA;Michigan=MI;
    Minnesota=MN;Mississippi=MS;Missouri=MO;Montana=MT;Nebraska=NE;Nevada=NV;New Hampshire=NH;New Jersey=NJ;New Mexico=NM;New York=NY;
    North Carolina=NC;North Dakota=ND;Ohio=OH;Oklahoma=OK;Oregon=OR;Pennsylvania=PA;Rhode Island=RI;South Carolina=SC;South Dakota=SD;
    Tennessee=TN;Texas=TX;Utah=UT;Vermont=VT;Virginia=VA;Washington=WA;West Virginia=WV;Wisconsin=WI;Wyoming=WY;District of Columbia=DC`,
  CA: `Alberta=AB;British Columbia=BC;Manitoba=MB;New Brunswick=NB;Nova Scotia=NS;Ontario=ON;Quebec=QC;Saskatchewan=SK`,
};

export const spokenCompanies: Readonly<Record<string, string>> = {
  'Alphabet Inc.': 'google|гугл|alphabet',
  'Meta Platforms': 'meta|facebook|фейсбук',
  'T-Bank': 'тинькофф|тинек|т-банк|tinkoff',
  Sber: 'сбер|сбербанк|sberbank|сбертех',
  VK: 'вк|вконтакте|mail.ru|мейл',
};

export const spokenIndustries: Readonly<Record<string, string>> = {
  Banking: 'банки|банк|банковская сфера|banking|banks|bank',
  'Financial Services': 'fintech|финтех|financial services',
  'Online and Mail Order Retail': 'e-commerce|ecommerce|екоммерс|электронная коммерция|е-ком',
  Retail: 'retail|ритейл|розница|ретейл',
  Insurance: 'insurance|страхование|insurtech',
  Telecommunications: 'telecom|телеком',
  'Computer Games': 'gamedev|геймдев|gaming|games industry',
  'Hospitals and Health Care': 'healthcare|medtech|медицина|здравоохранение',
  'Food and Beverage Manufacturing': 'fmcg',
  'Oil and Gas': 'oil and gas|oil & gas|нефтегаз|нефтянка',
  Education: 'edtech|эдтех|образование',
  Construction: 'construction|строительство|стройка',
  'Real Estate': 'real estate|недвижимость|девелопмент|proptech',
};

/**
 * Words without an entry of their own ("engineer" is an alias of Civil engineer) are searched as
 * text.
 */
export const generalJobs: readonly { name: string; spoken: string; title?: string }[] = [
  { name: 'Developer', spoken: 'developer|programmer|coder|разработчик|программист', title: 'Software developer' },
  { name: 'Engineer', spoken: 'engineer' },
  { name: 'Инженер', spoken: 'инженер' },
  { name: 'Manager', spoken: 'manager' },
  { name: 'Менеджер', spoken: 'менеджер' },
  { name: 'Analyst', spoken: 'analyst' },
  { name: 'Аналитик', spoken: 'аналитик' },
  { name: 'Designer', spoken: 'designer' },
  { name: 'Дизайнер', spoken: 'дизайнер' },
  { name: 'Consultant', spoken: 'consultant' },
  { name: 'Консультант', spoken: 'консультант' },
];

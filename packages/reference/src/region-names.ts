/**
 * Corrections of region names in frequently searched countries: `as listed=English=Russian`. An
 * empty English name keeps the listed one.
 */
export const regionNames: Readonly<Record<string, string>> = {
  RU: `Moscow==Москва;St.-Petersburg=Saint Petersburg=Санкт-Петербург;Novosibirsk Oblast==Новосибирская область;Sverdlovsk Oblast==Свердловская область;
    Nizhny Novgorod Oblast==Нижегородская область;Tatarstan Republic=Tatarstan=Татарстан;Chelyabinsk=Chelyabinsk Oblast=Челябинская область;
    Omsk Oblast==Омская область;Samara Oblast==Самарская область;Rostov=Rostov Oblast=Ростовская область;Bashkortostan Republic=Bashkortostan=Башкортостан;
    Krasnoyarsk Krai==Красноярский край;Voronezh Oblast==Воронежская область;Volgograd Oblast==Волгоградская область;Perm Krai==Пермский край;
    Krasnodar Krai==Краснодарский край;Saratov Oblast==Саратовская область;Tyumen Oblast==Тюменская область;Udmurtiya Republic=Udmurtia=Удмуртия;
    Altai Krai==Алтайский край;Ulyanovsk=Ulyanovsk Oblast=Ульяновская область;Irkutsk Oblast==Иркутская область;Khabarovsk=Khabarovsk Krai=Хабаровский край;
    Yaroslavl Oblast==Ярославская область;Primorye=Primorsky Krai=Приморский край;Dagestan==Дагестан;Tomsk Oblast==Томская область;
    Orenburg Oblast==Оренбургская область;Kuzbass=Kemerovo Oblast=Кемеровская область;Ryazan Oblast==Рязанская область;Astrakhan Oblast==Астраханская область;
    Penza Oblast==Пензенская область;Lipetsk Oblast==Липецкая область;Kirov Oblast==Кировская область;Chuvash Republic=Chuvashia=Чувашия;
    Tula Oblast==Тульская область;Kaliningrad Oblast==Калининградская область;Kursk Oblast==Курская область;Stavropol Kray=Stavropol Krai=Ставропольский край;
    Bryansk Oblast==Брянская область;Tver Oblast==Тверская область;Ivanovo Oblast==Ивановская область;Buryatiya Republic=Buryatia=Бурятия;
    Vladimir Oblast==Владимирская область;Arkhangelskaya=Arkhangelsk Oblast=Архангельская область;
    Zabaykalskiy (Transbaikal) Kray=Zabaykalsky Krai=Забайкальский край;Belgorod Oblast==Белгородская область;Kaluga Oblast==Калужская область;
    Smolensk Oblast==Смоленская область;Mordoviya Republic=Mordovia=Мордовия;Vologda Oblast==Вологодская область;Kurgan Oblast==Курганская область;
    North Ossetia–Alania==Северная Осетия;Oryol oblast=Oryol Oblast=Орловская область;Khanty-Mansia==Ханты-Мансийский автономный округ;Chechnya==Чечня;
    Murmansk=Murmansk Oblast=Мурманская область;Tambov Oblast==Тамбовская область;Karelia==Карелия;Kostroma Oblast==Костромская область;
    Mariy-El Republic=Mari El=Марий Эл;Komi==Коми;Moscow Oblast==Московская область;Kabardino-Balkariya Republic=Kabardino-Balkaria=Кабардино-Балкария;
    Sakha=Yakutia=Якутия;Amur Oblast==Амурская область;Novgorod Oblast==Новгородская область;Pskov Oblast==Псковская область;
    Sakhalin Oblast==Сахалинская область;Khakasiya Republic=Khakassia=Хакасия;Kamchatka=Kamchatka Krai=Камчатский край;Ingushetiya Republic=Ingushetia=Ингушетия;
    Adygeya Republic=Adygea=Адыгея;Karachayevo-Cherkesiya Republic=Karachay-Cherkessia=Карачаево-Черкесия;Republic of Tyva=Tuva=Тыва;
    Yamalo-Nenets==Ямало-Ненецкий автономный округ;Kalmykiya Republic=Kalmykia=Калмыкия;Magadan Oblast==Магаданская область;
    Leningradskaya Oblast'=Leningrad Oblast=Ленинградская область;Jewish Autonomous Oblast==Еврейская автономная область;Altai=Altai Republic=Республика Алтай;
    Nenets==Ненецкий автономный округ;Chukotka==Чукотский автономный округ`,
  US: `New York=New York State=Штат Нью-Йорк;California==Калифорния;Illinois==Иллинойс;Texas==Техас;Arizona==Аризона;Pennsylvania==Пенсильвания;Florida==Флорида;
    Ohio==Огайо;North Carolina==Северная Каролина;Indiana==Индиана;Washington=Washington State=Штат Вашингтон;Colorado==Колорадо;
    District of Columbia==Округ Колумбия;Tennessee==Теннесси;Oklahoma==Оклахома;Massachusetts==Массачусетс;Oregon==Орегон;Michigan==Мичиган;Nevada==Невада;
    Kentucky==Кентукки;Maryland==Мэриленд;New Mexico==Нью-Мексико;Wisconsin==Висконсин;Georgia=Georgia, US=Джорджия;Nebraska==Небраска;Missouri==Миссури;
    Virginia==Виргиния;Minnesota==Миннесота;Kansas==Канзас;Louisiana==Луизиана;Hawaii==Гавайи;Alaska==Аляска;New Jersey==Нью-Джерси;Idaho==Айдахо;
    Utah==Юта;Alabama==Алабама;Iowa==Айова;Arkansas==Арканзас;Rhode Island==Род-Айленд;South Dakota==Южная Дакота;Mississippi==Миссисипи;
    Connecticut==Коннектикут;South Carolina==Южная Каролина;North Dakota==Северная Дакота;Montana==Монтана;New Hampshire==Нью-Гэмпшир;Delaware==Делавэр;
    Maine==Мэн;Wyoming==Вайоминг;West Virginia==Западная Виргиния;Vermont==Вермонт`,
  DE: `State of Berlin=Berlin=Берлин;Hamburg==Гамбург;Bavaria==Бавария;North Rhine-Westphalia==Северный Рейн — Вестфалия;Hesse==Гессен;
    Baden-Wurttemberg=Baden-Württemberg=Баден-Вюртемберг;Saxony==Саксония;Bremen==Бремен;Lower Saxony==Нижняя Саксония;Schleswig-Holstein==Шлезвиг-Гольштейн;
    Saxony-Anhalt==Саксония-Анхальт;Rheinland-Pfalz=Rhineland-Palatinate=Рейнланд-Пфальц;Thuringia==Тюрингия;
    Mecklenburg-Vorpommern==Мекленбург — Передняя Померания;Brandenburg==Бранденбург;Saarland==Саар`,
  UA: `Kyiv City=Kyiv=Киев;Kharkiv=Kharkiv Oblast=Харьковская область;Odesa=Odesa Oblast=Одесская область;Dnipropetrovsk=Dnipropetrovsk Oblast=Днепропетровская область;
    Donetsk=Donetsk Oblast=Донецкая область;Lviv=Lviv Oblast=Львовская область;Zaporizhzhia=Zaporizhzhia Oblast=Запорожская область;Sevastopol City=Sevastopol=Севастополь;
    Mykolaiv=Mykolaiv Oblast=Николаевская область;Vinnytsia=Vinnytsia Oblast=Винницкая область;Luhansk=Luhansk Oblast=Луганская область;Crimea==Крым;
    Chernihiv Oblast==Черниговская область;Poltava=Poltava Oblast=Полтавская область;Khmelnytskyi=Khmelnytskyi Oblast=Хмельницкая область;
    Cherkasy=Cherkasy Oblast=Черкасская область;Chernivtsi=Chernivtsi Oblast=Черновицкая область;Zhytomyr Oblast==Житомирская область;
    Sumy=Sumy Oblast=Сумская область;Rivne Oblast==Ровненская область;Ivano-Frankivsk=Ivano-Frankivsk Oblast=Ивано-Франковская область;
    Ternopil=Ternopil Oblast=Тернопольская область;Kirovohrad=Kirovohrad Oblast=Кировоградская область;Volyn=Volyn Oblast=Волынская область;
    Kyiv Oblast==Киевская область;Zakarpattia=Zakarpattia Oblast=Закарпатская область;Kherson=Kherson Oblast=Херсонская область`,
  BY: `Minsk City=Minsk=Минск;Homyel’ Voblasc’=Gomel Region=Гомельская область;Grodnenskaya=Grodno Region=Гродненская область;Vitebsk=Vitebsk Region=Витебская область;
    Mogilev=Mogilev Region=Могилёвская область;Brest=Brest Region=Брестская область;Minsk=Minsk Region=Минская область`,
  KZ: `Almaty==Алматы;Shymkent==Шымкент;Aktobe=Aktobe Region=Актюбинская область;Karaganda=Karaganda Region=Карагандинская область;Zhambyl=Zhambyl Region=Жамбылская область;
    Kyzylorda=Kyzylorda Region=Кызылординская область;Astana==Астана;West Kazakhstan==Западно-Казахстанская область;Pavlodar Region==Павлодарская область;
    East Kazakhstan==Восточно-Казахстанская область;Abai Region==Область Абай;Atyrau Oblisi=Atyrau Region=Атырауская область;
    Turkistan=Turkistan Region=Туркестанская область;Kostanay=Kostanay Region=Костанайская область;North Kazakhstan==Северо-Казахстанская область;
    Aqmola=Akmola Region=Акмолинская область;Mangystau=Mangystau Region=Мангистауская область;Zhetysu Region==Область Жетысу;Ulytau Region==Область Улытау;
    Baikonur==Байконур;Almaty Region==Алматинская область`,
  GB: `England==Англия;Scotland==Шотландия;Wales==Уэльс;Northern Ireland==Северная Ирландия`,
  PL: `Mazovia==Мазовецкое воеводство;Lesser Poland==Малопольское воеводство;Lower Silesia==Нижнесилезское воеводство;Łódź Voivodeship==Лодзинское воеводство;
    Greater Poland==Великопольское воеводство;Pomerania==Поморское воеводство;West Pomerania==Западно-Поморское воеводство;
    Lublin=Lublin Voivodeship=Люблинское воеводство;Kujawsko-Pomorskie=Kuyavia-Pomerania=Куявско-Поморское воеводство;Podlasie==Подляское воеводство;
    Silesia==Силезское воеводство;Subcarpathia==Подкарпатское воеводство;Świętokrzyskie==Свентокшиское воеводство;
    Warmia-Masuria==Варминско-Мазурское воеводство;Opole Voivodeship==Опольское воеводство;Lubusz==Любушское воеводство`,
  FR: `Île-de-France==Иль-де-Франс;Provence-Alpes-Côte d'Azur==Прованс — Альпы — Лазурный Берег;Auvergne-Rhône-Alpes==Овернь — Рона — Альпы;Occitanie==Окситания;
    Pays de la Loire==Земли Луары;Grand Est==Гранд-Эст;New Aquitaine==Новая Аквитания;Hauts-de-France==О-де-Франс;Brittany==Бретань;Normandy==Нормандия;
    Bourgogne-Franche-Comté==Бургундия — Франш-Конте;Centre-Val de Loire==Центр — Долина Луары;Corsica==Корсика`,
  ES: `Madrid=Community of Madrid=Мадридское сообщество;Catalonia==Каталония;Valencia=Valencian Community=Валенсийское сообщество;Aragon==Арагон;Andalusia==Андалусия;
    Murcia=Region of Murcia=Область Мурсия;Balearic Islands==Балеарские острова;Canary Islands==Канарские острова;Basque Country==Страна Басков;
    Castille and León=Castile and León=Кастилия и Леон;Galicia==Галисия;Asturias==Астурия;Navarre==Наварра;Cantabria==Кантабрия;
    Castille-La Mancha=Castilla–La Mancha=Кастилия — Ла-Манча;La Rioja==Ла-Риоха;Extremadura==Эстремадура`,
  IT: `Lazio==Лацио;Lombardy==Ломбардия;Campania==Кампания;Piedmont==Пьемонт;Sicily==Сицилия;Liguria==Лигурия;Emilia-Romagna==Эмилия-Романья;Tuscany==Тоскана;
    Apulia==Апулия;Veneto==Венето;Friuli Venezia Giulia==Фриули — Венеция-Джулия;Calabria==Калабрия;Sardinia==Сардиния;
    Trentino-Alto Adige==Трентино — Альто-Адидже;Umbria==Умбрия;Abruzzo==Абруццо;The Marches=Marche=Марке;Basilicate=Basilicata=Базиликата;Molise==Молизе;
    Aosta Valley==Валле-д’Аоста`,
  CA: `Ontario==Онтарио;Quebec==Квебек;Alberta==Альберта;Manitoba==Манитоба;British Columbia==Британская Колумбия;Nova Scotia==Новая Шотландия;
    Saskatchewan==Саскачеван;Newfoundland and Labrador==Ньюфаундленд и Лабрадор;New Brunswick==Нью-Брансуик;Prince Edward Island==Остров Принца Эдуарда;
    Yukon==Юкон;Northwest Territories==Северо-Западные территории`,
  NL: `South Holland==Южная Голландия;North Holland==Северная Голландия;Utrecht=Utrecht Province=Провинция Утрехт;Groningen=Groningen Province=Провинция Гронинген;
    North Brabant==Северный Брабант;Gelderland==Гелдерланд;Flevoland==Флеволанд;Overijssel==Оверэйсел;Friesland==Фрисландия;Limburg==Лимбург;Drenthe==Дренте;
    Zeeland==Зеландия`,
  IN: `Maharashtra==Махараштра;Delhi==Дели;Karnataka==Карнатака;Telangana==Телангана;Gujarat==Гуджарат;Tamil Nadu==Тамилнад;West Bengal==Западная Бенгалия;
    Rajasthan==Раджастхан;Uttar Pradesh==Уттар-Прадеш;Madhya Pradesh==Мадхья-Прадеш;Andhra Pradesh==Андхра-Прадеш;Bihar==Бихар;Punjab==Пенджаб;Haryana==Харьяна;
    Jharkhand==Джаркханд;Odisha==Одиша;Kerala==Керала;Assam==Ассам;Goa==Гоа;Uttarakhand==Уттаракханд;Chhattisgarh==Чхаттисгарх`,
  IL: `Jerusalem=Jerusalem District=Иерусалимский округ;Tel Aviv=Tel Aviv District=Тель-Авивский округ;Haifa=Haifa District=Хайфский округ;
    Central District==Центральный округ;Southern District==Южный округ;Northern District==Северный округ`,
  RS: `Central Serbia==Центральная Сербия;Vojvodina==Воеводина`,
  AM: `Yerevan==Ереван;Shirak==Ширакская область;Lori==Лорийская область;Kotayk==Котайкская область`,
  GE: `Tbilisi==Тбилиси;Adjara==Аджария;Imereti==Имеретия;Kvemo Kartli==Квемо-Картли;Abkhazia==Абхазия`,
  AE: `Dubai==Дубай;Abu Dhabi==Абу-Даби;Sharjah==Шарджа;Ajman==Аджман;Ras Al Khaimah==Рас-эль-Хайма;Fujairah==Фуджейра`,
  CH: `Zurich=Canton of Zürich=Кантон Цюрих;Geneva=Canton of Geneva=Кантон Женева;Basel-City==Базель-Штадт;Vaud==Во;Bern=Canton of Bern=Кантон Берн;
    Lucerne=Canton of Lucerne=Кантон Люцерн;Ticino==Тичино;Zug==Кантон Цуг;Aargau==Аргау`,
};

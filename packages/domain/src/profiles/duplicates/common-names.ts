import { tokenize } from '../../text/tokenize.ts';
import { nameFactsOf } from './name-facts.ts';

/** So common that a given name hardly identifies a person. */
const names = `
Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов
Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев
Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев
Герасимов Богданов Осипов Сидоров Матвеев Титов Марков Миронов Крылов Куликов Карпов Власов Мельников Денисов Гаврилов Тихонов Казаков Афанасьев
Данилов Савельев Тимофеев Фомин Чернов Абрамов Мартынов Ефимов Федотов Щербаков Назаров Калинин Исаев Чернышёв Быков Маслов Родионов Коновалов Лазарев
Воронин Климов Филатов Пономарёв Голубев Кудрявцев Прохоров Наумов Потапов Журавлёв Овчинников Трофимов Леонов Соболев Ермаков Колесников Гончаров
Шевченко Бондаренко Коваленко Ткаченко Кравченко Бойко Мельник Ким Магомедов Алиев Ахмедов
Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee
Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Green Adams Baker Hall Campbell
Mitchell Roberts Carter Phillips Evans Turner Parker Collins Edwards Stewart Morris Murphy Cook Rogers Morgan Cooper Reed Bailey Bell Ward Singh Kumar
Sharma Patel Khan Gupta Ali Ahmed Shah Wang Li Zhang Chen Liu Yang Huang Kowalski Nowak Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker
Schulz Hoffmann Dubois Bernard Rossi Russo Ferrari Silva Santos Fernandez Novak Svoboda
`;

let keys: ReadonlySet<string> | undefined;

export const isCommonLastName = (key: string): boolean =>
  (keys ??= new Set(tokenize(names).flatMap((last) => nameFactsOf({ first_name: '', last_name: last }).last.slice(0, 1)))).has(key);

import { personNameKey } from '../../names/person-name-key.ts';
import { tokenize } from '../../text/tokenize.ts';

/** Given names without foreign forms: two different ones are two people, however similar. */
const names = `
Алина Арина Карина Кристина Регина Эльвира Милана Кира Алиса Василиса Жанна Марианна Снежана Злата Эмма Ева Элеонора Инга Рената Камилла Аида Амина
Марат Ринат Богдан Дамир Ильдар Айрат Рамиль Тимур Рустам Мурат Азат Артур Ренат Роберт Гарик Самвел Ашот Армен
James Robert John David William Richard Joseph Thomas Christopher Donald Kenneth Kevin Brian Ronald Jason Jeffrey Ryan Gary Eric Jonathan Larry Justin
Scott Brandon Benjamin Samuel Frank Raymond Jerry Tyler Aaron Jose Adam Nathan Henry Douglas Kyle Noah Ethan Bryan Carlos Luis Juan Jorge Pedro
Patricia Jennifer Linda Susan Jessica Karen Sarah Lisa Nancy Sandra Ashley Kimberly Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Laura
Sharon Cynthia Kathleen Amy Angela Brenda Pamela Nicole Samantha Christine Rachel Carolyn Janet Heather Olivia Joyce Kelly Christina Lauren Joan Evelyn
Judith Megan Andrea Cheryl Carmen Isabel Lucia Chloe Zoe Erika Silke Svenja Katja Birgit Heike Ines Sabine Monika Tanja Anja
Jan Lukas Jonas Tobias Florian Oliver Felix Patrick Niklas Marcel Uwe Ralf Fabian Moritz Dominik Sven Lars Jens Nils Finn Erik
`;

let keys: ReadonlySet<string> | undefined;

export const isOtherGivenName = (key: string): boolean => (keys ??= new Set(tokenize(names).map(personNameKey))).has(key);
